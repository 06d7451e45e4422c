// The walk through the columns on the device, a thread a box: once to count the pairs of each box, once to
// write them at their places.
#pragma once
#include "sim/broad_phase/columns.h"
#include "sim/exec_cuda.cuh"

namespace sim {

template <>
class ColumnsWalk<CudaExec> {
public:
    explicit ColumnsWalk(uint32_t capacity);

    void run(CudaExec& exec, const ColumnsView& view, const PairOutput& output);

    uint32_t longest_scan() const { return uint32_t(block_places_.size()); }
    size_t bytes() const { return pairs_of_.bytes() + block_pairs_.bytes() + block_places_.bytes(); }

private:
    sort::DeviceBuffer<uint32_t> pairs_of_;  // each box
    sort::DeviceBuffer<uint64_t> block_pairs_;
    sort::DeviceBuffer<uint64_t> block_places_;
};

}  // namespace sim
