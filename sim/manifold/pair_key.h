// What names a pair of bodies, or a body and a wall, whatever slots the bodies have got.
#pragma once
#include <cstdint>

#include "sim/math/vec3.h"

namespace sim {

/// Number of the first wall, in place of a slot and of an id: wall k is kFirstWall + k. Two per axis, the
/// lower one first.
inline constexpr uint32_t kFirstWall = 0xfffffff0u, kWalls = 6;

HOST_DEVICE inline uint64_t pair_key(uint32_t a_id, uint32_t b_id) { return uint64_t{a_id} << 32 | b_id; }

}  // namespace sim
