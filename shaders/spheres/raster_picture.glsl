layout(std430, binding = 3) readonly buffer Raster { uvec2 raster[]; };  // slot, depth's bits; all ones: nobody
layout(location = 0) uniform uint raster_width;

uvec2 raster_at(uvec2 pixel) { return raster[pixel.y * raster_width + pixel.x]; }
bool is_empty(uvec2 seen) { return seen.y == 0xffffffffu; }
float raster_depth(uvec2 seen) { return is_empty(seen) ? 1.0 : uintBitsToFloat(seen.y); }
