// Made sets of boxes that are hard for a broad phase, any number of each kind.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/math/vec3.h"
#include "sim/scenes/random.h"

namespace nasty_boxes {

using sim::Box;
using sim::Random;

inline constexpr float kMost = 3.4028235e38f;

/// Between 2^low and 2^high, evenly in the exponent.
inline float power(Random& random, int low, int high) {
    return std::ldexp(1.0f + random.unit(), low + int(random.bits() % uint32_t(high - low)));
}

inline float within(float x) { return std::min(kMost, std::max(-kMost, x)); }

inline Box box_at(const float* low, const float* size) {
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        box.min[axis] = within(low[axis]);
        box.max[axis] = within(std::max(box.min[axis], low[axis] + size[axis]));
    }
    return box;
}

/// One kind of trouble; `side` is the length over which the boxes are strewn.
struct Kind {
    const char* name;
    void (*fill)(Random& random, float* low, float* size);
};

inline void strewn(Random& random, float side, float* low) {
    for (int axis = 0; axis < 3; ++axis) low[axis] = side * random.signed_unit();
}

inline void sized(float* size, float x) { size[0] = size[1] = size[2] = x; }

inline const Kind kKinds[] = {
    {"equal cubes",
     [](Random& random, float* low, float* size) {
         strewn(random, 3, low);
         sized(size, 1);
     }},
    {"sizes over six powers of ten",
     [](Random& random, float* low, float* size) {
         strewn(random, 3, low);
         sized(size, power(random, -18, 2));
     }},
    {"walls and sticks",
     [](Random& random, float* low, float* size) {
         strewn(random, 3, low);
         for (int axis = 0; axis < 3; ++axis) size[axis] = random.bits() % 2 ? 8 : 0.1f;
     }},
    {"a giant among many",
     [](Random& random, float* low, float* size) {
         strewn(random, 3, low);
         sized(size, random.bits() % 20 ? 0.2f : 6);
     }},
    {"a few far away",
     [](Random& random, float* low, float* size) {
         strewn(random, random.bits() % 16 ? 2 : 1e30f, low);
         sized(size, 0.7f);
     }},
    {"coordinates of every exponent",
     [](Random& random, float* low, float* size) {
         for (int axis = 0; axis < 3; ++axis) {
             low[axis] = power(random, -149, 128) * (random.bits() % 2 ? 1.0f : -1.0f);
             size[axis] = power(random, -149, 128);
         }
     }},
    {"near the largest floats",
     [](Random& random, float* low, float* size) {
         strewn(random, kMost, low);
         for (int axis = 0; axis < 3; ++axis) size[axis] = kMost * random.unit();
     }},
    {"points, some at one place",
     [](Random& random, float* low, float* size) {
         for (int axis = 0; axis < 3; ++axis) low[axis] = float(random.bits() % 3);
         sized(size, 0);
     }},
    {"all on one plane",
     [](Random& random, float* low, float* size) {
         strewn(random, 4, low);
         sized(size, 1);
         low[2] = size[2] = 0;
     }},
    {"all on one line, far from zero",
     [](Random& random, float* low, float* size) {
         low[0] = low[2] = 1e6f;
         low[1] = 1e6f + 16 * random.signed_unit();
         sized(size, 0.5f);
     }},
    {"a sheet seen edge-on, aslant",
     [](Random& random, float* low, float* size) {
         const float a = 5 * random.signed_unit(), b = 5 * random.signed_unit();
         low[0] = a, low[1] = b, low[2] = a + 0.1f * b;
         sized(size, 1);
     }},
    {"denormal sizes and places",
     [](Random& random, float* low, float* size) {
         strewn(random, 1e-40f, low);
         sized(size, 2e-41f);
     }},
    {"points a few denormals apart",
     [](Random& random, float* low, float* size) {
         for (int axis = 0; axis < 3; ++axis) low[axis] = std::ldexp(float(random.bits() % 13), -149);
         sized(size, 0);
     }},
    {"a dense core in a thin halo",
     [](Random& random, float* low, float* size) {
         strewn(random, random.bits() % 7 ? 1 : 1000, low);
         sized(size, 0.3f);
     }},
    {"sticks along each axis",
     [](Random& random, float* low, float* size) {
         strewn(random, 6, low);
         sized(size, 0.1f);
         size[random.bits() % 3] = 9;
     }},
    {"on a lattice, touching",
     [](Random& random, float* low, float* size) {
         for (int axis = 0; axis < 3; ++axis) low[axis] = float(random.bits() % 5);
         sized(size, 1);
     }},
};

inline std::vector<Box> make(const Kind& kind, uint32_t count, uint64_t seed) {
    Random random(seed);
    std::vector<Box> boxes;
    for (uint32_t i = 0; i < count; ++i) {
        float low[3], size[3];
        kind.fill(random, low, size);
        boxes.push_back(box_at(low, size));
    }
    return boxes;
}

}  // namespace nasty_boxes
