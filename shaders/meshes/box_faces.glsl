// The faces of a body that is a box: four vertices each, whose two triangles (BoxPass) are counter-clockwise as seen from
// outside. An instance a body.
// Needs frame/common.glsl and spheres/instance.glsl.
layout(location = 4) in vec3 in_low;
layout(location = 5) in vec3 in_high;

const float kLeastBoxPx = 0.6;  // half of a side: a thin box still meets the centres of pixels

// The place of a vertex: its face stands across an axis, at its low or its high end.
struct FacePlace {
    int axis;
    bool high;
    vec2 corner;  // 0 or 1 along the next two axes
};

#ifdef EYE_SIDES
/// Of the three faces that the eye may see, one across each axis: EYE_SIDES is set where no other can be.
FacePlace face_place() {
    int axis = gl_VertexID >> 2;
    bool high = eye[axis] > 0.5 * in_low[axis] + 0.5 * in_high[axis];
    return FacePlace(axis, high, vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1));
}
#else
FacePlace face_place() {
    int face = gl_VertexID >> 2;
    return FacePlace(face >> 1, (face & 1) != 0, vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1));
}
#endif

vec3 face_normal(FacePlace place) {
    vec3 normal = vec3(0.0);
    normal[place.axis] = place.high ? 1.0 : -1.0;
    return normal;
}

/// World, of a box that is at least so wide.
vec3 face_corner(FacePlace place, float least_half_m) {
    vec2 along = place.high ? place.corner : place.corner.yx;  // counter-clockwise from outside
    vec3 corner;
    corner[place.axis] = float(place.high);
    corner[(place.axis + 1) % 3] = along.x;
    corner[(place.axis + 2) % 3] = along.y;
    vec3 middle = 0.5 * in_low + 0.5 * in_high, half_side = 0.5 * in_high - 0.5 * in_low;
    return middle + (2.0 * corner - 1.0) * max(half_side, vec3(least_half_m));
}

/// How far half a side of kLeastBoxPx is, in metres.
float least_half_m() {
    return kLeastBoxPx * max(-(view * vec4(in_position_radius.xyz, 1.0)).z, 1e-6) / viewport.w;
}
