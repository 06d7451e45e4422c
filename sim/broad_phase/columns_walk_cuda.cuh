// The walk through the columns on the device, a thread a box: each notes the first partners that it finds,
// its block finds its place in the list, and then they are written.
#pragma once
#include "sim/broad_phase/columns.h"
#include "sim/exec_cuda.cuh"

namespace sim {

template <>
class ColumnsWalk<CudaExec> {
public:
    explicit ColumnsWalk(uint32_t capacity);

    void run(CudaExec& exec, const ColumnsView& view, const PairOutput& output);

    size_t bytes() const { return words_.bytes(); }

private:
    sort::DeviceBuffer<unsigned long long> words_;  // a ticket, then PairPlaces::words
};

}  // namespace sim
