// What the ground's vertex shaders hand over.
layout(location = 0) in vec3 world;
layout(location = 1) in vec2 slope;
layout(location = 2) in vec2 outwards;  // 0 on the surface

/// In the world; level on the sides of the block that the ground is cut out of.
vec3 ground_normal() {
    return normalize(outwards == vec2(0.0) ? vec3(-slope.x, 1.0, -slope.y) : vec3(outwards.x, 0.0, outwards.y));
}
