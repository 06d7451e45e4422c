// Arrays of a step of given boxes. Other worlds have none.
#pragma once
#include "sim/given/given_boxes.h"

namespace sim {

template <class Exec>
struct GivenData {
    GivenData(uint32_t bodies, const GivenLook& how) : look(how), boxes(bodies), sorted_boxes(bodies) {}

    size_t bytes() const { return boxes.bytes() + sorted_boxes.bytes(); }

    GivenLook look;
    typename Exec::template Array<Box> boxes;         // by id
    typename Exec::template Array<Box> sorted_boxes;  // by slot, as of the last step's search
};

}  // namespace sim
