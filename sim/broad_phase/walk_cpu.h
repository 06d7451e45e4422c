// The walk on threads: a chunk at a time collects its pairs, then all are copied to their places.
#pragma once
#include <vector>

#include "sim/broad_phase/walk.h"
#include "sim/exec/exec_cpu.h"

namespace sim {

template <>
class Walk<CpuExec> {
public:
    explicit Walk(uint32_t capacity) : first_test_(size_t(capacity) + 1) {}

    /// candidates[i] = intervals after i that begin before i ends; `count` of them.
    void run(CpuExec& exec, const char* name, const uint32_t* candidates, uint32_t count,
             const WalkBoxes& boxes, const PairOutput& output);

    uint32_t longest_scan() const { return uint32_t(first_test_.size()) - 1; }
    size_t bytes() const;

private:
    HostArray<uint64_t> first_test_;
    std::vector<std::vector<uint32_t>> found_;  // a chunk's pairs, two slots each; kept for their capacity
};

}  // namespace sim
