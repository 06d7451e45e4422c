// The step's contacts: each body's touching partners in the rows of ContactTable. A search that makes a list
// of pairs has them noted here; the others note them where they find them.
#pragma once
#include "sim/exec/work.h"
#include "sim/step_data.h"

namespace sim {

/// Notes the contacts among the spheres of `bodies`.
template <class Exec>
void find_contacts(Exec& exec, StepData<Exec>& data) {
    const SortedBodies bodies = data.sorted();
    const ContactTable notes = data.contact_table();
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
    exec.each("contacts", CountedItems{found, capacity, 56}, [=] HOST_DEVICE(uint64_t p) {
        if (*found > capacity) return;  // the list was not written
        const uint32_t a = pairs[2 * p], b = pairs[2 * p + 1];
        const bool touch = touching(bodies.position_radius[a], bodies.position_radius[b]);
        notes.note_partner(a, b, touch);
        notes.note_partner(b, a, touch);
        if (touch) fetch_add(&notes.status->counters.contacts, uint64_t{1});
    });
}

/// Queues a list of what a picture shows of them in scenes of meshes: a mark at the deepest point of each pair that
/// touches. Asked for after the step, so that no step pays.
template <class Exec>
void list_contact_marks(Exec& exec, StepData<Exec>& data) {
    const SolverBody* bodies = data.constraints->bodies.data();
    const PairRows* rows = data.constraints->solved.rows.data();
    ContactMark* marks = data.rigid->marks.items.data();
    const uint64_t room = data.rigid->marks.capacity;
    const Status* status = data.status.data();
    uint64_t* count = data.rigid->mark_count.data();
    exec.each("marks/begin", 1, 0, [=] HOST_DEVICE(uint32_t) { *count = 0; });
    exec.each("marks", CountedItems{&status->solved_pairs, data.constraints->solved.capacity},
              [=] HOST_DEVICE(uint64_t k) {
                  const PairRows& pair = rows[k];
                  if (status->overflow || pair.idle) return;
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
                      marks[place] = {bodies[pair.a].position_m + row.at_a, not_negative(-row.apart_m),
                                      row.normal, fabsf(row.approach_m_s)};
              });
}

}  // namespace sim
