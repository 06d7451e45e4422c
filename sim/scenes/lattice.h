// Counts and roots for laying bodies out: integers and + - * / only, so that every machine gets the same.
#pragma once
#include <cstdint>

namespace sim {

inline constexpr float kSphereVolume = 4.18879020f;  // of radius 1

/// Smallest side with side^3 >= count.
inline uint32_t cube_side(uint64_t count) {
    uint64_t side = 1;
    while (side * side * side < count) ++side;
    return uint32_t(side);
}

/// Cube root by Newton's method, which comes down to it; `x` > 0.
inline float cube_root(float x) {
    float root = x < 1 ? 1.0f : x;
    for (;;) {
        const float next = (2 * root + x / (root * root)) / 3;
        if (!(next < root)) return root;
        root = next;
    }
}

}  // namespace sim
