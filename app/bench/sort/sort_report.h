// The files of `bench sort` and `bench disorder`.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>

#include "app/bench/sort/sort_case.h"

namespace app {

constexpr int kBenchSchema = 1;

/// Machine, build, arguments, and every row with all its samples; `facts` stand behind them.
nlohmann::ordered_json sort_report_json(const std::string& command, const Options& options,
                                        const SortPlan& plan, std::span<const SortRow> rows,
                                        const nlohmann::ordered_json& facts);

/// engine,backend,input,n,values,type,launch,sample,ms
void write_bench_csv(std::ostream& out, const SortPlan& plan, std::span<const SortRow> rows);

}  // namespace app
