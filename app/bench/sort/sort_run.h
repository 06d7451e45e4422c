// What `bench sort` and `bench disorder` have in common.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "app/bench/common/bench_report.h"
#include "app/bench/sort/sort_case.h"

namespace app {

/// How one command reports what was measured.
struct SortCommand {
    const char* name;  // "bench sort"
    Fields<SortRow> table;
    /// Prints what stands below the table.
    std::function<void(std::ostream&, const std::vector<SortRow>&)> summary;
    /// Adds to the JSON report what stands beside the cases; may be empty.
    std::function<void(Json&, std::span<const SortRow>)> facts{};
    std::string nvbench{};  // a file for nvbench_report(); "": none
};

/// Runs the bench; returns the exit code. Throws as run_bench and measure_sort_case.
int run_sorts(const SortBenchOptions& options, const SortPlan& plan, const SortCommand& command);

/// The speed-up of a row over the rival: "1.23", "~1.03" within the noise, or "-" where there is none.
std::string ratio_text(const SortRow& row);

/// Makes the column that --rival adds.
Field<SortRow> speed_up_column();

/// "speed-up over cub-radix: ...": what the column means.
std::string speed_up_legend(const SortPlan& plan);

}  // namespace app
