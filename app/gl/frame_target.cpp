// The scene's own framebuffer.
#include "app/gl/frame_target.h"

#include <string>

#include "sim/counters.h"
#include "sort/errors.h"

namespace app {

static void make_texture(GLuint texture, GLenum format, int width, int height) {
    glTextureStorage2D(texture, 1, format, width, height);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

FrameTarget::FrameTarget(int width, int height) : width_(width), height_(height) {
    make_texture(colour_, GL_RGBA8, width, height);
    make_texture(ids_, GL_R32UI, width, height);
    glNamedRenderbufferStorage(depth_, GL_DEPTH_COMPONENT32F, width, height);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, colour_, 0);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT1, ids_, 0);
    glNamedFramebufferRenderbuffer(framebuffer_, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(framebuffer_, 2, both);
    if (glCheckNamedFramebufferStatus(framebuffer_, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw sort::OverLimit("OpenGL refuses a framebuffer of " + std::to_string(width) + "x" +
                              std::to_string(height));
}

void FrameTarget::clear() const {
    const GLfloat black[] = {0, 0, 0, 1}, far = 1;
    const GLuint nobody[] = {sim::kNobody, 0, 0, 0};
    glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, black);
    glClearNamedFramebufferuiv(framebuffer_, GL_COLOR, 1, nobody);
    glClearNamedFramebufferfv(framebuffer_, GL_DEPTH, 0, &far);
}

uint32_t FrameTarget::id_at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return sim::kNobody;
    GLuint id = sim::kNobody;
    glGetTextureSubImage(ids_, 0, x, y, 0, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, sizeof id, &id);
    return id;
}

}  // namespace app
