#version 450 core
// For passes that write depth alone.
void main() {}
