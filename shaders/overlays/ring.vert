#version 450 core
// A halo around the selected body, as deep as its nearest point and a little nearer: the ground that it lies on
// is behind it. All other bodies collapse to nothing.
#include "frame/common.glsl"
#include "spheres/instance.glsl"

layout(location = 0) flat out vec3 centre_radius_px;

void main() {
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    centre_radius_px = vec3(0.0);
    if (in_id != ids.x) return;
    vec3 centre = (view * vec4(in_position_radius.xyz, 1.0)).xyz;
    ScreenBox box = screen_box(centre, in_position_radius.w);
    if (box.whole) return;
    float radius_px = max(max(box.half_px.x, box.half_px.y), 4.0) + 4.0;
    float size = 2.0 * radius_px + 9.0;
    if (size > viewport.z) return;  // close up, the body's own bright edge is enough
    float nearest = min(centre.z + 2.0 * in_position_radius.w, 0.0);
    gl_Position = vec4(box.centre, clamp(2.0 * window_depth(nearest) - 1.0, -1.0, 1.0), 1.0);
    gl_PointSize = size;
    centre_radius_px = vec3((box.centre * 0.5 + 0.5) * viewport.xy, radius_px);
}
