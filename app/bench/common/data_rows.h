// What `bench sort --data` and `bench pairs --data` measured, frame by frame.
#pragma once
#include <nlohmann/json.hpp>
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

    bool measured() const;
    std::vector<double> samples_ms() const;  // the median of each frame that was measured, in their order
    size_t measured_frames() const { return samples_ms().size(); }
    size_t rounds() const;  // of the frame with the fewest
    double p50_ms() const;
    double p95_ms() const;
    const DataFrame* worst() const;  // null: none was measured
    double worst_ms() const { return worst() ? worst()->median_ms() : 0; }
    double items_per_s() const;  // of all frames, over the sum of their medians
};

/// Returns what sets the worst frame apart from the median one: "n 5,000 (median 3,000), path full sort (usually
/// windows)"; "nothing in the data" where nothing does.
std::string worst_reason(const DataRow& row);

/// The medians by frame, a line per row.
Chart data_chart(const std::vector<DataRow>& rows, const std::string& title);

}  // namespace app
