// What `bench pairs` reports of its rows.
#pragma once
#include "app/bench/common/bench_report.h"
#include "app/bench/pairs/pairs_case.h"

namespace app {

/// Describes the rows and the report; `plan` and `left_out` have to outlive the result.
BenchReport<PairsRow> pairs_report(const PairsPlan& plan, const std::vector<LeftOut>& left_out);

}  // namespace app
