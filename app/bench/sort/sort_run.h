// What `bench sort` and `bench disorder` have in common: measure case by case, print each line once its
// result is checked, then write the files.
#pragma once
#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "app/bench/common/table.h"
#include "app/bench/sort/sort_case.h"

namespace app {

/// How one command reports what was measured.
struct SortCommand {
    const char* name;  // "bench sort"
    std::vector<Column> columns;
    std::function<std::vector<std::string>(const SortRow&)> cells;
    /// Below the last row, in the same form.
    std::function<void(std::ostream&, const std::vector<SortRow>&, TableForm form)> summary;
    /// Adds to the JSON report what stands beside the cases; may be empty.
    std::function<void(nlohmann::ordered_json&, const std::vector<SortRow>&)> facts{};
};

/// Returns the exit code; throws as measure_sort_case, and BadFile for outputs, before anything is measured,
/// and for the baseline.
int run_sorts(const SortBenchOptions& options, const SortPlan& plan, const SortCommand& command);

/// "1.23", or "-" where there is none.
std::string ratio_text(double ratio);

/// "speed-up over cub-radix: ...": what the column means.
std::string speed_up_legend(const SortPlan& plan);

}  // namespace app
