#version 450 core
// Spheres as point sprites. All that does not depend on the pixel is made here, so that the fragment shader needs
// no ray: the ellipse that the sphere covers, and depth as a function of the place in it. What no sprite can show
// switches on the pass of the quads.
#include "frame/common.glsl"
#include "spheres/instance.glsl"
#include "spheres/quad_command.glsl"

layout(location = 0) flat out vec4 ellipse;  // centre in pixels; its equation's limit with half a pixel of edge; slope
layout(location = 1) flat out vec3 conic;
layout(location = 2) flat out vec4 depth;
layout(location = 3) flat out uint slot;

const float kRounding = 5e-7;

void main() {
    vec3 centre = (view * vec4(in_position_radius.xyz, 1.0)).xyz;
    float radius = in_position_radius.w;
    ScreenBox box = screen_box(centre, radius);
    ellipse = vec4(0.0);
    conic = vec3(0.0);
    depth = vec4(0.0);
    slot = slot_word(slot_of(gl_VertexID));
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    if (dot(clip_plane, vec4(centre, 1.0)) >= radius || radius * viewport.w <= point_look.x * -centre.z) return;
    if (!fits_sprite(centre, radius, box, 1.0)) {
        if (reaches_view(centre, radius)) quad_command[1] = ids.y;  // each writes the same
        return;
    }

    // The silhouette: an ellipse with its long axis away from the middle of the screen.
    float across = length(centre.xy), distance_squared = dot(centre, centre);
    vec2 outwards = across > 0.0 ? centre.xy / across : vec2(1.0, 0.0);
    float short_squared = centre.z * centre.z - radius * radius;
    float short_px = radius * inversesqrt(short_squared) * viewport.w;
    float long_px = radius * sqrt(distance_squared - radius * radius) / short_squared * viewport.w;
    vec2 axes = 1.0 / (vec2(long_px, short_px) * vec2(long_px, short_px));
    conic = vec3(dot(outwards * outwards, axes), 2.0 * outwards.x * outwards.y * (axes.x - axes.y),
                 dot(outwards * outwards, axes.yx));
    float reach = 1.0 + kEdgePx / short_px;
    float per_distance = inversesqrt(distance_squared);
    float slope = radius * per_distance;
    ellipse = vec4((box.centre * 0.5 + 0.5) * viewport.xy, reach * reach, slope);

    // Depth, taken as linear from the sphere's centre to its front: the normal's z times `span`.
    float middle = window_depth(centre.z);
    float span = window_depth(centre.z + radius) - middle;
    depth = vec4(middle, span * across * per_distance / long_px * outwards, -span * centre.z * per_distance);

    // No fragment is nearer than this: |place in the ellipse| <= reach and the normal's share of it are bounded
    // together. The fragment shader has promised to write only greater depths.
    float front = middle + span * (reach + slope * reach * reach) - kRounding;
    gl_Position = vec4(box.centre, max(2.0 * front - 1.0, -1.0), 1.0);
    gl_PointSize = 2.0 * max(box.half_px.x, box.half_px.y);
}
