#version 450 core
// Pairs as arcs from centre to centre (overlays/pair.frag): blue for a pair of the broad phase, whose boxes overlap,
// orange for one whose bodies touch. They bulge to the side, on the screen, and are tested as if in front of their bodies, so that each is
// seen over them. An instance a pair, a strip of kArcParts parts (app/observe/shown_pairs.h).
#include "frame/common.glsl"
#include "overlays/line_look.glsl"
#include "overlays/nearer.glsl"
#include "overlays/ribbon.glsl"
#include "overlays/shown_pairs.glsl"

layout(location = 0) uniform uint contacts_known;  // whether two spheres that overlap are bodies that touch

layout(location = 0) flat out vec4 line_colour;
layout(location = 1) noperspective out float across;
layout(location = 2) flat out vec4 border_colour;
layout(location = 3) flat out vec2 widths_px;
layout(location = 4) noperspective out float fade;  // 0 at the ends: of an arc to a body behind they would be left as specks

const int kParts = 10;
const float kBulge = 0.3;  // of the distance of the ends: so high is the arc, twice as high its control point
const float kHalfWidthPx = 0.8, kSelectedHalfWidthPx = 1.2, kBorderPx = 1.4;

vec3 bent(vec3 a, vec3 b, vec3 control, float t) {
    return mix(mix(a, control, t), mix(control, b, t), t);
}

layout(location = 2) uniform float part;  // of the strength

void main() {
    uvec2 pair = shown_pairs[gl_InstanceID];
    vec4 a = position_radius(pair.x), b = position_radius(pair.y);
    vec3 from = (view * vec4(a.xyz, 1.0)).xyz, to = (view * vec4(b.xyz, 1.0)).xyz;
    line_colour = border_colour = vec4(0.0);
    widths_px = vec2(0.0);
    across = fade = 0.0;
    gl_Position = kNowhere;
    gl_ClipDistance[0] = 1.0;
    if (pair.x == pair.y || !cut_at_eye(from, to)) return;

    // At right angles to the line on the screen; which side the ids say, so that it stays the same.
    vec3 middle = 0.5 * (from + to), along = to - from;
    vec3 sideways = cross(along, -middle);
    sideways *= (id_of(pair.x) < id_of(pair.y) ? 1.0 : -1.0) * inversesqrt(max(dot(sideways, sideways), 1e-20));
    vec3 control = middle + sideways * (2.0 * kBulge * length(along));

    bool touch = contacts_known != 0u && distance(a.xyz, b.xyz) <= a.w + b.w;
    bool selected = ids.x != kNobody && (id_of(pair.x) == ids.x || id_of(pair.y) == ids.x);
    vec3 colour = touch ? vec3(1.0, 0.60, 0.22) : vec3(0.45, 0.68, 1.0);
    if (light_theme()) colour = touch ? vec3(0.80, 0.36, 0.0) : vec3(0.05, 0.32, 0.72);
    float size_px = length(along) * viewport.w / max(-middle.z, 1e-6);
    float strength = line_strength(middle.z, size_px);
    line_colour = vec4(colour, selected ? max(strength, 0.85) : (touch ? 0.9 : 0.75) * strength);

    line_colour.a *= part;

    int step = gl_VertexID >> 1;
    float t = float(step) / float(kParts);
    fade = min(step, kParts - step) < 2 ? 0.0 : 1.0;
    vec3 here = bent(from, to, control, t);
    vec3 before = bent(from, to, control, t - 0.05), after = bent(from, to, control, t + 0.05);
    across = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    float half_px = selected ? kSelectedHalfWidthPx : kHalfWidthPx;
    widths_px = vec2(half_px, half_px + kBorderPx);
    border_colour = vec4(vec3(light_theme() ? 1.0 : 0.02), 0.6 * line_colour.a);
    vec4 clip = project_nearer(here, 1.05 * max(a.w, b.w));
    gl_Position = beside(clip, projection * vec4(before, 1.0), projection * vec4(after, 1.0), across * widths_px.y);
    cut_line(here);
}
