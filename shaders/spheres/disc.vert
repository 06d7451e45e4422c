#version 450 core
// Shadows: a body as a disc on the sun map, flat and facing the sun, at the depth of its centre
// (app/observe/raster_discs.h says why, and has the same numbers).
#include "frame/common.glsl"
#include "light/sun_fit.glsl"
#include "spheres/instance.glsl"
#include "spheres/quad_command.glsl"

layout(location = 0) flat out vec4 ellipse;  // centre in pixels of the map, 1 / half axes

const float kLeastPx = 0.7072;  // reaches the centre of one pixel at least

void main() {
    vec3 at = on_sun_map((world_to_sun * vec4(in_position_radius.xyz, 1.0)).xyz);
    vec2 half_px = max(in_position_radius.w * sun_map.x / sun_size.xy, vec2(kLeastPx));
    ellipse = vec4(at.xy * sun_map.x, 1.0 / half_px);
    bool casts = casts_shadow((view * vec4(in_position_radius.xyz, 1.0)).xyz, in_position_radius.w);
    vec3 place = vec3(at.xy, clamp(at.z, 0.0, 1.0)) * 2.0 - 1.0;
    float size = 2.0 * max(half_px.x, half_px.y) + 1.0;
    bool fits = size <= viewport.z && all(lessThanEqual(abs(place.xy), vec2(1.0)));
#ifdef QUADS
    gl_Position = kNowhere;
    if (fits || !casts) return;
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    gl_Position = vec4(place.xy + corner * (half_px + 0.5) * 2.0 * sun_map.y, place.z, 1.0);
#else
    gl_Position = fits && casts ? vec4(place, 1.0) : kNowhere;
    gl_PointSize = fits ? size : 1.0;
    if (!fits && casts) quad_command[1] = ids.y;  // each writes the same
#endif
}
