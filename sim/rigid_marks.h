// The contacts of the last step as a picture shows them: asked for after the step, so that no step pays.
#pragma once
#include "sim/step_data.h"

namespace sim {

/// Queues the list; of a step that did not complete there is none.
template <class Exec>
void list_contact_marks(Exec& exec, StepData<Exec>& data) {
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
