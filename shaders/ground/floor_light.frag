#version 450 core
// The floor's light map: for each place of the sun map, how much of the sun the floor below it sees. Made a place of
// the floor, not a pixel of the screen; magnified smoothly, it also hides the noise of the few places looked at.
#include "frame/each_pixel.glsl"
#include "frame/common.glsl"
#include "light/shadow.glsl"

layout(location = 0) uniform float one_over_side;

void main() {
    // Along the light from this place of the map down to the floor.
    vec2 at = sun_low.xy + PIXEL * one_over_side * sun_size.xy;
    vec3 heights = vec3(world_to_sun[1].xyz);  // how high a metre along each of the sun's axes leads
    float along = (container_min.y - dot(at, heights.xy)) / heights.z;
    put(vec4(sunlit(vec3(at, along), PIXEL)));
}
