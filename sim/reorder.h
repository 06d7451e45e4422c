// The stage between the two parts of the search: bodies take the order that the sort gave.
#pragma once
#include <type_traits>

#include "sim/step_data.h"

namespace sim {

/// Gives every body its place in sorted order as its slot, if the broad phase wants that, and makes the notes
/// of contacts empty. `bodies`: MovedBodies, or MovingBodies, which are moved and measured on the way.
template <class Exec, class Bodies>
void reorder_bodies(Exec& exec, StepData<Exec>& data, const Bodies& bodies) {
    constexpr bool kMoves = std::is_same_v<Bodies, MovingBodies>;
    constexpr uint32_t kBytes = (kMoves ? kBodyBytes : kSortedBodyBytes) + kSortedBodyBytes + 16;
    const uint32_t* ids = data.committed.id();
    const SortedBodies sorted = data.sorted();
    const uint32_t* order = data.broad_phase->order();
    const uint32_t* rank = data.broad_phase->rank();
    const uint32_t* rank_before = data.broad_phase->rank_before();
    int32_t* shift = data.shift.data();
    const ContactTable notes = data.contact_table();
    const bool listed = data.lists_pairs();  // then nobody finds pairs by body
    const auto reorder = [=] HOST_DEVICE(uint32_t slot) {
        const uint32_t from = order ? order[slot] : slot, id = ids[from];
        const Motion body = bodies.moved(from);
        sorted.velocity_mass[slot] = with_w(body.velocity_m_s, body.mass_kg);
        sorted.still_s[slot] = body.still_s;
        sorted.id[slot] = id;
        shift[slot] = rank ? int32_t(rank[slot]) - int32_t(rank_before[slot]) : int32_t(slot) - int32_t(from);
        notes.noted[slot] = 0;
        if (listed) notes.found[slot] = {0, 0};
        if (id == notes.status->watched_id) notes.status->watched_slot = slot;
        return box_of(sorted.position_radius[slot] = with_w(body.position_m, body.radius_m));
    };
    if constexpr (kMoves) {
        if (BoxMeasure* measure = data.broad_phase->measure())
            return measure_boxes(exec, "reorder", data.count, kBytes, data.frame.data(), measure, reorder);
    }
    exec.each("reorder", data.count, kBytes, reorder);
}

/// Brings what reorder_bodies() does not know of into sorted order, and turns the awake bodies by this step on
/// the way: nothing before needs to know how spheres are turned.
template <class Exec>
void reorder_rotations(Exec& exec, StepData<Exec>& data) {
    const BodyArrays before = data.committed.arrays();
    const TurnArrays turns = data.rolling->committed.arrays(), sorted = data.rolling->sorted.arrays();
    const Vec4* torque = data.rolling->torque.data();
    const StepNumbers* numbers = data.numbers.data();
    const uint32_t* order = data.broad_phase->order();
    exec.each("reorder", data.count, 2 * kTurnBytes + sizeof(Vec4) + 16, [=] HOST_DEVICE(uint32_t slot) {
        const uint32_t from = order ? order[slot] : slot;
        Turn turn = turns.load(from);
        if (!asleep(before.acceleration_still[from].w, *numbers)) {
            integrate_rotation(turn.orientation, turn.momentum, xyz(torque[from]),
                               before.position_radius[from].w, before.velocity_mass[from].w, numbers->dt_s);
        }
        sorted.store(slot, turn);
    });
}

}  // namespace sim
