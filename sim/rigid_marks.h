// The contacts of the last step as a picture shows them: asked for after the step, so that no step pays.
#pragma once
#include "sim/step_data.h"

namespace sim {

/// Where contacts are constraints: a mark at the deepest point of each pair that touches.
template <class Exec>
void list_constraint_marks(Exec& exec, StepData<Exec>& data) {
    const Vec4* sphere = data.sorted_position_radius.data();
    const PairRows* rows = data.constraints->rows.data();
    ContactMark* marks = data.rigid->marks.items.data();
    const uint64_t room = data.rigid->marks.capacity;
    const Status* status = data.status.data();
    uint64_t* count = data.rigid->mark_count.data();
    exec.each("marks/begin", 1, 0, [=] HOST_DEVICE(uint32_t) { *count = 0; });
    exec.each_pair("marks", &status->point_blocks, data.constraints->manifolds.block_capacity, 0,
                   [=] HOST_DEVICE(uint64_t k) {
                       const PairRows& pair = rows[k];
                       if (status->overflow || pair.colour == kIdle) return;
                       uint32_t deepest = 0;
                       bool pushes = false;
                       for (uint32_t p = 0; p < pair.count; ++p) {
                           pushes |= pair.row[p].push_ns > 0;
                           if (pair.row[p].apart_m < pair.row[deepest].apart_m) deepest = p;
                       }
                       const Row& row = pair.row[deepest];
                       if (!pushes && !(row.apart_m < 0)) return;
                       const uint64_t place = fetch_add(count, uint64_t{1});
                       if (place < room)
                           marks[place] = {xyz(sphere[pair.a]) + row.at_a, not_negative(-row.apart_m),
                                           row.normal, fabsf(row.approach_m_s)};
                   });
}

/// Queues the list; of a step that did not complete there is none.
template <class Exec>
void list_contact_marks(Exec& exec, StepData<Exec>& data) {
    if (data.constraints) return list_constraint_marks(exec, data);
    const Vec4* sphere = data.sorted_position_radius.data();  // as the contacts' slots are
    const RigidContact* contacts = data.rigid->contacts.contacts.data();
    ContactMark* marks = data.rigid->marks.items.data();
    const Status* status = data.status.data();
    uint64_t* count = data.rigid->mark_count.data();
    exec.each("marks/begin", 1, 0,
              [=] HOST_DEVICE(uint32_t) { *count = status->overflow ? 0 : status->rigid_contacts; });
    exec.each_pair("marks", &status->rigid_contacts, data.rigid->marks.capacity, 0,
                   [=] HOST_DEVICE(uint64_t k) {
                       if (status->overflow) return;
                       const RigidContact& contact = contacts[k];
                       const PointSums& sums = contact.sums;
                       const Vec3 place = xyz(sphere[contact.pair.a]) + sums.place * (1 / sums.squared);
                       const float size = length(sums.cubed);
                       const Vec3 normal = size > 0 ? sums.cubed * (1 / size) : Vec3{0, 1, 0};
                       const float approach = fabsf(dot(sums.damping, normal)) / sums.squared;
                       marks[k] = {place, contact.depth_m(), normal, approach};
                   });
}

}  // namespace sim
