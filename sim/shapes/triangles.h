// A triangle mesh as a file gives it (app/io/obj.h) or a program makes it.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sim/math/vec3.h"

namespace sim {

struct TriangleMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<uint32_t, 3>> triangles;  // vertex numbers, counter-clockwise from outside
};

}  // namespace sim
