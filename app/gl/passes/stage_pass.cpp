#include "app/gl/passes/stage_pass.h"

#include "app/gl/base/texture_units.h"

namespace app {

static constexpr GLsizei kEdgeVertices = 12 * 6, kGlassVertices = 6 * 6;
static constexpr GLfloat kEdgeBehind = 0.34f, kEdgeBefore = 0.10f;  // alpha

StagePass::StagePass(const ShaderFiles& files, const Look& look)
    : stage_(files, "ground/stage.frag", {}, "ground/stage.vert"),
      edges_(files, "overlays/container.vert", "overlays/container.frag") {
    if (look.glass) glass_.emplace(files, "overlays/glass.vert", "overlays/glass.frag");
}

void StagePass::draw_backdrop(const FrameTarget& target, bool with_floor) {
    glProgramUniform1ui(stage_, 0, with_floor);
    glBindTextureUnit(kDepthUnit, target.depth());
    glBindSampler(kDepthUnit, 0);
    stage_.begin(target.picture());
    stage_.draw();
}

void StagePass::draw_container() {
    glBindVertexArray(no_vertices_);
    if (glass_) {
        glUseProgram(*glass_);
        glDrawArrays(GL_TRIANGLES, 0, kGlassVertices);
    }
    // At the far plane edges show only where no body is; in their own depth also before bodies.
    glUseProgram(edges_);
    for (const bool behind : {true, false}) {
        glProgramUniform2f(edges_, 0, behind ? 1.0f : 0.0f, behind ? kEdgeBehind : kEdgeBefore);
        glDrawArrays(GL_TRIANGLES, 0, kEdgeVertices);
    }
}

}  // namespace app
