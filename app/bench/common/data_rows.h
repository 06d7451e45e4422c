// What `bench sort --data` and `bench pairs --data` measured, frame by frame.
#pragma once
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/base/median.h"
#include "app/bench/common/figure.h"
#include "sort/registry.h"

namespace app {

/// Measurements of one engine, or broad phase, on one frame.
struct DataFrame {
    uint64_t number = 0;
    std::string name{}, fault{};  // fault: why it was left out
    uint32_t count = 0;
    std::vector<double> samples_ms{};  // one per round
    nlohmann::ordered_json facts{};    // what is known of it beside: {"descents": 12, "path": "windows"}
    double median_ms() const { return median(samples_ms); }
    bool measured() const { return !samples_ms.empty(); }
};

/// Measurements of one engine, or broad phase, on all frames.
struct DataRow {
    std::string name;
    sort::Backend backend = sort::Backend::cpu;
    std::vector<DataFrame> frames{};
    std::string timed{}, check{}, reason{};
    std::vector<std::string> warnings{};
    std::string fault{};    // why it gets no more samples: it failed, or its time is over
    bool is_wrong = false;  // it failed a check
    double spent_s = 0;     // in its turns, checks included
    uint64_t bytes = 0;     // that it holds beside the items, in the backend's memory; 0: not known

    bool measured() const;
    std::vector<double> samples_ms() const;  // the median of each frame that was measured, in their order
    size_t measured_frames() const { return samples_ms().size(); }
    size_t rounds() const;   // of the frame with the fewest
    size_t samples() const;  // of all frames
    /// How samples of a frame scatter about its median, over all frames; none with fewer than kLeastForNoise.
    std::optional<double> noise() const;
    double p50_ms() const;
    double p95_ms() const;
    const DataFrame* worst() const;  // null: none was measured
    double worst_ms() const { return worst() ? worst()->median_ms() : 0; }
    double items_per_s() const;  // of all frames, over the sum of their medians
    /// "windows 7, full sort 1": how many frames took which path; "" for those with one path.
    std::string paths_text() const;
};

/// What ends one row of several that are measured in turns.
struct TurnRules {
    double most_s = std::numeric_limits<double>::infinity();  // of all turns of a row
    bool keeps_going = false;  // what a turn throws becomes the fault of its row, and the others go on
};

/// Does a row's turn, unless the row has a fault. Throws what `turn` throws where the rules do not keep it, Interrupted in
/// any case.
void take_turn(DataRow& row, const TurnRules& rules, const std::function<void()>& turn);

/// Returns what sets the worst frame apart from the median one: "n 5,000 (median 3,000), path full sort (usually
/// windows)"; "nothing in the data" where nothing does.
std::string worst_reason(const DataRow& row);

/// The medians by frame, a line per row.
Chart data_chart(const std::vector<DataRow>& rows, const std::string& title);

}  // namespace app
