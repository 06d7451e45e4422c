// The walk through the columns on threads: all boxes of a column together look into another column, so that
// both are read once, in order. A run of boxes at a time collects its pairs, then all are copied to their
// places.
#pragma once
#include <vector>

#include "sim/broad_phase/columns/columns.h"
#include "sim/exec/exec_cpu.h"

namespace sim {

template <>
class ColumnsWalk<CpuExec> {
public:
    explicit ColumnsWalk(uint32_t) {}

    void run(CpuExec& exec, const ColumnsView& view, const PairOutput& output);

    size_t bytes() const;

private:
    std::vector<std::vector<uint32_t>> found_;  // a run's pairs, two slots each; kept for their capacity
};

}  // namespace sim
