// The order in which gravity has sorted the bodies in the last step, as a curve through space from the first
// to the last: along a Morton key the curve goes through a cube of the octree before it goes to the next one.
#pragma once
#include <cstring>

#include "app/observe/group_style.h"
#include "sim/math/vec3.h"
#include "sim/views.h"
#include "sort/stage.h"

namespace app {

inline constexpr uint32_t kMostCurveParts = 4096, kCurveVertices = 6;

/// A place of the curve: a body that is not hidden.
struct CurvePlace {
    sim::Vec3 at;
    float part;  // of the order, 0 to 1; negative: there is none
};

/// The buffer: GL's command, an instance a place but for the last one.
struct MortonCurve {
    uint32_t command[4];  // vertices, instances, first, base instance
    uint32_t places, unused[3];
    CurvePlace place[kMostCurveParts];
};

/// Returns whether bodies have been sorted in the last step.
HOST_DEVICE inline bool has_order(const sim::TreeView& tree) { return tree.exists() && *tree.built; }

HOST_DEVICE inline uint32_t curve_places(const sim::TreeView& tree, uint32_t most) {
    if (!has_order(tree)) return 0;
    return tree.count < most ? tree.count : most;
}

/// Returns point i of `places` on the curve: the first body in that part of the order that is not hidden.
HOST_DEVICE inline CurvePlace curve_place(const sim::TreeView& tree, const GroupStyle& groups, uint32_t i,
                                          uint32_t places) {
    const uint32_t begin = uint32_t(uint64_t(i) * tree.count / places),
                   end = uint32_t(uint64_t(i + 1) * tree.count / places);
    for (uint32_t rank = begin; rank < end; ++rank) {
        if (groups.hides(uint32_t(tree.entries[rank] >> 32))) continue;
        const float part = tree.count > 1 ? float(rank) / float(tree.count - 1) : 0;
        return {sim::xyz(tree.sources[rank]), part};
    }
    return {{0, 0, 0}, -1};
}

HOST_DEVICE inline void begin_curve(MortonCurve& out, uint32_t places) {
    const uint32_t command[4] = {kCurveVertices, places > 0 ? places - 1 : 0, 0, 0};
    memcpy(out.command, command, sizeof command);
    out.places = places;
}

/// The slot's rank in that order, or before the first step the slot.
HOST_DEVICE inline void note_rank(const sim::TreeView& tree, uint32_t rank, uint32_t* out_rank_by_slot) {
    const uint32_t slot = has_order(tree) ? uint32_t(tree.entries[rank]) : rank;
    if (slot < tree.count) out_rank_by_slot[slot] = rank;
}

/// `most`: places at most, 1 to kMostCurveParts.
template <class Exec>
void make_morton_curve(Exec& exec, const sim::TreeView& tree, const GroupStyle& groups, uint32_t most,
                       MortonCurve* out) {
    exec.each(
        "Morton curve", most, sizeof(CurvePlace),
        [=] HOST_DEVICE(uint32_t i) {
            const uint32_t places = curve_places(tree, most);
            if (i == 0) begin_curve(*out, places);
            if (i < places) out->place[i] = curve_place(tree, groups, i, places);
        },
        64);
}

template <class Exec>
void list_morton_ranks(Exec& exec, const sim::TreeView& tree, uint32_t* out_rank_by_slot) {
    exec.each(
        "Morton ranks", tree.count, 3 * sizeof(uint32_t),
        [=] HOST_DEVICE(uint32_t rank) { note_rank(tree, rank, out_rank_by_slot); }, 8192);
}

}  // namespace app
