#version 450 core
// Bodies that a walk has taken on their own, as dots in the colour of the level of their leaf. A vertex a
// body.
#include "frame/common.glsl"
#include "gravity/box_list.glsl"
#include "gravity/level.glsl"

layout(location = 0) flat out vec3 colour;

void main() {
    TreeBox body = boxes[gl_VertexID];
    vec3 centre = (view * vec4(body.low, 1.0)).xyz;
    colour = level_tint(body.level);
    gl_Position = is_cut_away(centre) ? kNowhere : projection * vec4(centre, 1.0);
    gl_PointSize = 5.0;
}
