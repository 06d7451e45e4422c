#version 450 core
// Lights what the mesh passes left at each pixel. Pixels without a body fail the depth test, or show the ground.
#include "frame/common.glsl"
#include "spheres/instance_list.glsl"
#include "light/lit_surface.glsl"
#include "meshes/surface.glsl"

layout(binding = 3) uniform usampler2D seen;      // slots
layout(binding = 5) uniform usampler2D surfaces;  // as pack_surface() makes them
layout(location = 0) uniform uvec2 slot_window;   // the first slot that can be read, and how many

layout(location = 0) out vec4 out_colour;

void main() {
    uint word = texelFetch(seen, ivec2(gl_FragCoord.xy), 0).r;
    uint place = (word & ~kSelectedBit) - slot_window.x;
    if (place >= slot_window.y) discard;
    bool selected = (word & kSelectedBit) != 0u;

    uvec2 surface = texelFetch(surfaces, ivec2(gl_FragCoord.xy), 0).rg;
    vec3 normal = surface_normal(surface);
    vec3 at = vec3(gl_FragCoord.xy * ray.xy + ray.zw, -1.0) * uintBitsToFloat(surface.y);
    float facing = clamp(-dot(normal, at) * inversesqrt(dot(at, at)), 0.0, 1.0);
    float height = (dot(at, up.xyz) + up.w) / position_radius(place).w;
    vec3 colour = body_colour(value_of(place), selected);
    // A sphere's crease and rim would darken and light whole faces that are seen aslant.
    vec3 lit = lit_surface(colour, normal, mix(0.5, 1.0, facing), height, false);
    if (selected) lit = mix(lit, kHighlight, 0.45 * smoothstep(0.8, 0.2, facing) + 0.12);
    vec3 shown = ids.z != 0u ? to_srgb(colour) : mix(to_srgb(lit), backdrop(0.5), haze(at.z));
    out_colour = vec4(shown, 1.0);
}
