// Listed nodes of the tree (app/observe/tree_boxes.h, TreeBoxes).
struct TreeBox {
    vec3 low;
    uint level;
    vec3 high;
    uint node;
};
layout(std430, binding = 1) readonly buffer TreeBoxes {
    uint command[4];
    uint wanted, listed, last_level, unused;
    uint nodes[4096];
    TreeBox boxes[];
};
