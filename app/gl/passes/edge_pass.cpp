#include "app/gl/passes/edge_pass.h"

#include "app/gl/base/texture_units.h"

namespace app {

EdgePass::EdgePass(const ShaderFiles& files, const Look& look) : computes_(files.compute()) {
    if (look.still)
        add_.emplace(files, "frame/fullscreen.vert", "frame/add_part.frag");
    else
        coverage_.emplace(files, "frame/present.frag");
    if (look.edge_search) search_.emplace(files, "frame/edge_search.frag");
}

void EdgePass::draw(FrameTarget& target, unsigned framebuffer, int x, int y) {
    glBindSampler(kColourUnit, 0);
    const PixelProgram::Picture colours = target.picture();
    if (add_) return add(colours, framebuffer, x, y);
    glBindTextureUnit(kSlotUnit, target.slots());

    PixelProgram::Picture out = {0, framebuffer, GL_RGBA8, colours.width, colours.height, x, y};
    if (!computes_ && !search_) return copy(*coverage_, colours.texture, out);
    const PixelProgram::Picture resolved = target.smoothed();
    copy(*coverage_, colours.texture, resolved);
    if (!computes_) return copy(*search_, resolved.texture, out);
    if (search_) copy(*search_, resolved.texture, colours);  // nothing reads them any more
    glBlitNamedFramebuffer(search_ ? colours.framebuffer : resolved.framebuffer, framebuffer, 0, 0, out.width,
                           out.height, x, y, x + out.width, y + out.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void EdgePass::copy(PixelProgram& program, GLuint from, const PixelProgram::Picture& to) {
    glBindTextureUnit(kColourUnit, from);
    glProgramUniform2i(program, 0, to.left, to.bottom);
    program.begin(to);
    program.draw();
}

void EdgePass::add(const PixelProgram::Picture& part, unsigned framebuffer, int x, int y) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(x, y, part.width, part.height);
    glBindTextureUnit(kColourUnit, part.texture);
    glProgramUniform2i(*add_, 0, x, y);
    glUseProgram(*add_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace app
