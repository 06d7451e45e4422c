#version 450 core
// One triangle over the whole viewport, at the far plane. A place on the floor is a quotient of two numbers that both
// change evenly over the screen: a pixel divides them, and the rest is made here.
#include "frame/common.glsl"
#ifdef SHADOWS
#include "light/sun_fit.glsl"
#endif

layout(location = 0) noperspective out vec3 towards;  // the pixel's ray in the world; y: what the others are divided by
layout(location = 1) noperspective out vec4 off_and_cells;  // from the container's middle; cells of the grid
layout(location = 2) noperspective out vec4 on_maps;        // places on the floor's light map and on the shade map

void main() {
    vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(at, 1.0, 1.0);
    vec2 pixel = (at * 0.5 + 0.5) * viewport.xy;
    towards = transpose(mat3(view)) * vec3(pixel * ray.xy + ray.zw, -1.0);

    // Times towards.y, the floor lies at eye.xz * towards.y - towards.xz * height.
    vec2 floor_xz = eye.xz * towards.y - towards.xz * up.w;
    off_and_cells.xy = (floor_xz - stage.xy * towards.y) * stage.z;
    off_and_cells.zw = (floor_xz - container_min.xz * towards.y) / container_min.w;
    on_maps.zw = (floor_xz - shade_map.xy * towards.y) * shade_map.z;
#ifdef SHADOWS
    vec3 place = mat3(world_to_sun) * vec3(floor_xz.x, container_min.y * towards.y, floor_xz.y);
    on_maps.xy = (place.xy - sun_low.xy * towards.y) / sun_size.xy;
#else
    on_maps.xy = vec2(0.0);
#endif
}
