#version 450 core
// The floor seen from above: every body near it darkens a soft disc under itself.
#include "frame/common.glsl"
#include "spheres/instance.glsl"

layout(location = 0) flat out float strength;

void main() {
    float radius = in_position_radius.w;
    float height = (in_position_radius.y - radius - container_min.y) / radius;
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    strength = 0.0;
    if (height > 6.0 || !casts_shadow((view * vec4(in_position_radius.xyz, 1.0)).xyz, radius)) return;
    vec2 at = (in_position_radius.xz - shade_map.xy) * shade_map.z;
    float spread = 1.5 + 0.25 * max(height, 0.0);
    float size = 2.0 * spread * radius * shade_map.z * shade_map.w;
    float fade = 1.0 / (1.0 + height * height * 0.35);
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = clamp(size, 2.0, 255.0);
    strength = 0.62 * fade * min(1.0, size * size / 4.0);
}
