// The walk on the device: a warp a chunk, its lanes test neighbouring candidates; once to count the pairs,
// once to write them at their places.
#pragma once
#include "sim/broad_phase/walk.h"
#include "sim/exec/exec_cuda.cuh"

namespace sim {

template <>
class Walk<CudaExec> {
public:
    explicit Walk(uint32_t capacity);

    /// candidates[i] = intervals after i that begin before i ends; `count` of them.
    void run(CudaExec& exec, const char* name, const uint32_t* candidates, uint32_t count,
             const WalkBoxes& boxes, const PairOutput& output);

    uint32_t longest_scan() const { return chunks_; }
    size_t bytes() const { return first_test_.bytes() + chunk_pairs_.bytes() + chunk_places_.bytes(); }

private:
    uint32_t chunks_;
    sort::DeviceBuffer<uint64_t> first_test_;
    sort::DeviceBuffer<uint64_t> chunk_pairs_;
    sort::DeviceBuffer<uint64_t> chunk_places_;
};

}  // namespace sim
