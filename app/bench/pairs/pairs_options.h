// What `bench pairs` takes from the command line; empty lists mean the defaults.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"

namespace app {

struct PairsBenchOptions : BenchOptions {
    std::vector<std::string> kinds, broad_phases, rivals;
};

int run_bench_pairs(const PairsBenchOptions& options);

}  // namespace app
