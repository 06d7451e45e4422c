// Everything a step works on, on one backend. Made once; only the pair arrays grow.
#pragma once
#include <memory>

#include "sim/bodies.h"
#include "sim/broad_phase/broad_phase.h"

namespace sim {

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
          contact_count(size_t(bodies) + 1),
          contact_begin(size_t(bodies) + 1),
          contact_fill(bodies),
          numbers(1),
          status(1) {
        grow_pairs(pair_capacity);
    }

    /// Drops the pairs that there are.
    void grow_pairs(uint64_t capacity) {
        pair_capacity = capacity;
        pairs = {};
        contacts = {};
        pairs = Array<uint32_t>(2 * capacity);
        contacts = Array<uint64_t>(2 * capacity);
    }

    size_t bytes() const {
        return 3 * committed.bytes() + boxes.bytes() + shift.bytes() + pair_count.bytes() +
               contact_count.bytes() + contact_begin.bytes() + contact_fill.bytes() + pairs.bytes() +
               contacts.bytes() + broad_phase->bytes();
    }

    uint32_t count;
    std::unique_ptr<BroadPhase<Exec>> broad_phase;
    BodyStore<Exec> committed, moved, sorted;
    Array<Box> boxes;
    Array<int32_t> shift;
    Array<uint32_t> pair_count;     // candidate pairs a body
    Array<uint32_t> contact_count;  // touching pairs a body
    Array<uint64_t> contact_begin;  // of its list in `contacts`
    Array<uint32_t> contact_fill;   // how much of its list is written
    Array<StepNumbers> numbers;
    Array<Status> status;
    uint64_t pair_capacity = 0;
    Array<uint32_t> pairs;     // two slots each
    Array<uint64_t> contacts;  // id of the other body << 32 | its slot; two entries a touching pair
    Vec3 middle_m{};           // of the container, for the choice of the sort axis
    float spread_scale = 1;
};

}  // namespace sim
