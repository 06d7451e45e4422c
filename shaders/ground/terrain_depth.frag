#version 450 core
// The ground's depth alone.
void main() {}
