#version 450 core
// Near ambient occlusion of each second pixel that shows a body: how high the horizon stands along two lines through
// it, and what of the sky above the surface is left between them.
#include "frame/each_pixel.glsl"
#include "frame/common.glsl"
#include "spheres/instance_list.glsl"
#include "spheres/ray.glsl"
#ifdef MESHES
#include "meshes/surface.glsl"
#include "meshes/seen_surface.glsl"
#else
layout(binding = 8) uniform sampler2D depths;
#endif

layout(binding = 3) uniform usampler2D seen;  // slots
layout(location = 0) uniform uvec2 slot_window;  // the first slot that can be read, and how many

const int kLines = 2, kSteps = 4;
const float kReach = 2.2;  // in radii of the body
const float kLeastPx = 5.0, kMostPx = 90.0;
const float kPower = 1.6;

/// View space, of a place in pixels.
vec3 seen_at(vec2 pixel) {
    float depth = texelFetch(depths, ivec2(clamp(pixel, vec2(0.0), viewport.xy - 1.0)), 0).r;
    return vec3(pixel * ray.xy + ray.zw, -1.0) * distance_at(depth);
}

void main() {
    ivec2 at = min(ivec2(PIXEL) * 2, ivec2(viewport.xy) - 1);
    uint slot = (texelFetch(seen, at, 0).r & ~kSelectedBit) - slot_window.x;
    if (slot >= slot_window.y) SKIP;
    vec4 body = position_radius(slot);
    vec2 pixel = vec2(at) + 0.5;
    vec3 direction = vec3(pixel * ray.xy + ray.zw, -1.0);
#ifdef MESHES
    SeenSurface surface = seen_surface(at, direction);
    vec3 normal = surface.normal, place = direction * surface.distance_m;
#else
    vec3 centre = (view * vec4(body.xyz, 1.0)).xyz;
    Meeting met = meet(direction, centre, body.w);
    cut_open(met, centre, body.w);
    vec3 place = met.hit, normal = normalize(met.normal);
#endif
    vec3 to_eye = -normalize(direction);
    float px_per_m = viewport.w / max(-place.z, 1e-6);
    float reach_px = clamp(kReach * body.w * px_per_m, kLeastPx, kMostPx), reach = reach_px / px_per_m;
    ivec2 cell = ivec2(PIXEL) & 3;
    float turn = float((cell.x * 4 + cell.y * 7 + cell.x * cell.y * 2) & 15) / 16.0;  // other in each pixel of 4 x 4
    float shift = fract(turn * 5.0 + 0.5 * float(cell.y & 1));

    float open = 0.0;
    for (int line = 0; line < kLines; ++line) {
        float angle = 3.14159265 * (float(line) + turn) / float(kLines);
        vec2 along = vec2(cos(angle), sin(angle));
        vec3 across = normalize(cross(vec3(along, 0.0), to_eye));
        vec3 flat_normal = normal - across * dot(normal, across);
        float share = max(length(flat_normal), 1e-4);
        vec3 in_plane = cross(to_eye, across);  // along the line, at right angles to the view
        float tilt = atan(dot(flat_normal, in_plane), dot(flat_normal, to_eye));
        float horizon[2];
        for (int side = 0; side < 2; ++side) {
            float to_side = side == 0 ? 1.0 : -1.0;
            float least = cos(tilt + to_side * 1.5707963), high = least;
            for (int k = 0; k < kSteps; ++k) {
                float part = (float(k) + shift) / float(kSteps);
                vec2 there = pixel + to_side * along * max(part * part * reach_px, 1.0 + float(k));
                vec3 off = seen_at(floor(there) + 0.5) - place;
                float far = length(off);
                float weight = clamp(2.0 - 2.0 * far / reach, 0.0, 1.0);
                high = max(high, mix(least, dot(off, to_eye) / max(far, 1e-6), weight));
            }
            horizon[side] = to_side * acos(clamp(high, -1.0, 1.0));
        }
        // What a cosine leaves of the half circle above the surface.
        vec2 edges = vec2(min(horizon[0], tilt + 1.5707963), max(horizon[1], tilt - 1.5707963));
        vec2 arcs = 0.25 * (cos(tilt) + 2.0 * edges * sin(tilt) - cos(2.0 * edges - tilt));
        open += share * (arcs.x + arcs.y);
    }
    put(vec4(pow(clamp(open / float(kLines), 0.0, 1.0), kPower), -place.z, 0.0, 1.0));
}
