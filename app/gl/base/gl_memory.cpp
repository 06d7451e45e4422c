#include "app/gl/base/gl_memory.h"

namespace app {

uint64_t texture_bytes(GLuint texture) {
    constexpr GLenum kParts[] = {GL_TEXTURE_RED_SIZE,   GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE,
                                 GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_DEPTH_SIZE, GL_TEXTURE_STENCIL_SIZE};
    GLint levels = 0;
    glGetTextureParameteriv(texture, GL_TEXTURE_IMMUTABLE_LEVELS, &levels);
    uint64_t bits = 0;
    for (GLint level = 0; level < levels; ++level) {
        GLint width = 0, height = 0, bits_each = 0;
        glGetTextureLevelParameteriv(texture, level, GL_TEXTURE_WIDTH, &width);
        glGetTextureLevelParameteriv(texture, level, GL_TEXTURE_HEIGHT, &height);
        for (const GLenum part : kParts) {
            GLint size = 0;
            glGetTextureLevelParameteriv(texture, level, part, &size);
            bits_each += size;
        }
        bits += uint64_t(width) * uint64_t(height) * uint64_t(bits_each);
    }
    return bits / 8;
}

}  // namespace app
