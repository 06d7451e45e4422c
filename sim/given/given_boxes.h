// Bodies that do not move by themselves: their boxes are handed to the world before each step, as frames of a recording.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/math/vec3.h"

namespace sim {

/// How such bodies are seen: a picture and a camera know them as spheres, by centre and radius.
struct GivenLook {
    bool spheres = false;      // whose boxes these are; else the bodies are the boxes
    float least_radius_m = 0;  // of a sphere: points have none

    /// Returns the middle of a box, and half of its longest side, of a box itself half of its diagonal.
    HOST_DEVICE Vec4 sphere_of(const Box& box) const {
        const Vec3 half = box.max * 0.5f - box.min * 0.5f;
        const float radius =
            spheres ? larger(larger(larger(half.x, half.y), half.z), least_radius_m) : length(half);
        return with_w(box.min * 0.5f + box.max * 0.5f, radius);
    }
};

/// What a world of given boxes starts with.
struct GivenStart {
    std::vector<Box> boxes;  // by id; at least one
    GivenLook look{};
    std::vector<Box> room{};  // beside these boxes, that the container is around from the start
};

/// The boxes of the next step. Body `id` has boxes[id]: a world has as many bodies as there are boxes.
struct GivenBoxes {
    std::span<const Box> boxes;  // finite, min <= max; at least one
    /// Ids in the order in which the sort meets them, each once. Empty: as the last step left them, where there are as
    /// many as before, else by id.
    std::span<const uint32_t> order = {};
    /// With an order: where the bodies were a step ago, by id, for their speed. Empty: where they are now.
    std::span<const Box> before = {};
};

}  // namespace sim
