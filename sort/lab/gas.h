// The bodies of a made gas: spheres of one diameter that fill 26 % of a cube, in fixed point, so that every
// machine makes the same. Their keys are made in inputs_gas.cpp, and by who else knows how
// (add_input_kind).
#pragma once
#include "sort/lab/inputs_made.h"

namespace sort::made {

constexpr int kFraction = 32;  // bits behind the point of a length in diameters
constexpr int64_t kDiameter = int64_t{1} << kFraction;

/// Returns the edge of the cube that `count` bodies fill to 26 %, to 20 bits behind the point.
int64_t cube_edge(uint64_t count);

/// Returns a random place from 0 to `edge`; n as in random_number.
int64_t random_place(int64_t edge, uint64_t seed, uint64_t n);

/// Returns a place one frame later: `millionths` of a diameter away (rms), within the walls. Uses streams
/// `stream` to `stream` + 2 of the counter.
int64_t moved_place(int64_t place, int64_t edge, uint64_t millionths, uint64_t seed, uint64_t stream,
                    uint64_t n);

}  // namespace sort::made
