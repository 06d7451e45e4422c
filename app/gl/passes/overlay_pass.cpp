// The overlays.
#include "app/gl/passes/overlay_pass.h"

#include <algorithm>
#include <utility>

#include "app/observe/column_panes.h"

namespace app {

static constexpr GLuint kPairBinding = 1, kBoxBinding = 5;
static constexpr GLint kStrength = 2;  // location of a uniform
static constexpr GLfloat kHiddenStrength = 0.55f;

static const void* command_at(size_t offset) { return reinterpret_cast<const void*>(offset); }

static constexpr float kSmallBoxesAMegapixel = 1600, kPairsAMegapixel = 2200, kTreeBoxesAMegapixel = 700;

static float megapixels(const DrawSettings& settings) {
    return 1e-6f * float(settings.width) * float(settings.height);
}

uint32_t box_stride(const DrawSettings& settings, uint32_t bodies) {
    if (!settings.boxes || boxes_by_pairs(settings)) return 0;
    return 1 + (bodies - 1) / uint32_t(std::max(kSmallBoxesAMegapixel * megapixels(settings), 1.0f));
}

std::optional<PairChoice> pair_choice(const DrawSettings& settings) {
    if (!settings.pairs && !boxes_by_pairs(settings)) return std::nullopt;
    const float about = kPairsAMegapixel * megapixels(settings);
    return PairChoice{settings.shown_of(), uint32_t(std::clamp(about, 1.0f, 0.8f * kMostShownPairs))};
}

uint32_t tree_box_count(const DrawSettings& settings) {
    return uint32_t(std::clamp(kTreeBoxesAMegapixel * megapixels(settings), 200.0f, 0.6f * kMostTreeBoxes));
}

bool boxes_by_pairs(const DrawSettings& settings) {
    return settings.boxes && settings.shown_of() != sim::kNobody;
}

OverlayPass::OverlayPass(const ShaderFiles& files, const Look& look)
    : pane_line_(files, "overlays/column_line.vert", "overlays/line.frag"),
      clip_frame_(files, "overlays/clip_frame.vert", "overlays/line.frag"),
      box_(files, "overlays/box.vert", "overlays/line.frag"),
      pair_box_(files, "overlays/pair_box.vert", "overlays/line.frag"),
      mesh_pair_box_(files, "overlays/pair_box.vert", "overlays/line.frag", {"MESHES"}),
      pair_(files, "overlays/pair.vert", "overlays/pair.frag"),
      contact_(files, "overlays/contact.vert", "overlays/contact.frag"),
      glow_(files, "overlays/glow.vert", "overlays/glow.frag"),
      ring_(files, "overlays/ring.vert", "overlays/ring.frag"),
      meshes_(files),
      tree_(files) {
    if (look.glass) pane_.emplace(files, "overlays/column_pane.vert", "overlays/column_pane.frag");
}

void OverlayPass::draw(const DrawSettings& settings, const OverlayInput& input) {
    if (settings.clip.on) draw_clip_frame(settings.clip);
    if (settings.clip.on) glEnable(GL_CLIP_DISTANCE0);
    if (settings.columns && input.columns) draw_columns(input.columns);
    tree_.draw_curve(input.curve);
    if (input.tree)
        draw_tree(settings, input);
    else
        draw_boxes(settings, input);
    if (settings.pairs && input.shown_pairs && input.readable) {
        glProgramUniform1ui(pair_, 0, input.spheres);
        draw_shown(pair_, GL_TRIANGLE_STRIP, settings, input.shown_pairs, offsetof(ShownPairs, arcs));
    }
    glDisable(GL_CLIP_DISTANCE0);

    if (settings.contacts && input.shapes) meshes_.draw_contacts(settings, input.contacts, *input.shapes);
    if (settings.contacts && input.pairs && input.readable) draw_contacts(settings, input.pairs);
    if (settings.selected != sim::kNobody) draw_ring(input);
    glDisable(GL_DEPTH_TEST);
}

/// Lines also, but fainter, where bodies hide them.
void OverlayPass::draw_columns(GLuint columns) {
    glUseProgram(pane_line_);
    for (const auto& [depth_test, part] : {std::pair(GL_GREATER, 0.18f), {GL_LEQUAL, 1.0f}}) {
        glDepthFunc(GLenum(depth_test));
        glProgramUniform1f(pane_line_, kStrength, part);
        draw_listed(GL_TRIANGLES, columns, offsetof(ColumnPanes, lines));
    }
    if (!pane_) return;
    glUseProgram(*pane_);
    draw_listed(GL_TRIANGLE_STRIP, columns, offsetof(ColumnPanes, strips));
}

/// Draws the tree's boxes or, with a selected body, what its group's walk has accepted, as soon as that is known.
void OverlayPass::draw_tree(const DrawSettings& settings, const OverlayInput& input) {
    if (!settings.boxes) return;
    if (settings.shown_of() != sim::kNobody)
        tree_.draw_walk(settings.walk);
    else
        tree_.draw_boxes(input.tree_boxes);
}

void OverlayPass::draw_boxes(const DrawSettings& settings, const OverlayInput& input) {
    const uint32_t stride = box_stride(settings, input.bodies);
    if (boxes_by_pairs(settings) && input.shown_pairs && input.readable) {
        if (input.boxes) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kBoxBinding, input.boxes);
        draw_shown(input.boxes ? mesh_pair_box_ : pair_box_, GL_TRIANGLES, settings, input.shown_pairs,
                   offsetof(ShownPairs, boxes));
    } else if (input.boxes) {
        if (settings.boxes || settings.selected != sim::kNobody)
            meshes_.draw_boxes(input.instance_buffer, input.boxes, input.bodies, stride);
    } else if (stride > 0) {
        glProgramUniform1ui(box_, 0, stride);
        glUseProgram(box_);
        if (input.raster) {
            input.raster->draw_boxes();
        } else {
            glBindVertexArray(input.instances);
            glDrawArraysInstanced(GL_TRIANGLES, 0, kBoxVertices, GLsizei(input.bodies));
        }
    }
}

/// Draws what is listed in a buffer, by its command, with the program in use.
void OverlayPass::draw_listed(GLenum mode, GLuint buffer, size_t command) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kPairBinding, buffer);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    glBindVertexArray(no_vertices_);
    glDrawArraysIndirect(mode, command_at(command));
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

/// Draws a list; with a selected body also, but fainter, the parts that are hidden: it may be deep in a heap.
void OverlayPass::draw_shown(const Program& program, GLenum mode, const DrawSettings& settings, GLuint buffer,
                             size_t command) {
    glUseProgram(program);
    glProgramUniform1f(program, kStrength, 1);
    draw_listed(mode, buffer, command);
    if (settings.shown_of() == sim::kNobody) return;
    glDepthFunc(GL_GREATER);
    glProgramUniform1f(program, kStrength, kHiddenStrength);
    draw_listed(mode, buffer, command);
    glDepthFunc(GL_LEQUAL);
}

/// The section of the container.
void OverlayPass::draw_clip_frame(const ClipPlane& clip) {
    glProgramUniform1f(clip_frame_, 0, clip.at_m);
    glProgramUniform1i(clip_frame_, 1, clip.axis);
    glUseProgram(clip_frame_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 4 * 6);
}

/// Dots, and light where bodies collide.
void OverlayPass::draw_contacts(const DrawSettings& settings, GLuint pairs) {
    glUseProgram(contact_);
    draw_listed(GL_POINTS, pairs, offsetof(PairHead, marks));
    if (settings.flat) return;
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glProgramUniform1f(glow_, 1, settings.scales.speed_m_s);
    glUseProgram(glow_);
    draw_listed(GL_POINTS, pairs, offsetof(PairHead, marks));
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/// Dimmer where a hill or another body hides it, so that a hidden body is found and does not look near.
void OverlayPass::draw_ring(const OverlayInput& input) {
    struct Part {
        GLenum depth_test;
        float strength;
    };
    glUseProgram(ring_);
    for (const Part& part : {Part{GL_LEQUAL, 1.0f}, Part{GL_GREATER, 0.45f}}) {
        glDepthFunc(part.depth_test);
        glProgramUniform1f(ring_, 0, part.strength);
        if (input.raster) {
            input.raster->draw_selected();
        } else {
            glBindVertexArray(input.instances_of_points);
            glDrawArrays(GL_POINTS, 0, GLsizei(input.bodies));
        }
    }
}

}  // namespace app
