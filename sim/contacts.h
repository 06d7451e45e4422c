// The step's contacts: each body's touching partners in the rows of ContactNotes. A search that makes a list
// of pairs has them noted here; the others note them where they find them.
#pragma once
#include "sim/step_data.h"

namespace sim {

/// Notes the contacts among the spheres of `bodies`.
template <class Exec>
void find_contacts(Exec& exec, StepData<Exec>& data) {
    const SortedBodies bodies = data.sorted();
    const ContactNotes notes = data.contact_notes();
    if (data.broad_phase->notes_contacts()) {
        const BoxInput spheres = {nullptr, data.count, data.frame.data(), bodies.position_radius};
        data.broad_phase->note_contacts(exec, spheres, notes);
        return;
    }
    data.broad_phase->list_pairs(exec, {data.boxes.data(), data.count, data.frame.data()},
                                 {data.pairs.slots.data(), data.pairs.capacity, notes.status});
    const uint32_t* pairs = data.pairs.slots.data();
    const uint64_t* found = &notes.status->counters.pairs;
    const uint64_t capacity = data.pairs.capacity;
    exec.each_pair("contacts", found, capacity, 56, [=] HOST_DEVICE(uint64_t p) {
        if (*found > capacity) return;  // the list was not written
        const uint32_t a = pairs[2 * p], b = pairs[2 * p + 1];
        const bool touch = touching(bodies.position_radius[a], bodies.position_radius[b]);
        notes.note_partner(a, b, touch);
        notes.note_partner(b, a, touch);
        if (touch) fetch_add(&notes.status->counters.contacts, uint64_t{1});
    });
}

}  // namespace sim
