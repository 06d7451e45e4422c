#version 450 core
// Adds a sub-picture's light to the sum of those before it.
layout(binding = 2) uniform sampler2D colours;
layout(location = 0) uniform ivec2 corner;  // of the viewport in the target

layout(location = 0) out vec4 out_light;

void main() {
    vec3 colour = max(texelFetch(colours, ivec2(gl_FragCoord.xy) - corner, 0).rgb, 0.0);
    out_light = vec4(colour * colour, 1.0);
}
