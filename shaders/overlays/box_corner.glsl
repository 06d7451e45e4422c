// The corners of a line cube, 24 vertices: 0 or 1 on each axis.
vec3 box_corner(int vertex) {
    int edge = vertex >> 1;
    int axis = edge >> 2;
    int low_axis = axis == 0 ? 1 : 0, high_axis = axis == 2 ? 1 : 2;
    int corner = ((edge & 1) << low_axis) | (((edge >> 1) & 1) << high_axis) | ((vertex & 1) << axis);
    return vec3(corner & 1, (corner >> 1) & 1, (corner >> 2) & 1);
}
