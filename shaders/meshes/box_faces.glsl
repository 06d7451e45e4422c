// The faces of a body that is a box: six vertices each, counter-clockwise as seen from outside. An instance a body.
// Needs frame/common.glsl and spheres/instance.glsl.
layout(location = 4) in vec3 in_low;
layout(location = 5) in vec3 in_high;

const float kLeastBoxPx = 0.6;  // half of a side: a thin box still meets the centres of pixels

vec3 face_normal() {
    int face = gl_VertexID / 6;
    vec3 normal = vec3(0.0);
    normal[face >> 1] = float(face & 1) * 2.0 - 1.0;
    return normal;
}

/// World, of a box that is at least so wide.
vec3 face_corner(float least_half_m) {
    int face = gl_VertexID / 6, k = gl_VertexID % 6, axis = face >> 1;
    vec2 place = vec2(k == 1 || k == 2 || k == 4, k == 2 || k == 4 || k == 5);
    if ((face & 1) == 0) place = place.yx;
    vec3 corner;
    corner[axis] = float(face & 1);
    corner[(axis + 1) % 3] = place.x;
    corner[(axis + 2) % 3] = place.y;
    vec3 middle = 0.5 * in_low + 0.5 * in_high, half_side = 0.5 * in_high - 0.5 * in_low;
    return middle + (2.0 * corner - 1.0) * max(half_side, vec3(least_half_m));
}

/// How far half a side of kLeastBoxPx is, in metres.
float least_half_m() {
    return kLeastBoxPx * max(-(view * vec4(in_position_radius.xyz, 1.0)).z, 1e-6) / viewport.w;
}
