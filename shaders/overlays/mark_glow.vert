#version 450 core
// Contacts of bodies with meshes glow as those of spheres do (overlays/glow.vert).
#include "frame/common.glsl"
#include "overlays/mark_list.glsl"
#include "overlays/glow_strength.glsl"

layout(location = 0) flat out float strength;

void main() {
    ContactMark mark = marks[gl_VertexID];
    vec3 in_view = (view * vec4(mark.place_depth.xyz, 1.0)).xyz;
    float size_px = kReach * body_px(in_view.z);
    strength = glow_strength(mark.normal_approach.w, size_px);
    gl_PointSize = min(max(size_px, 3.0), viewport.z);
    gl_Position = strength <= 0.0 || is_cut_away(in_view)
                      ? kNowhere
                      : project_nearer(in_view, kMarkNearer * mark_scale.x);
}
