// How much memory GL's objects take, as GL itself says.
#pragma once
#include <glad/gl.h>

#include <cstdint>

namespace app {

/// Of all levels of a texture that has a store of its own; 0 of a name that has none.
uint64_t texture_bytes(GLuint texture);

}  // namespace app
