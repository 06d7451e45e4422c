// One body as the backend wrote it (app/instances.h), as vertex attributes.
layout(location = 0) in vec4 in_position_radius;
layout(location = 1) in float in_value;
layout(location = 2) in uint in_id;

/// The body's colour, linear.
vec3 body_colour() {
    vec3 colour = palette_linear(in_value);
    return in_id == ids.x ? mix(colour, vec3(1.0), 0.35) : colour;
}
