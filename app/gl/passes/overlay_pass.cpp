// The overlays.
#include "app/gl/passes/overlay_pass.h"

namespace app {

static constexpr GLuint kPairBinding = 1;

void OverlayPass::draw(const DrawSettings& settings, const OverlayInput& input) {
    if (settings.boxes && !input.meshes) {
        glUseProgram(box_);
        if (input.crowd) {
            input.crowd->draw_boxes();
        } else {
            glBindVertexArray(input.instances);
            glDrawArraysInstanced(GL_LINES, 0, 24, GLsizei(input.bodies));
        }
    }
    const bool contacts = settings.contacts && !input.meshes;
    if ((settings.pairs || contacts) && input.pairs) draw_pairs(settings.pairs, contacts, input.pairs);

    if (settings.selected != sim::kNobody) draw_ring(input);
    glDisable(GL_DEPTH_TEST);
}

/// Dimmer where a hill or another body hides it, so that a hidden body is found and does not look near.
void OverlayPass::draw_ring(const OverlayInput& input) {
    struct Part {
        GLenum depth_test;
        float strength;
    };
    glUseProgram(ring_);
    for (const Part& part : {Part{GL_LEQUAL, 0.9f}, Part{GL_GREATER, 0.3f}}) {
        glDepthFunc(part.depth_test);
        glProgramUniform1f(ring_, 0, part.strength);
        if (input.crowd) {
            input.crowd->draw_selected();
        } else {
            glBindVertexArray(input.instances_of_points);
            glDrawArrays(GL_POINTS, 0, GLsizei(input.bodies));
        }
    }
}

void OverlayPass::draw_pairs(bool lines, bool contacts, GLuint pairs) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kPairBinding, pairs);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, pairs);
    glBindVertexArray(no_vertices_);
    const auto command = [](size_t offset) { return reinterpret_cast<const void*>(offset); };
    if (lines) {
        glUseProgram(pair_);
        glDrawArraysIndirect(GL_LINES, command(offsetof(PairHead, lines)));
    }
    if (contacts) {
        glUseProgram(contact_);
        glDrawArraysIndirect(GL_POINTS, command(offsetof(PairHead, marks)));
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

}  // namespace app
