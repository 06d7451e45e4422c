#version 450 core
// The backdrop where no body is.
#include "frame/common.glsl"

layout(location = 0) out vec4 out_colour;

void main() {
    out_colour = vec4(backdrop(gl_FragCoord.y / viewport.y) + dither(gl_FragCoord.xy), 1.0);
}
