// What `bench gravity` takes from the command line.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"

namespace app {

struct GravityBenchOptions : BenchOptions {
    GravityBenchOptions() { scene = "galaxy"; }

    std::vector<std::string> methods;  // tree, monopole, direct; empty: tree
    std::vector<double> angles;        // of trees; empty: the scene's
    uint64_t samples = 256;            // bodies whose pull is also summed in double
};

/// Above 0 to 1. Throws BadUsage.
double parse_angle(const std::string& word);

int run_bench_gravity(const GravityBenchOptions& options);

}  // namespace app
