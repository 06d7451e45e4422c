// The indirect command of the quads: no instances, until spheres/sprite.vert meets a sphere that needs a quad and
// asks for all of them.
layout(std430, binding = 2) writeonly buffer QuadCommand {
    uint quad_command[4];  // 4 vertices, instances, 0, 0
};
