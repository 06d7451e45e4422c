// Which boxes are drawn of many: large ones, and of the others one of so many by its id (app/observe/sphere_raster.h has the
// same rule).
layout(location = 0) uniform uint box_stride;  // 0: only the selected body's

const float kLargeBoxPx = 64.0;  // a body's diameter

bool box_chosen(vec4 body, uint id) {
    if (id == ids.x) return true;
    if (box_stride == 0u) return false;
    float distance_m = max(-(view * vec4(body.xyz, 1.0)).z, 1e-6);
    return (id * 2654435761u >> 7) % box_stride == 0u || 2.0 * body.w * viewport.w >= kLargeBoxPx * distance_m;
}
