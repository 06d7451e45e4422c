#version 450 core
// Bodies that are too small to be seen as spheres, as points: each adds its colour, and 1, to the pixels
// around its place, by a soft spot whose sum is the same wherever it lies. What spheres hide adds nothing.
#include "frame/common.glsl"
#include "points/density.glsl"
#include "spheres/instance_list.glsl"

layout(local_size_x = 256) in;
layout(std430, binding = 1) buffer Density { uint words[]; };
layout(binding = 8) uniform sampler2D depths;
layout(location = 0) uniform uvec2 slot_window;  // the first slot that can be read, and how many

const float kDimmedLight = 0.05;  // of bodies that a brush leaves out
const float kMarkedLight = 4.0;   // of those that stand out; app/gl/passes/point_pass.cpp

void add_spot(int k, vec2 at, float light, vec3 colour) {
    Grid cells = grid(k);
    float radius = spot_cells(k), per_radius2 = 1.0 / (radius * radius);
    at /= float(cells.px);
    light *= unit * kSpotPeak * per_radius2;
    ivec2 low = max(ivec2(floor(at - radius + 0.5)), ivec2(0));
    ivec2 high = min(ivec2(floor(at + radius - 0.5)), ivec2(cells.width, cells.height) - 1);
    for (int y = low.y; y <= high.y; ++y) {
        for (int x = low.x; x <= high.x; ++x) {
            vec2 off = vec2(x, y) + 0.5 - at;
            float inside = max(1.0 - dot(off, off) * per_radius2, 0.0);
            float here = light * inside * inside;
            uvec3 parts = uvec3(colour * here + 0.5);
            uint sum = uint(here + 0.5);
            if (sum == 0u) continue;
            uint word = cells.first + (uint(y) * cells.width + uint(x)) * 4u;
            atomicAdd(words[word], parts.r);
            atomicAdd(words[word + 1u], parts.g);
            atomicAdd(words[word + 2u], parts.b);
            atomicAdd(words[word + 3u], sum);
        }
    }
}

void main() {
    uint place = gl_GlobalInvocationID.x;
    if (place >= slot_window.y) return;
    vec4 body = position_radius(place);
    vec3 centre = (view * vec4(body.xyz, 1.0)).xyz;
    float distance_m = -centre.z;
    if (body.w <= 0.0 || distance_m <= 0.0 || is_cut_away(centre)) return;
    float share = 1.0 - sphere_share(body.w * viewport.w / distance_m);
    vec2 slope = vec2(projection[0][0], projection[1][1]) / distance_m;
    vec2 at = (centre.xy * slope * 0.5 + 0.5) * viewport.xy;
    float reach = max(spot_px.x, spot_px.y);
    if (share <= 0.0 || any(lessThan(at, vec2(-reach))) || any(greaterThan(at, viewport.xy + reach))) return;
    ivec2 pixel = clamp(ivec2(at), ivec2(0), ivec2(viewport.xy) - 1);
    float front = centre.z + 1.5 * body.w;  // in front of its own sphere, where it is a little of one
    if (texelFetch(depths, pixel, 0).r < window_depth(front)) return;

    if (dimmed(place)) share *= kDimmedLight;
    if (marked(place)) share *= kMarkedLight;
    vec3 colour = palette_linear(value_of(place));
    add_spot(0, at, share, colour);
    add_spot(1, at, share, colour);
}
