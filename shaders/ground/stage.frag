#version 450 core
// Where no body is: the backdrop, and an endless floor in a pool of light that fades into it. On the floor a grid, the
// bodies' shadows (floor_light.frag) and their darkness where they touch it (shade.frag).
#include "frame/each_pixel.glsl"
#include "frame/common.glsl"
#include "light/lit.glsl"
#ifdef STILL
#define WIDE_LIGHTS
#include "light/shadow.glsl"
#include "light/sky.glsl"
#endif
layout(binding = 1) uniform sampler2D shade;
layout(binding = 7) uniform sampler2D floor_light;
layout(location = 0) uniform bool with_floor;

#ifdef COMPUTE
#include "ground/stage_places.glsl"
layout(binding = 8) uniform sampler2D depths;
vec3 towards;
vec4 off_and_cells, on_maps;
#else
layout(location = 0) noperspective in vec3 towards;  // StagePlaces
layout(location = 1) noperspective in vec4 off_and_cells;
layout(location = 2) noperspective in vec4 on_maps;
#endif

const vec3 kDarkFloor = vec3(0.112, 0.121, 0.136), kLightFloor = vec3(0.83, 0.84, 0.86);

/// 1 on a line of the grid, 0 between lines; fades where cells become smaller than a few pixels.
float grid(vec2 cells, vec2 cells_per_px) {
    vec2 to_line = abs(fract(cells + 0.5) - 0.5) / max(cells_per_px, vec2(1e-6));
    vec2 on_line = clamp(1.1 - to_line, 0.0, 1.0) * clamp(1.5 - 5.0 * cells_per_px, 0.0, 1.0);
    return max(on_line.x, on_line.y);
}

/// A map's light at a place; where the map ends it fades to 1, or what stands on its border would reach beyond it.
float light_on_map(sampler2D map, vec2 at) {
    vec2 inside = clamp((0.5 - abs(at - 0.5)) * 25.0, 0.0, 1.0);
    return mix(1.0, texture(map, at).r, inside.x * inside.y);
}

float sun_on_floor(vec2 at) {
#ifdef SHADOWS
    return light_on_map(floor_light, at);
#else
    return 1.0;
#endif
}

/// Not 0 on the horizon.
float divisor(vec3 towards) { return abs(towards.y) < 1e-6 ? 1e-6 : towards.y; }

/// How many cells of the grid a pixel is wide and high.
vec2 cells_per_pixel() {
#ifdef COMPUTE
    StagePlaces right = places_at(PIXEL + vec2(1.0, 0.0)), over = places_at(PIXEL + vec2(0.0, 1.0));
    vec2 here = off_and_cells.zw / divisor(towards);
    return abs(right.off_and_cells.zw / divisor(right.towards) - here) +
           abs(over.off_and_cells.zw / divisor(over.towards) - here);
#else
    return fwidth(off_and_cells.zw / divisor(towards));
#endif
}

/// What a still's tone curve makes this colour of, where it is as light as `full`. By that alone: what one sub-picture
/// has more the next ones have less.
vec3 before_tone(vec3 colour, vec3 full) {
#ifdef STILL
    float peak = max(full.r, max(full.g, full.b));
    if (ids.z == 0u) colour *= unbent(peak) / max(peak, 1e-6);
#endif
    return colour;
}

void main() {
#ifdef COMPUTE
    if (texelFetch(depths, ivec2(PIXEL), 0).r < 1.0) SKIP;
    StagePlaces places = places_at(PIXEL);
    towards = places.towards;
    off_and_cells = places.off_and_cells;
    on_maps = places.on_maps;
#endif
    vec3 colour = backdrop(abs(towards.y) * 2.0), full = colour;  // the latter as if nothing cast a shadow
    if (with_floor) {
        float scale = 1.0 / divisor(towards);
        vec4 floor_place = off_and_cells * scale, maps = on_maps * scale;
        float pool = 1.0 / (1.0 + 0.14 * dot(floor_place.xy, floor_place.xy));
        pool *= pool;
        vec2 cells_per_px = cells_per_pixel();
        float lines = grid(floor_place.zw * 0.2, cells_per_px * 0.2);
#if defined(SOFT_SHADOWS) || defined(STILL)
        lines = max(lines, 0.4 * grid(floor_place.zw, cells_per_px));
#endif
        bool from_above = up.w > 0.0;
#ifdef STILL
        vec4 world = vec4(eye.xyz - towards * (up.w * scale), 1.0);
        float sun = sunlit((world_to_sun * world).xyz, PIXEL);
        vec3 on_floor = kSun * (0.70 * sun) + kSkyTop * sky_share_of_floor(world_to_sky * world, up.xyz, PIXEL);
#else
        float touched = light_on_map(shade, maps.zw), sun = sun_on_floor(maps.xy);
        vec3 on_floor = kSun * ((0.28 + 0.42 * touched) * sun) + kSkyTop * (touched * (0.8 + 0.2 * sun));
#endif
        vec3 own = light_theme() ? kLightFloor * (1.0 - 0.1 * lines) : kDarkFloor * (1.0 + 0.2 * lines);
        own *= kExposure * 1.08;
        float seen = towards.y * up.w < 0.0 ? pool : 0.0;
        if (from_above) full = mix(colour, own * (0.70 * kSun + kSkyTop), seen);
        colour = from_above ? mix(colour, own * on_floor, seen) : colour + (light_theme() ? -0.1 : 0.05) * lines * seen;
    }
    vec2 corner = PIXEL / viewport.xy * 2.0 - 1.0;
    float to_corner = 1.0 - (light_theme() ? 0.05 : 0.25) * dot(corner, corner);
    colour *= to_corner;
    full *= to_corner;
    if (!with_floor) colour = full = open_backdrop(PIXEL, abs(towards.y) * 2.0);
    colour = before_tone(colour, full);
    put(vec4(to_srgb(colour) + dither(PIXEL), 1.0));
}
