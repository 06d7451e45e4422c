#version 450 core
// The boxes of bodies with meshes, as the search has used them, thinned out. An instance a body. The selected body
// always has one.
#include "frame/common.glsl"
#include "overlays/box_choice.glsl"
#include "overlays/box_lines.glsl"
#include "spheres/instance.glsl"

layout(location = 4) in vec3 in_low;
layout(location = 5) in vec3 in_high;

void main() {
    no_box();
    if (!box_chosen(in_position_radius, in_id)) return;
    bool selected = in_id == ids.x;
    box_line(in_low, in_high, in_position_radius, selected ? selected_tint() : line_tint(in_value), selected);
}
