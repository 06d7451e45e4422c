// Writes a Report that the host knows when it queues the sort, in stream order and without a copy from the
// host (a captured copy would need the host's memory to outlive the graph).
#pragma once
#include <cuda_runtime.h>

#include "sort/cuda/check.cuh"
#include "sort/sorter.h"

namespace sort {

static __global__ void write_report_kernel(Report report, Report* to) { *to = report; }

inline void queue_report(const Report& report, Report* d_report, cudaStream_t stream) {
    if (d_report == nullptr) return;
    write_report_kernel<<<1, 1, 0, stream>>>(report, d_report);
    check_launch(stream);
}

}  // namespace sort
