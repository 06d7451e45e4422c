// What the axis strip shows of the last step's sort: intervals of bodies in sorted order, of many some of them, and
// whom the selected body was tested with.
#pragma once
#include <vector>

#include "app/observe/column_panes.h"
#include "app/observe/sort_colour.h"
#include "app/observe/work.h"
#include "sim/broad_phase/columns/sweep.h"
#include "sim/broad_phase/end_scan.h"
#include "sim/world.h"

namespace app {

inline constexpr uint32_t kStripBodies = 4096, kStripExtra = 32, kStripRuns = 64;

/// A body: its interval on the axis, its place in the world, its rank and key.
struct StripBody {
    float low, high;
    sim::Vec3 centre;
    uint32_t id, rank, key;  // id kNobody: there is none
};

/// A run of ranks that a body walks along: after its own in its column, then those of the columns that it reaches. With
/// `sweep` there is one, and it has no column; with `endpoint`, whose walk goes along the last axis, one of length 1
/// for each body on the way.
struct StripRun {
    uint32_t begin, end;   // ranks
    float min[3], max[3];  // of the column in the world
};

struct StripRequest {
    uint32_t axis = 0;  // of the world
    uint32_t selected = sim::kNobody;
    uint32_t extra_count = 0;
    uint32_t extra[kStripExtra] = {};  // ids of bodies that are not to be missed
    uint64_t extra_bits = 0;           // one of 64 for each: most bodies are none of them

    bool operator==(const StripRequest&) const = default;
    void add(uint32_t id) {
        if (id == sim::kNobody || extra_count == kStripExtra) return;
        extra[extra_count++] = id;
        extra_bits |= bit_of(id);
    }
    HOST_DEVICE static uint64_t bit_of(uint32_t id) { return uint64_t(1) << (id * 0x9e3779b1u >> 26); }
    HOST_DEVICE bool may_add(uint32_t id) const { return extra_bits & bit_of(id); }
};

/// Strip as the backend writes it.
struct StripData {
    uint32_t run_count;  // if above kStripRuns, that many are listed
    uint32_t has_columns;
    StripRun runs[kStripRuns];
    StripBody extra[kStripExtra];
    StripBody bodies[kStripBodies];
};

HOST_DEVICE inline uint32_t strip_stride(uint32_t count) { return (count + kStripBodies - 1) / kStripBodies; }

HOST_DEVICE inline sim::Box box_in_search(const sim::BodyView& bodies, uint32_t slot) {
    return bodies.boxes ? bodies.boxes[slot] : sim::box_of(bodies.position_radius[slot]);
}

HOST_DEVICE inline StripBody strip_body(const sim::BodyView& bodies, uint32_t slot, uint32_t axis) {
    const sim::Box box = box_in_search(bodies, slot);
    return {box.min[int(axis)], box.max[int(axis)],    sim::xyz(bodies.position_radius[slot]),
            bodies.id[slot],    rank_of(bodies, slot), bodies.sort_keys[slot]};
}

HOST_DEVICE inline void add_run(StripData& out, const StripRun& run) {
    if (out.run_count < kStripRuns) out.runs[out.run_count] = run;
    ++out.run_count;
}

/// The runs of a column of a level, from one key to another, both included.
HOST_DEVICE inline void add_column_run(const sim::BodyView& bodies, const sim::ColumnLevel& level, int axis,
                                       uint32_t u, uint32_t v, uint32_t first_rank, uint32_t last_key,
                                       StripData& out) {
    StripRun run;
    run.begin = first_rank;
    run.end = sim::upper_bound(bodies.sort_keys, bodies.count, last_key);
    if (run.end < run.begin) run.end = run.begin;
    const int axes[3] = {axis, sim::axis_u(axis), sim::axis_v(axis)};
    const sim::GridAxis* const grid_axes[3] = {&level.along, &level.u, &level.v};
    const uint32_t first[3] = {0, u * sim::kColumnSteps, v * sim::kColumnSteps};
    const uint32_t last[3] = {level.along.steps, first[1] + sim::kColumnSteps, first[2] + sim::kColumnSteps};
    for (int k = 0; k < 3; ++k) {
        run.min[axes[k]] = step_place(*grid_axes[k], first[k]);
        run.max[axes[k]] = step_place(*grid_axes[k], last[k]);
    }
    add_run(out, run);
}

/// Lists the runs that sim::sweep_from() walks along from the body at `slot`, which is its rank.
HOST_DEVICE inline void list_column_runs(const sim::BodyView& bodies, uint32_t slot, StripData& out) {
    const sim::ColumnGrid& grid = *bodies.columns;
    if (grid.levels == 0) return;
    const sim::Box found = box_in_search(bodies, slot), box = sim::turned(found, grid.axis);
    const uint32_t own_level = sim::level_of(grid, found);
    for (uint32_t k = own_level + 1; k-- > 0;) {
        const sim::ColumnLevel& level = grid.level[k];
        const sim::Steps steps = sim::steps_of(level, box);
        const sim::Reach reach = sim::reach_of(steps, level);
        const bool own = k == own_level;
        const uint32_t own_u = steps.u_min / sim::kColumnSteps, own_v = steps.v_min / sim::kColumnSteps;
        for (uint32_t v = own ? own_v : reach.bottom; v <= reach.top; ++v) {
            for (uint32_t u = own && v == own_v ? own_u : reach.left; u <= reach.right; ++u) {
                const uint32_t key = level.key_of(v * level.columns_u + u);
                const bool home = own && v == own_v && u == own_u;
                const uint32_t first =
                    home ? slot + 1 : sim::lower_bound(bodies.sort_keys, bodies.count, key + reach.from);
                add_column_run(bodies, level, grid.axis, u, v, first, key + reach.to, out);
            }
        }
    }
}

/// Lists the bodies that the sweep of `endpoint` meets on its way from the min of the body at `slot` to its
/// max: those whose min lies between. Lists the first kStripRuns, and counts all.
HOST_DEVICE inline void list_end_runs(const sim::BodyView& bodies, uint32_t slot, StripData& out) {
    const sim::EndList& ends = bodies.ends;
    const uint32_t records = *ends.length;
    const sim::Box box = box_in_search(bodies, slot);
    uint32_t at = sim::lower_bound(ends.keys, records, sort::ordered_key(box.min[ends.axis]));
    const uint32_t end = sim::upper_bound(ends.keys, records, sort::ordered_key(box.max[ends.axis]));
    while (at < end && ends.records[at] != 2 * slot) ++at;
    if (at == end) return;  // it has left the list
    const uint32_t tests = sim::mins_in(ends.sums[end]) - sim::mins_in(ends.sums[at]) - 1;
    for (++at; at < end && out.run_count < kStripRuns; ++at) {
        if (ends.records[at] & 1) continue;
        const uint32_t rank = rank_of(bodies, ends.records[at] >> 1);
        add_run(out, {rank, rank + 1, {}, {}});
    }
    out.run_count = tests;
}

/// Lists the bodies that the selected one at `slot` was tested with.
HOST_DEVICE inline void list_runs(const sim::BodyView& bodies, uint32_t slot, uint32_t axis, StripData& out) {
    out.run_count = 0;
    out.has_columns = bodies.columns != nullptr;
    if (bodies.columns) return list_column_runs(bodies, slot, out);
    if (bodies.ends.keys) return list_end_runs(bodies, slot, out);
    const uint32_t last = sort::ordered_key(box_in_search(bodies, slot).max[int(axis)]);
    add_run(out, {slot + 1, sim::upper_bound(bodies.sort_keys, bodies.count, last), {}, {}});
}

/// Writes the part of a strip that the body at a slot contributes. `out` has no bodies and no runs at first.
HOST_DEVICE inline void write_strip(const sim::BodyView& bodies, uint32_t slot, const StripRequest& request,
                                    StripData& out) {
    const uint32_t stride = strip_stride(bodies.count), id = bodies.id[slot];
    if (slot % stride == 0) out.bodies[slot / stride] = strip_body(bodies, slot, request.axis);
    for (uint32_t k = 0; k < request.extra_count && request.may_add(id); ++k)
        if (request.extra[k] == id) out.extra[k] = strip_body(bodies, slot, request.axis);
    if (id == request.selected) list_runs(bodies, slot, request.axis, out);
}

/// Writes the strip of the state into `out`, of `exec`'s memory.
template <class Exec>
void write_strip(Exec& exec, const sim::BodyView& bodies, const StripRequest& request, StripData* out) {
    set_bytes(exec, out, 0xff, sizeof(StripData));  // nobody
    set_bytes(exec, &out->run_count, 0, sizeof(uint32_t));
    exec.each(
        "axis strip", bodies.count, 2 * sizeof(sim::Vec4),
        [=] HOST_DEVICE(uint32_t slot) { write_strip(bodies, slot, request, *out); }, 16384);
}

/// Strip on the host.
struct Strip {
    uint32_t count = 0;  // bodies in the sort
    uint32_t axis = 0;
    bool has_columns = false;
    std::vector<StripBody> bodies;  // by rank, each once
    std::vector<StripRun> runs;     // of the selected body
    /// Numbers, by body, of the bodies after it, in its column, that it overlaps on the axis.
    std::vector<uint32_t> overlaps;
    uint32_t run_count = 0;

    const StripBody* find(uint32_t id) const;
    /// Returns the body with the nearest rank; null: there is none.
    const StripBody* nearest(uint32_t rank) const;
};

/// Puts what a backend wrote in order.
Strip strip_of(const StripData& data, uint32_t count, uint32_t axis);

}  // namespace app
