// What a pixel of the stage looks at. A place on the floor is a quotient of two numbers that both change evenly over
// the screen: a vertex shader makes them, or, for compute shaders, each pixel.
#ifdef SHADOWS
#include "light/sun_fit.glsl"
#endif

struct StagePlaces {
    vec3 towards;        // the pixel's ray in the world; y: what the others are divided by
    vec4 off_and_cells;  // from the container's middle; cells of the grid
    vec4 on_maps;        // places on the floor's light map and on the shade map
};

StagePlaces places_at(vec2 pixel) {
    StagePlaces places;
    vec3 towards = transpose(mat3(view)) * vec3(pixel * ray.xy + ray.zw, -1.0);
    places.towards = towards;

    // Times towards.y, the floor lies at eye.xz * towards.y - towards.xz * height.
    vec2 floor_xz = eye.xz * towards.y - towards.xz * up.w;
    places.off_and_cells.xy = (floor_xz - stage.xy * towards.y) * stage.z;
    places.off_and_cells.zw = (floor_xz - container_min.xz * towards.y) / container_min.w;
    places.on_maps.zw = (floor_xz - shade_map.xy * towards.y) * shade_map.z;
#ifdef SHADOWS
    vec3 place = mat3(world_to_sun) * vec3(floor_xz.x, container_min.y * towards.y, floor_xz.y);
    places.on_maps.xy = (place.xy - sun_low.xy * towards.y) / sun_size.xy;
#else
    places.on_maps.xy = vec2(0.0);
#endif
    return places;
}
