// Everything a step works on, on one backend. Made once; only the pair arrays grow.
#pragma once
#include <memory>

#include "sim/bodies.h"
#include "sim/broad_phase/broad_phase.h"
#include "sim/exec/limits.h"
#include "sim/exec/memory.h"
#include "sim/views.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace sim {

inline constexpr uint32_t kApart = 0xffffffffu;

/// On the host memory is promised before it is there: ask first. A device says no by itself.
template <class Exec>
void require_room(uint64_t bytes) {
    if (Exec::kBackend == sort::Backend::cpu) require_host_memory("pairs", bytes);
}

template <class Exec>
struct StepData {
    template <class T>
    using Array = typename Exec::template Array<T>;

    StepData(uint32_t bodies, std::unique_ptr<BroadPhase<Exec>> algorithm, uint64_t pair_capacity)
        : count(bodies),
          broad_phase(std::move(algorithm)),
          committed(bodies),
          moved(bodies),
          sorted(bodies),
          boxes(bodies),
          shift(bodies),
          pair_count(bodies),
          contact_count(bodies),
          contact_begin(size_t(bodies) + 1),
          tally(bodies),
          crowded(bodies),
          numbers(1),
          frame(1),
          status(1) {
        grow_pairs(pair_capacity);
    }

    /// Drops the pairs that there are.
    void grow_pairs(uint64_t capacity) {
        pair_capacity = 0;
        pairs = {};
        pair_places = {};
        contacts = {};
        pairs = Array<uint32_t>(2 * capacity);
        pair_places = Array<uint32_t>(2 * capacity);
        contacts = Array<uint64_t>(2 * capacity);
        pair_capacity = capacity;
    }

    /// Makes room for `needed` pairs, with a quarter more if that fits too. Throws sort::OverLimit with the
    /// count; the room is then what it was.
    void make_room(uint64_t needed, uint64_t most_pairs) {
        const uint64_t had = pair_capacity;
        for (const uint64_t capacity : {needed + needed / 4, needed}) {
            try {
                if (capacity > most_pairs) throw sort::OverLimit("the limit is " + sort::grouped(most_pairs));
                require_room<Exec>(capacity * (kPairBytes + kHostPairBytes));
                grow_pairs(capacity);
                return;
            } catch (const sort::OverLimit& error) {
                if (pair_capacity != had) grow_pairs(had);
                if (capacity == needed) {
                    throw sort::OverLimit("a step has " + sort::grouped(needed) +
                                          " pairs, which do not fit: " + error.what());
                }
            }
        }
    }

    BodyView body_view() const {
        const BodyArrays arrays = const_cast<StepData&>(*this).committed.arrays();  // writable pointers
        return {count,
                arrays.position_radius,
                arrays.velocity_mass,
                arrays.acceleration_still,
                arrays.id,
                broad_phase->rank(),
                shift.data(),
                pair_count.data(),
                broad_phase->keys()};
    }

    PairView pair_view() const { return {pairs.data(), &status.data()->counters.pairs, pair_capacity}; }

    size_t bytes() const {
        return 3 * committed.bytes() + boxes.bytes() + shift.bytes() + pair_count.bytes() +
               contact_count.bytes() + contact_begin.bytes() + tally.bytes() + crowded.bytes() +
               2 * pairs.bytes() + contacts.bytes() + broad_phase->bytes();
    }

    uint32_t count;
    std::unique_ptr<BroadPhase<Exec>> broad_phase;
    BodyStore<Exec> committed, moved, sorted;
    Array<Box> boxes;
    Array<int32_t> shift;
    Array<uint32_t> pair_count;     // candidate pairs a body
    Array<uint32_t> contact_count;  // touching pairs a body
    Array<uint64_t> contact_begin;  // of its list in `contacts`
    Array<uint64_t> tally;    // candidate pairs << 32 | touching pairs of a body, while they are counted
    Array<uint32_t> crowded;  // slots of bodies with more than kManyContacts contacts
    Array<StepNumbers> numbers;
    Array<SpreadFrame> frame;  // of the container
    Array<Status> status;
    uint64_t pair_capacity = 0;
    Array<uint32_t> pairs;        // two slots each
    Array<uint32_t> pair_places;  // of a touching pair in its two bodies' lists, else kApart
    Array<uint64_t> contacts;     // id of the other body << 32 | its slot; two entries a touching pair
};

}  // namespace sim
