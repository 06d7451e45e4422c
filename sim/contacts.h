// The step's contacts: each body's touching partners in ascending id, one list behind the other.
#pragma once
#include "sim/math/atomic.h"
#include "sim/math/order.h"
#include "sim/step_data.h"

namespace sim {

/// Bodies with more contacts are worked on by a group (group.h): alone, one big body would hold up a warp.
inline constexpr uint32_t kManyContacts = 48;

/// Notes a pair of the watched body: its partner's id.
HOST_DEVICE inline void note_watched(Status* status, uint32_t id, uint32_t partner) {
    if (id != status->watched_id) return;
    const uint32_t place = fetch_add(&status->watched_count, 1);
    if (place < kWatchedPairs) status->counters.watched.pair_ids[place] = partner;
}

/// Puts the list of one body in order; a functor, as nvcc has no lambdas with `auto` parameters for kernels.
struct OrderCrowded {
    const Status* status;
    uint64_t* contacts;
    const uint64_t* begin;
    const uint32_t* count;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t slot) const {
        if (!status->overflow) sort_list(group, contacts + begin[slot], count[slot]);
    }
};

/// Lists each body's touching partners in ascending id.
template <class Exec>
void find_contacts(Exec& exec, StepData<Exec>& data, const BodyArrays& bodies) {
    Status* status = data.status.data();
    const uint32_t* pairs = data.pairs.data();
    const uint64_t* pairs_found = &data.status.data()->counters.pairs;
    uint32_t* pair_count = data.pair_count.data();
    uint32_t* count = data.contact_count.data();
    uint64_t* begin = data.contact_begin.data();
    uint64_t* tally = data.tally.data();
    uint32_t* places = data.pair_places.data();
    uint64_t* contacts = data.contacts.data();
    uint32_t* crowded = data.crowded.data();
    const uint32_t n = data.count;

    // Count each body's candidate and touching pairs; the count so far is a pair's place in the body's list.
    exec.each("contacts/clear", n, 8, [=] HOST_DEVICE(uint32_t slot) { tally[slot] = 0; });
    exec.each_pair("contacts/exact pairs", pairs_found, data.pair_capacity, 48, [=] HOST_DEVICE(uint64_t p) {
        if (status->overflow) return;
        const uint32_t a = pairs[2 * p], b = pairs[2 * p + 1];
        const bool touch = touching(bodies.position_radius[a], bodies.position_radius[b]);
        const uint64_t both = uint64_t(1) << 32 | uint64_t(touch);
        const uint64_t before_a = fetch_add(&tally[a], both), before_b = fetch_add(&tally[b], both);
        places[2 * p] = touch ? uint32_t(before_a) : kApart;
        places[2 * p + 1] = touch ? uint32_t(before_b) : kApart;
        note_watched(status, bodies.id[a], bodies.id[b]);
        note_watched(status, bodies.id[b], bodies.id[a]);
    });
    exec.each("contacts/counts", n, 16, [=] HOST_DEVICE(uint32_t slot) {
        pair_count[slot] = uint32_t(tally[slot] >> 32);
        count[slot] = uint32_t(tally[slot]);
        if (count[slot] > kManyContacts) crowded[fetch_add(&status->crowded, 1)] = slot;
    });

    // Fill the lists, one behind the other, then put each in order.
    exec.exclusive_sum("contacts/scan", count, begin, n);
    exec.each_pair("contacts/list", pairs_found, data.pair_capacity, 40, [=] HOST_DEVICE(uint64_t p) {
        if (status->overflow || places[2 * p] == kApart) return;
        const uint32_t a = pairs[2 * p], b = pairs[2 * p + 1];
        contacts[begin[a] + places[2 * p]] = uint64_t(bodies.id[b]) << 32 | b;
        contacts[begin[b] + places[2 * p + 1]] = uint64_t(bodies.id[a]) << 32 | a;
    });
    exec.each("contacts/order", n, 16, [=] HOST_DEVICE(uint32_t slot) {
        if (status->overflow) return;
        if (count[slot] <= kManyContacts) sort_list(contacts + begin[slot], count[slot]);
        if (slot == 0) status->counters.contacts = begin[n] / 2;
    });
    exec.each_listed("contacts/crowded", crowded, &data.status.data()->crowded,
                     OrderCrowded{status, contacts, begin, count});
}

}  // namespace sim
