#version 450 core
// The floor's light under a crowd: the backend has summed how often the bodies halve it (app/observe/sphere_raster.h).
layout(std430, binding = 3) readonly buffer Shade { uint halvings[]; };
layout(location = 0) uniform uvec2 side_and_one;  // pixels a side; a halving in the sums

layout(location = 0) out vec4 out_light;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    out_light = vec4(exp2(-float(halvings[at.y * side_and_one.x + at.x]) / float(side_and_one.y)));
}
