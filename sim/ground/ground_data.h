// What a step needs of the ground, on one backend. In scenes without a ground there is none of it.
#pragma once
#include "sim/ground/ground.h"

namespace sim {

template <class Exec>
struct GroundData {
    GroundData(const Ground& ground, uint32_t bodies) : drain(ground.drain), force(bodies) {}

    size_t bytes() const { return heights_m.bytes() + force.bytes(); }

    typename Exec::template Array<float> heights_m;  // where the host's own are out of reach
    Surroundings surroundings{};                     // set by the world, which knows where the heights are
    Drain drain;
    typename Exec::template Array<Vec4> force;  // on each body, by slot
};

}  // namespace sim
