// Vectors of the picture and of the simulation.
#pragma once
#include <glm/glm.hpp>

#include "sim/scene.h"

namespace app {

inline glm::vec3 to_glm(const sim::Vec3& v) { return {v.x, v.y, v.z}; }
inline sim::Vec3 to_sim(const glm::vec3& v) { return {v.x, v.y, v.z}; }

/// The nearest place that is in a box.
inline sim::Vec3 kept_in(const sim::Container& box, sim::Vec3 place) {
    for (int axis = 0; axis < 3; ++axis)
        place[axis] = sim::larger(box.min_m[axis], sim::smaller(place[axis], box.max_m[axis]));
    return place;
}

}  // namespace app
