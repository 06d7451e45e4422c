// One body as the backend listed it (app/observe/mesh_placing.h), as vertex attributes.
layout(location = 0) in vec3 in_place;
layout(location = 1) in float in_spot_radius;
layout(location = 2) in vec4 in_turn;  // w, x, y, z
layout(location = 3) in uint in_word;  // slot, and kSelectedBit

vec3 turned(vec3 v) { return v + 2.0 * cross(in_turn.yzw, cross(in_turn.yzw, v) + in_turn.x * v); }
