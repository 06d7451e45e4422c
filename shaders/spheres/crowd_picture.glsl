layout(std430, binding = 3) readonly buffer Crowd { uvec2 crowd[]; };  // slot, depth's bits; all ones: nobody
layout(location = 0) uniform uint crowd_width;

uvec2 crowd_at(uvec2 pixel) { return crowd[pixel.y * crowd_width + pixel.x]; }
bool is_empty(uvec2 seen) { return seen.y == 0xffffffffu; }
float crowd_depth(uvec2 seen) { return is_empty(seen) ? 1.0 : uintBitsToFloat(seen.y); }
