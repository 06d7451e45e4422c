// The files of `bench pairs`.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <span>

#include "app/bench/pairs/pairs_case.h"

namespace app {

/// Machine, build, arguments, and every row with all its samples.
nlohmann::ordered_json pairs_report_json(const Options& options, const PairsPlan& plan,
                                         std::span<const PairsRow> rows, std::span<const LeftOut> left_out);

/// kind,n,broad_phase,backend,sample,ms
void write_pairs_csv(std::ostream& out, std::span<const PairsRow> rows);

}  // namespace app
