#include "app/gl/passes/edge_pass.h"

#include "app/gl/base/smooth_texture.h"
namespace app {

static constexpr GLuint kColourUnit = 2, kSlotUnit = 3;

EdgePass::EdgePass(const ShaderFiles& files, const Look& look)
    : coverage_(files, "frame/fullscreen.vert", "frame/present.frag") {
    if (look.edge_search) search_.emplace(files, "frame/fullscreen.vert", "frame/edge_search.frag");
}

void EdgePass::draw(const FrameTarget& target, unsigned framebuffer, int x, int y) {
    glBindSampler(kColourUnit, 0);
    glBindVertexArray(no_vertices_);
    const auto copy = [&](const Program& program, GLuint to, GLuint colours, int left, int bottom) {
        glBindFramebuffer(GL_FRAMEBUFFER, to);
        glViewport(left, bottom, target.width(), target.height());
        glBindTextureUnit(kColourUnit, colours);
        glProgramUniform2i(program, 0, left, bottom);
        glUseProgram(program);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    };
    if (!search_) return copy(coverage_, framebuffer, target.colour(), x, y);

    if (!resolved_ || resolved_->width != target.width() || resolved_->height != target.height()) {
        resolved_.reset();
        resolved_.emplace(Resolved{target.width(), target.height(), {}, {}});
        store_smooth(resolved_->colours, GL_RGBA8, target.width(), target.height());
        glNamedFramebufferTexture(resolved_->framebuffer, GL_COLOR_ATTACHMENT0, resolved_->colours, 0);
    }
    copy(coverage_, resolved_->framebuffer, target.colour(), 0, 0);
    glBindTextureUnit(kSlotUnit, target.slots());
    copy(*search_, framebuffer, resolved_->colours, x, y);
}

}  // namespace app
