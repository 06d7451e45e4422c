// What `bench step` and `bench scale` take from the command line; empty lists mean the defaults.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"

namespace app {

struct StepBenchOptions : BenchOptions {
    std::vector<std::string> scenes, broad_phases;
    std::string until;  // "contact" or "rest": how far the warm-up goes on; "": not at all
};

struct ScaleOptions : StepBenchOptions {
    std::vector<std::string> kinds;  // of boxes
    std::string plot;                // a picture
};

/// --frames and --warmup: how many steps of a world are counted.
/// --until: the state in which they are.
void run_length_flags(Flags& flags, StepBenchOptions& options);

int run_bench_step(const StepBenchOptions& options);
int run_bench_scale(const ScaleOptions& options);

}  // namespace app
