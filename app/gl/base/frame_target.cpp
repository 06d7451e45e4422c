// The scene's own framebuffer.
#include "app/gl/base/frame_target.h"

#include <string>

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/smooth_texture.h"
#include "sim/exec/counters.h"
#include "sort/base/errors.h"

namespace app {

static constexpr GLenum kSecondFormat = GL_RGBA8;

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

FrameTarget::Second& FrameTarget::second() {
    if (second_) return *second_;
    second_.emplace();
    store_smooth(second_->texture, kSecondFormat, width_, height_);
    glNamedFramebufferTexture(second_->alone, GL_COLOR_ATTACHMENT0, second_->texture, 0);
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferTexture(second_->with_slots, both[1], second_->texture, 0);
    glNamedFramebufferDrawBuffers(second_->with_slots, 2, both);
    attach(second_->with_slots, slots_, depth_, *this);
    return *second_;
}

PixelProgram::Picture FrameTarget::smoothed() {
    const Second& made = second();
    return {made.texture, made.alone, kSecondFormat, width_, height_};
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
    if (second_) to.add("surfaces and edges", texture_bytes(second_->texture));
}

}  // namespace app
