// The walk through the columns on threads: all boxes of a column together look into another column, so that
// both are read once, in order. A list of pairs is collected a run of boxes at a time, then all are copied to
// their places.
#pragma once
#include <vector>

#include "sim/broad_phase/columns/columns.h"
#include "sim/exec/exec_cpu.h"

namespace sim {

template <>
class ColumnsWalk<CpuExec> {
public:
    using Noted = SortedBoxes;  // each is read many times

    explicit ColumnsWalk(uint32_t) {}

    template <class Sorted>
    void list(CpuExec& exec, const ColumnsView<Sorted>& view, const PairOutput& output);
    void note(CpuExec& exec, const ColumnsView<SortedBoxes>& view, const ColumnsPlan& next,
              const ContactTable& notes);

    size_t bytes() const;

private:
    std::vector<std::vector<uint32_t>> found_;  // a run's pairs, two slots each; kept for their capacity
};

}  // namespace sim
