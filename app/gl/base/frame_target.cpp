// The scene's own framebuffer.
#include "app/gl/base/frame_target.h"

#include <string>

#include "app/gl/base/gl_memory.h"
#include "sim/exec/counters.h"
#include "sort/base/errors.h"

namespace app {

static void make_texture(GLuint texture, GLenum format, int width, int height) {
    glTextureStorage2D(texture, 1, format, width, height);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void attach(GLuint framebuffer, GLuint texture, GLuint depth, const FrameTarget& target) {
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
    glNamedFramebufferTexture(framebuffer, GL_DEPTH_ATTACHMENT, depth, 0);
    if (glCheckNamedFramebufferStatus(framebuffer, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw sort::OverLimit("OpenGL refuses a framebuffer of " + std::to_string(target.width()) + "x" +
                              std::to_string(target.height()));
}

FrameTarget::FrameTarget(int width, int height, GLenum colour_format)
    : width_(width), height_(height), format_(colour_format) {
    make_texture(slots_, GL_R32UI, width, height);
    make_texture(colour_, colour_format, width, height);
    make_texture(depth_, GL_DEPTH_COMPONENT32F, width, height);
    attach(slots_framebuffer_, slots_, depth_, *this);
    attach(colour_framebuffer_, colour_, depth_, *this);
}

GLuint FrameTarget::surfaces() {
    if (!surfaces_) {
        surfaces_.emplace();
        make_texture(surfaces_->texture, GL_RG32UI, width_, height_);
        const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
        glNamedFramebufferTexture(surfaces_->framebuffer, both[1], surfaces_->texture, 0);
        glNamedFramebufferDrawBuffers(surfaces_->framebuffer, 2, both);
        attach(surfaces_->framebuffer, slots_, depth_, *this);
    }
    return surfaces_->texture;
}

GLuint FrameTarget::surfaces_framebuffer() {
    surfaces();
    return surfaces_->framebuffer;
}

void FrameTarget::clear() const {
    const GLfloat black[] = {0, 0, 0, 1}, far = 1;
    const GLuint nobody[] = {sim::kNobody, 0, 0, 0};
    glClearNamedFramebufferuiv(slots_framebuffer_, GL_COLOR, 0, nobody);
    glClearNamedFramebufferfv(colour_framebuffer_, GL_COLOR, 0, black);
    glClearNamedFramebufferfv(colour_framebuffer_, GL_DEPTH, 0, &far);
}

void FrameTarget::list(MemoryList& to) const {
    to.add("slots", texture_bytes(slots_));
    to.add("depth", texture_bytes(depth_));
    to.add("colours", texture_bytes(colour_));
    if (surfaces_) to.add("surfaces", texture_bytes(surfaces_->texture));
}

}  // namespace app
