// A body's box as twelve lines: six vertices an edge (kBoxVertices in app/observe/sphere_raster.h).
#include "overlays/box_edges.glsl"
#include "overlays/line_look.glsl"
#include "overlays/ribbon.glsl"

layout(location = 0) flat out vec4 line_colour;
layout(location = 1) noperspective out float across;

const float kBoxHalfWidthPx = 1.1, kBoxAlpha = 0.6;

void no_box() {
    line_colour = vec4(0.0);
    across = 0.0;
    gl_Position = kNowhere;
    gl_ClipDistance[0] = 1.0;
}

/// `body`: centre and radius, of the colour's strength; a box of the selected body or its partners is stronger.
void box_line(vec3 low, vec3 high, vec4 body, vec3 colour, bool strong) {
    no_box();
    vec3 from, to;
    box_edge(gl_VertexID / 6, from, to);
    vec3 a = (view * vec4(mix(low, high, from), 1.0)).xyz, b = (view * vec4(mix(low, high, to), 1.0)).xyz;
    if (!cut_at_eye(a, b)) return;
    vec3 centre = (view * vec4(body.xyz, 1.0)).xyz;
    vec2 corner = ribbon_corner(gl_VertexID);
    float strength = line_strength(centre.z, 2.0 * body.w * viewport.w / max(-centre.z, 1e-6));
    line_colour = vec4(colour, strong ? max(strength, 0.7) : kBoxAlpha * strength);
    across = corner.y;
    gl_Position = ribbon(a, b, corner, kBoxHalfWidthPx);
    cut_line(corner.x < 0.5 ? a : b);
}
