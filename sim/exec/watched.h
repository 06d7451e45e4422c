// What the host reads of the body that the user selected, noted at the end of a step.
#pragma once
#include "sim/exec/status.h"
#include "sim/math/atomic.h"
#include "sim/math/motion.h"

namespace sim {

/// Notes the watched body, which is in `slot`, as it is after the step.
template <class Arrays>
HOST_DEVICE inline void note_watched_body(const Arrays& s, uint32_t slot, const Motion& body) {
    WatchedBody& watched = s.status->counters.watched;
    watched.id = s.bodies.id[slot];
    watched.slot = slot;
    watched.rank = s.rank ? s.rank[slot] : slot;
    watched.key = s.keys ? s.keys[slot] : 0;
    watched.pair_count = s.pair_count[slot];
    watched.position_m = body.position_m;
    watched.velocity_m_s = body.velocity_m_s;
    watched.radius_m = body.radius_m;
    watched.mass_kg = body.mass_kg;
    watched.still_s = body.still_s;
}

/// Notes the body if its box overlaps that of the watched one: who selects a body slows nobody's search.
template <class Arrays>
HOST_DEVICE inline void note_partner_of_watched(const Arrays& s, uint32_t slot) {
    const uint32_t watched = s.status->watched_slot;
    if (watched == kNobody || watched == slot) return;
    if (!overlaps(s.box(slot), s.box(watched))) return;
    const uint32_t place = fetch_add(&s.status->watched_count, 1);
    if (place < kWatchedPairs) s.status->counters.watched.pair_ids[place] = s.bodies.id[slot];
}

}  // namespace sim
