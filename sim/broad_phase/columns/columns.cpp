#include "sim/broad_phase/columns/columns.h"

#include "sim/broad_phase/columns/walk_cpu.h"

namespace sim {

static const bool added = add_broad_phase<CpuExec>(
    {"columns", "sorts the boxes by column and place, and walks forward in the columns that a box reaches",
     make<Columns, CpuExec>});

}  // namespace sim
