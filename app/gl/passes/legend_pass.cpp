#include "app/gl/passes/legend_pass.h"

#include <algorithm>

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/smooth_texture.h"

namespace app {

LegendPass::LegendPass(const ShaderFiles& files)
    : program_(files, "frame/fullscreen.vert", "overlays/legend.frag") {
    store_smooth(colours_, GL_RGBA8, kLegendWidePx, kLegendHighPx);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, colours_, 0);
}

void LegendPass::draw(std::span<const float> values) {
    glProgramUniform1fv(program_, 0, GLsizei(std::min<size_t>(values.size(), kLegendBalls)), values.data());
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, kLegendWidePx, kLegendHighPx);
    glUseProgram(program_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void LegendPass::list(MemoryList& to) const { to.add("legend", texture_bytes(colours_)); }

}  // namespace app
