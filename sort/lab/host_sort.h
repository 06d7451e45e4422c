// Sorts arrays in host memory with any engine: CPU engines in place, CUDA engines on copies. For commands and
// tests; a frame keeps its pairs where the engine wants them.
#pragma once
#include "sort/registry.h"

namespace sort {

struct HostSort {
    double sort_ms = 0;  // the sort alone: device time on cuda, clock on cpu; copies are left out
    Report report{};
};

/// `sorter` was created by `engine`; values may be null. options.report is not used. Waits until the arrays
/// hold the result. Throws Unavailable when a CUDA call fails, OverLimit when device memory does not suffice.
HostSort sort_host_arrays(const Engine& engine, Sorter& sorter, uint32_t* keys, uint32_t* values,
                          uint32_t count, const Options& options = {});

/// Sort of host arrays on one backend. Registered by the file that has it (host_sort_cuda.cu is absent without CUDA).
using HostSortFunction = HostSort (*)(Sorter& sorter, Pairs host_pairs, const Options& options);
bool add_host_sort(Backend backend, HostSortFunction function);

}  // namespace sort
