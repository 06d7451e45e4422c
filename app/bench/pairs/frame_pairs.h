// `bench pairs --data`: every broad phase finds the pairs of the frames of a folder in their order.
#pragma once
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/common/data_rows.h"
#include "app/bench/pairs/pairs_plan.h"
#include "app/frames/carried_order.h"
#include "sim/pairs.h"

namespace app {

/// Pairs of ids, the smaller first, in ascending order.
using IdPairs = std::vector<std::pair<uint64_t, uint64_t>>;

/// What became of the pairs from one frame to the next.
struct PairChanges {
    IdPairs found, lost;
};

/// Returns the pairs of each of both lists that the other one lacks.
PairChanges changes_of(const IdPairs& before, const IdPairs& now);

class FramePairs {
public:
    /// The plan's contenders; `carries`: boxes come in the order that the sort of the same broad phase left.
    /// `changes`: also makes the lists of pairs found and lost.
    FramePairs(const std::vector<PairsContender>& contenders, bool carries, bool changes,
               const std::shared_ptr<ColdSamples>& cold, const TurnRules& rules = {});

    /// Also writes the lists of pairs found and lost, as they are made: CSV, frame,change,a,b by ids. All pairs of the
    /// first frame are found. `lists` outlives this.
    void write_changes_to(std::ostream& lists);

    void begin_round();

    /// Searches a frame once by each broad phase, by PairFinder, as a user of the library does; in the first round
    /// compares their lists with each other, and of few boxes with brute force. Adds a sample to each row, and in the
    /// first round what is known of the frame. Before its first search a broad phase has searched the same boxes once,
    /// untimed. Throws CheckFailed, sort::OverLimit, Interrupted.
    void measure(const FrameItems& items, size_t frame, bool first_round, std::vector<DataRow>& rows);

private:
    struct Turn {
        sim::PairFinderConfig config;
        std::unique_ptr<sim::PairFinder> finder{};
        CarriedOrder carried{};
    };
    struct Found {
        double ms;
        uint64_t count;
        std::vector<uint32_t> pairs{};  // of indices of items, in order
    };
    Found searched(Turn& turn, const FrameItems& items, bool wants_pairs);
    nlohmann::ordered_json changes(const FrameItems& items, const std::vector<uint32_t>& pairs,
                                   uint64_t number);

    std::vector<Turn> turns_;
    bool carries_, changes_, has_before_ = false;
    TurnRules rules_;
    std::shared_ptr<ColdSamples> cold_;
    IdPairs before_;
    std::ostream* lists_ = nullptr;
    size_t turn_ = 0;      // who begins
    size_t by_brute_ = 0;  // frames that brute force has checked
};

}  // namespace app
