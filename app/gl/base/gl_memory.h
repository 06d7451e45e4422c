// How much memory GL's objects take, as GL itself says.
#pragma once
#include <glad/gl.h>

#include <cstdint>

namespace app {

/// Returns the bytes of all levels of a texture that has storage of its own; 0 for a name that has none.
uint64_t texture_bytes(GLuint texture);

}  // namespace app
