#version 450 core
// The boxes of spheres, thinned out. An instance a body.
#include "frame/common.glsl"
#include "overlays/box_choice.glsl"
#include "overlays/box_lines.glsl"
#include "spheres/instance.glsl"

void main() {
    no_box();
    if (!box_chosen(in_position_radius, in_id)) return;
    bool selected = in_id == ids.x;
    box_line(in_position_radius.xyz - in_position_radius.w, in_position_radius.xyz + in_position_radius.w,
             in_position_radius, selected ? selected_tint() : line_tint(in_value), selected);
}
