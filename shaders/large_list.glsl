// Bodies that a point sprite cannot show: sphere_sprite.vert lists their slots, sphere_quad.vert draws them.
// The list starts with the indirect draw command of its quads.
layout(std430, binding = 2) buffer LargeSpheres {
    uint large_command[4];  // 4 vertices, instances, 0, 0
    uint large_slots[];
};
