// How much of a thing there may be, and what it takes.
#pragma once
#include <cstdint>

namespace sim {

inline constexpr uint32_t kMaxBodies = 1u << 27;  // and boxes of a search
inline constexpr uint64_t kPairBytes = 8;         // that a pair takes in a list
inline constexpr uint64_t kMaxPairs = uint64_t{kMaxBodies} * (kMaxBodies - 1) / 2;  // each with each

}  // namespace sim
