// The files of `bench pairs`.
#pragma once
#include <ostream>
#include <span>

#include "app/bench/pairs/pairs_case.h"

namespace app {

/// Machine, build, arguments, and every row with all its samples.
void write_pairs_json(std::ostream& out, const Options& options, const PairsPlan& plan,
                      std::span<const PairsRow> rows, std::span<const LeftOut> left_out);

/// kind,n,broad_phase,backend,sample,ms
void write_pairs_csv(std::ostream& out, std::span<const PairsRow> rows);

}  // namespace app
