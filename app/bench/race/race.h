// A race: engines, or broad phases, take turns on the same input, in slices between the frames of a window and within a
// budget of time. Knows nothing of what races.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/bench/common/samples.h"

namespace app {

/// One that races: started once, then timed any number of times, then checked.
class Racer {
public:
    virtual ~Racer() = default;

    /// Makes what it needs and runs once: ms of that run. What it throws is why it does not race.
    virtual double start() = 0;
    virtual double sample_ms() = 0;
    /// Runs once more and looks at the result: "" right, else what is wrong.
    virtual std::string check() = 0;
    /// Returns a remark on its runs, as "windows"; "": none.
    virtual std::string note() { return ""; }
};

struct RaceEntry {
    std::string name;
    bool in_use = false;  // the others are compared with it
    std::function<std::unique_ptr<Racer>()> make;
    std::string refusal = {};  // why it cannot race, where that is known before
};

/// Result of one racer, or the reason why it did not race.
struct RaceRow {
    std::string name;
    bool in_use = false;
    std::string refusal{};  // no samples: why
    std::vector<double> samples_ms{};
    bool checked = false;
    std::string fault{};  // the first fault of a checked result; "": none
    std::string note{};   // Racer::note()
    std::string limit{};  // why there are fewer samples than of others

    double median_ms() const { return sort::median(samples_ms); }
    double min_ms() const { return fastest(samples_ms); }
    double noise() const { return sort::noise(samples_ms); }
    bool raced() const { return !samples_ms.empty(); }
    std::string check_text() const;  // "ok", "WRONG: ...", "not checked", ""
};

struct RaceLimits {
    double budget_s = 1;  // for all of them; what is begun is ended
    int most_samples = 25;
};

class Race {
public:
    using Clock = std::function<double()>;

    /// Starts nothing yet. The one in use has the first turn, the others follow in the order given.
    Race(std::vector<RaceEntry> entries, const RaceLimits& limits, Clock clock);

    /// Takes turns for about so long, one at least: a b c a b c ... False where nothing is left to do. Throws
    /// Interrupted.
    bool advance(double slice_s);
    /// Ends the race. The samples measured so far stay.
    void cancel();

    bool done() const { return phase_ == Phase::done; }
    bool cancelled() const { return cancelled_; }
    double progress() const;  // 0..1
    double spent_s() const { return spent_s_; }
    const std::vector<RaceRow>& rows() const { return rows_; }
    /// The median over that of the one in use; 0: not known.
    double ratio(const RaceRow& row) const;

private:
    enum class Phase { start, sample, check, done };
    struct Lane {
        RaceEntry entry;
        std::unique_ptr<Racer> racer{};
        double first_ms = 0, cost_s = 0;  // of its first run; of its last turn, copies included
        bool out = false;
    };

    void turn();
    void start(Lane& lane, RaceRow& row);
    void sample(Lane& lane, RaceRow& row);
    void check(Lane& lane, RaceRow& row);
    bool next_lane();
    void next_phase();

    std::vector<Lane> lanes_;
    std::vector<RaceRow> rows_;
    RaceLimits limits_;
    Clock clock_;
    Phase phase_ = Phase::start;
    size_t lane_ = 0;
    double spent_s_ = 0;
    bool cancelled_ = false;
};

}  // namespace app
