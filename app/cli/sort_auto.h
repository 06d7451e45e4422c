// The times that `--sort auto` chooses by: measured once on each device by each version of the program, and kept in the
// settings as calibrations are.
#pragma once
#include <string>

#include "app/cli/sort_choice.h"
#include "sim/world.h"
#include "sort/registry.h"

namespace app {

/// Returns the times of engines of a backend, all stable ones on the CPU, four on CUDA, with 32-bit keys: from the settings, else measured in about a second, which is
/// said on stderr unless `quiet`. `threads`: of CPU engines; 0: all cores. Called by one
/// thread. Throws sort::Unavailable.
SortTimes sort_times_here(sort::Backend backend, int device, int threads, bool quiet);

/// Returns such times of these engines, measured now.
SortTimes measure_sort_times(const std::vector<const sort::Engine*>& engines, std::vector<uint32_t> sizes,
                             int threads);

/// Returns what a step sorted; no keys: nothing.
KeyFacts key_facts_of(const sim::StepReport& step);

}  // namespace app
