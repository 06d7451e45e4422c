// The files of `bench sort`.
#pragma once
#include <ostream>
#include <span>

#include "app/bench/sort_case.h"

namespace app {

constexpr int kBenchSchema = 1;

/// Machine, build, arguments, and every row with all its samples.
void write_bench_json(std::ostream& out, const Options& options, const SortPlan& plan,
                      std::span<const SortRow> rows);

/// engine,backend,input,n,values,type,sample,ms
void write_bench_csv(std::ostream& out, const SortPlan& plan, std::span<const SortRow> rows);

}  // namespace app
