// What `bench heap` takes from the command line.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"

namespace app {

struct HeapOptions : BenchOptions {
    HeapOptions() { scene = "chairs"; }

    std::vector<std::string> rivals;
    std::vector<double> time_steps_s, rival_steps_s;  // empty: the scene's; the library's usual one
    double most_s = 10;                               // simulated
    double spacing_m = 0.005;                         // of the samples that depth is measured by
};

/// "0.001" or "1/240". Throws BadUsage.
double parse_time_step(const std::string& flag, const std::string& text);

int run_bench_heap(const HeapOptions& options);

}  // namespace app
