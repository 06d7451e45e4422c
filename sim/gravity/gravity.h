// Gravity between all bodies, as a scene asks for it and as the stages read it.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

inline constexpr uint32_t kMostLeafBodies = 32;
inline constexpr float kLeastSoftening = 1e-6f, kLeastOpening = 1e-6f;

/// [gravity] of a scene.
struct Gravity {
    bool on = false;
    float constant_n_m2_kg2 = 1;  // of Newton's law, above 0
    float softening_m = 0.05f;    // above 0: two bodies at distance r pull as if at sqrt(r^2 + this^2)
    float opening_angle = 0.8f;   // of the tree, above 0 to 1: the smaller, the more exact and the slower
    uint32_t leaf_bodies = 8;     // most in a leaf of the tree, 1 to kMostLeafBodies
    bool quadrupole = true;       // of the tree's nodes; else each pulls as one body
    bool direct = false;          // every body is summed on its own, without a tree

    bool operator==(const Gravity&) const = default;
};

/// Numbers of gravity that the stages read from memory, so that a running world can change them.
struct GravityNumbers {
    float constant_n_m2_kg2;
    float softening2;       // m^2
    float inverse_opening;  // 1 / opening angle
};

inline GravityNumbers gravity_numbers(const Gravity& gravity) {
    return {gravity.constant_n_m2_kg2, gravity.softening_m * gravity.softening_m, 1 / gravity.opening_angle};
}

}  // namespace sim
