// The columns of the last search as panes: the borders between them, of the level that has the most keys. Made by the
// world's own backend from its grid, which stays where it is.
#pragma once
#include <cstring>

#include "sim/broad_phase/columns/grid.h"
#include "sim/world.h"

namespace app {

inline constexpr uint32_t kMostPanes =
    24;  // across an axis; of more columns every so many-th border is shown

/// The buffer: GL's commands, then what the panes lie between. Axes in the order along, u, v of the grid.
struct ColumnPanes {
    uint32_t strips[4];  // vertices, instances, first, base instance: four vertices a pane
    uint32_t lines[4];   // its border: four lines of two triangles
    uint32_t axis;       // of the world, that `along` is
    uint32_t across_u;   // panes across u; the others are across v
    uint32_t every, unused;
    float low[4], high[4];
    float border[2 * (kMostPanes + 1)];  // first those across u
};

/// Returns the coordinate at which a step of an axis begins.
HOST_DEVICE inline float step_place(const sim::GridAxis& axis, uint32_t step) {
    const bool below = step<axis.core.first, above = step> axis.core.first + axis.core.more + 1;
    const sim::GridAxisPart& part = below ? axis.below : above ? axis.above : axis.core;
    const float half = part.steps_a_half > 0 ? float(step - part.first) / part.steps_a_half : 0;
    return 2 * (part.low + half);
}

/// Writes the borders between the columns of an axis, every `every`-th one and the last. Returns how many there are.
HOST_DEVICE inline uint32_t list_borders(const sim::GridAxis& axis, uint32_t columns, uint32_t every,
                                         float* out) {
    uint32_t count = 0;
    for (uint32_t column = 0; column < columns; column += every)
        out[count++] = step_place(axis, column * sim::kColumnSteps);
    out[count++] = step_place(axis, columns * sim::kColumnSteps);
    return count;
}

/// `grid` null, or without a plan: no panes.
HOST_DEVICE inline void make_column_panes(const sim::ColumnGrid* grid, ColumnPanes& out) {
    const uint32_t commands[2][4] = {{4, 0, 0, 0}, {4 * 6, 0, 0, 0}};
    memcpy(out.strips, commands, sizeof commands);
    if (!grid || grid->levels == 0) return;
    uint32_t chosen = 0;
    uint64_t most_keys = 0;
    for (uint32_t k = 0; k < grid->levels; ++k) {
        const uint64_t keys = uint64_t(grid->level[k].columns()) * grid->level[k].positions;
        if (keys > most_keys) chosen = k, most_keys = keys;
    }
    const sim::ColumnLevel& level = grid->level[chosen];
    const uint32_t columns_u = level.columns_u, columns_v = level.v.steps / sim::kColumnSteps;
    const uint32_t most = columns_u > columns_v ? columns_u : columns_v;
    out.axis = uint32_t(grid->axis);
    out.every = (most + kMostPanes - 1) / kMostPanes;
    out.across_u = list_borders(level.u, columns_u, out.every, out.border);
    out.strips[1] = out.lines[1] =
        out.across_u + list_borders(level.v, columns_v, out.every, out.border + out.across_u);
    const sim::GridAxis* const axes[3] = {&level.along, &level.u, &level.v};
    for (int k = 0; k < 3; ++k) {
        out.low[k] = step_place(*axes[k], 0);
        out.high[k] = step_place(*axes[k], axes[k]->steps);
    }
}

template <class Exec>
void write_column_panes(Exec& exec, const sim::ColumnGrid* grid, ColumnPanes* out) {
    exec.each("column panes", 1, sizeof(ColumnPanes),
              [=] HOST_DEVICE(uint32_t) { make_column_panes(grid, *out); });
}

}  // namespace app
