#include "app/gl/still.h"

#include "app/base/interrupt.h"
#include "app/gl/base/gl_memory.h"
#include "app/gl/base/texture_units.h"
#include "sort/base/errors.h"

namespace app {

static DrawLimits still_limits(DrawLimits limits) {
    limits.look = Look::of(Quality::still);
    return limits;
}

Still::Still(const std::string& interop, const std::string& shaders_dir, DrawLimits limits)
    : renderer_(SceneRenderer::create(interop, shaders_dir, still_limits(std::move(limits)))),
      show_(ShaderFiles(shaders_dir), "frame/fullscreen.vert", "frame/show_still.frag") {}

void Still::add(sim::World& world, const StillSubject& subject, bool time_passes) {
    DrawSettings settings = subject.settings;
    settings.x = settings.y = 0;
    settings.time_passes = time_passes;
    if (settings.width <= 0 || settings.height <= 0) return;
    if (subject_ != subject) {
        done_ = 0;
        subject_.reset();
        begin(settings.width, settings.height);
        subject_ = subject;
    }
    if (done_ >= subject.parts) return;
    const SubPicture part = sub_picture(done_, subject.parts);
    renderer_->draw(world, subject.camera, settings, sum_->framebuffer, &part);
    if (!interrupted()) ++done_;  // else passes were left out
}

void Still::begin(int width, int height) {
    if (!sum_ || sum_->width != width || sum_->height != height) {
        sum_.reset();
        sum_.emplace(Sum{width, height, {}, {}});
        glTextureStorage2D(sum_->light, 1, GL_RGBA32F, width, height);
        glNamedFramebufferTexture(sum_->framebuffer, GL_COLOR_ATTACHMENT0, sum_->light, 0);
        if (glCheckNamedFramebufferStatus(sum_->framebuffer, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            sum_.reset();
            throw sort::OverLimit("OpenGL refuses a framebuffer for stills of " + std::to_string(width) +
                                  "x" + std::to_string(height));
        }
    }
    const GLfloat nothing[] = {0, 0, 0, 0};
    glDisable(GL_SCISSOR_TEST);  // the panels may have left theirs
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glClearNamedFramebufferfv(sum_->framebuffer, GL_COLOR, 0, nothing);
}

void Still::show(unsigned framebuffer) {
    if (done_ == 0) return;
    const DrawSettings& settings = subject_->settings;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(settings.x, settings.y, settings.width, settings.height);
    for (const GLenum state : {GL_SCISSOR_TEST, GL_CULL_FACE, GL_BLEND, GL_DEPTH_TEST}) glDisable(state);
    glBindTextureUnit(kColourUnit, sum_->light);
    glBindSampler(kColourUnit, 0);
    glProgramUniform2i(show_, 0, settings.x, settings.y);
    glProgramUniform1ui(show_, 1, settings.flat);
    glUseProgram(show_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glUseProgram(0);
}

MemoryList Still::memory() const {
    MemoryList all = renderer_->memory();
    if (sum_) all.add("sum of the still", texture_bytes(sum_->light));
    return all;
}

}  // namespace app
