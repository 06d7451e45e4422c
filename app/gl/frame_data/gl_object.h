// Owners of OpenGL names: made in the constructor, deleted in the destructor while the context is current.
#pragma once
#include <glad/gl.h>

#include <cstdint>
#include <utility>

namespace app {

template <class Kind>
class GlObject {
public:
    GlObject() : name_(Kind::make()) {}
    ~GlObject() {
        if (name_) Kind::free(name_);
    }
    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    operator GLuint() const { return name_; }

private:
    GLuint name_;
};

struct BufferKind {
    static GLuint make() {
        GLuint name = 0;
        glCreateBuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteBuffers(1, &name); }
};

struct VertexArrayKind {
    static GLuint make() {
        GLuint name = 0;
        glCreateVertexArrays(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteVertexArrays(1, &name); }
};

struct TextureKind {  // 2D
    static GLuint make() {
        GLuint name = 0;
        glCreateTextures(GL_TEXTURE_2D, 1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteTextures(1, &name); }
};

struct BufferTextureKind {  // shows a buffer's store
    static GLuint make() {
        GLuint name = 0;
        glCreateTextures(GL_TEXTURE_BUFFER, 1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteTextures(1, &name); }
};

struct RenderbufferKind {
    static GLuint make() {
        GLuint name = 0;
        glCreateRenderbuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteRenderbuffers(1, &name); }
};

struct FramebufferKind {
    static GLuint make() {
        GLuint name = 0;
        glCreateFramebuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteFramebuffers(1, &name); }
};

/// Returns the size of a buffer's storage in bytes, as GL reports it; 0: it has none.
inline uint64_t buffer_bytes(GLuint buffer) {
    GLint64 bytes = 0;
    glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
    return uint64_t(bytes);
}

struct SamplerKind {
    static GLuint make() {
        GLuint name = 0;
        glCreateSamplers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteSamplers(1, &name); }
};

using GlBuffer = GlObject<BufferKind>;
using GlVertexArray = GlObject<VertexArrayKind>;
using GlTexture = GlObject<TextureKind>;
using GlBufferTexture = GlObject<BufferTextureKind>;
using GlRenderbuffer = GlObject<RenderbufferKind>;
using GlFramebuffer = GlObject<FramebufferKind>;
using GlSampler = GlObject<SamplerKind>;

}  // namespace app
