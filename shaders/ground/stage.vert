#version 450 core
// One triangle over the whole viewport, at the far plane.
#include "frame/common.glsl"
#include "ground/stage_places.glsl"

layout(location = 0) noperspective out vec3 towards;  // StagePlaces
layout(location = 1) noperspective out vec4 off_and_cells;
layout(location = 2) noperspective out vec4 on_maps;

void main() {
    vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(at, 1.0, 1.0);
    StagePlaces places = places_at((at * 0.5 + 0.5) * viewport.xy);
    towards = places.towards;
    off_and_cells = places.off_and_cells;
    on_maps = places.on_maps;
}
