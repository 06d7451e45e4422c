#version 450 core
// The slot of a point.
layout(location = 0) flat in uint slot;
layout(location = 0) out uint out_slot;

void main() { out_slot = slot; }
