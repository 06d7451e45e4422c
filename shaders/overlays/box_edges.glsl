// The twelve edges of a box: from corner to corner, 0 or 1 on each axis.
vec3 box_corner(int index) { return vec3(index & 1, (index >> 1) & 1, (index >> 2) & 1); }

void box_edge(int edge, out vec3 from, out vec3 to) {
    int axis = edge >> 2;
    int low_axis = axis == 0 ? 1 : 0, high_axis = axis == 2 ? 1 : 2;
    int corner = ((edge & 1) << low_axis) | (((edge >> 1) & 1) << high_axis);
    from = box_corner(corner);
    to = box_corner(corner | (1 << axis));
}
