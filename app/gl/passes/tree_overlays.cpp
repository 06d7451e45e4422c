#include "app/gl/passes/tree_overlays.h"

#include <algorithm>
#include <array>

#include "app/gl/base/gl_memory.h"

namespace app {

static constexpr GLuint kListBinding = 1;                                 // of storage blocks
static constexpr GLint kStrength = 2, kOfCoarser = 3, kLevelColours = 8;  // locations of uniforms
static constexpr GLfloat kOfCoarserLevel = 0.4f, kHidden = 0.35f, kCurve = 0.75f;

/// Returns the colours of all levels, three floats each, as the shaders expect them.
static std::array<GLfloat, 3 * (kMostTreeLevel + 1)> level_colours() {
    std::array<GLfloat, 3 * (kMostTreeLevel + 1)> colours{};
    for (uint32_t level = 0; level <= kMostTreeLevel; ++level) {
        const uint32_t rgb = level_colour(level);
        for (uint32_t k = 0; k < 3; ++k) colours[3 * level + k] = GLfloat(rgb >> (16 - 8 * k) & 255) / 255;
    }
    return colours;
}

TreeOverlays::TreeOverlays(const ShaderFiles& files)
    : box_(files, "gravity/tree_box.vert", "overlays/line.frag"),
      curve_(files, "gravity/curve.vert", "overlays/line.frag"),
      body_(files, "gravity/taken_body.vert", "gravity/dot.frag") {
    const auto colours = level_colours();
    for (const GLuint program : {GLuint(box_), GLuint(body_)})
        glProgramUniform3fv(program, kLevelColours, GLsizei(kMostTreeLevel + 1), colours.data());
}

void TreeOverlays::draw_lines(const Program& program, GLuint buffer, GLfloat strength) {
    glProgramUniform1f(program, kStrength, strength);
    glUseProgram(program);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kListBinding, buffer);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    glBindVertexArray(no_vertices_);
    glDrawArraysIndirect(GL_TRIANGLES, nullptr);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void TreeOverlays::draw_boxes(GLuint boxes) {
    if (!boxes) return;
    glProgramUniform1f(box_, kOfCoarser, kOfCoarserLevel);
    draw_lines(box_, boxes, 1);
}

void TreeOverlays::draw_curve(GLuint curve) {
    if (curve) draw_lines(curve_, curve, kCurve);
}

std::vector<TreeBox> drawn_of_walk(const std::vector<TreeBox>& boxes) {
    const size_t count = std::min<size_t>(boxes.size(), kMostTreeBoxes);
    std::vector<TreeBox> drawn;
    for (size_t i = 0; i < count; ++i) drawn.push_back(boxes[i * boxes.size() / count]);
    return drawn;
}

/// Uploads boxes into a buffer, as the backend makes them. Returns how many there are.
static GLsizei upload(GLuint buffer, const std::vector<TreeBox>& all, GLuint vertices) {
    auto list = std::make_unique<TreeBoxes>();
    const std::vector<TreeBox> boxes = drawn_of_walk(all);
    const size_t count = boxes.size();
    std::copy_n(boxes.begin(), count, list->boxes);
    list->level = 0;
    for (size_t i = 0; i < count; ++i) list->level = std::max(list->level, boxes[i].level);
    const uint32_t command[4] = {vertices, uint32_t(count), 0, 0};
    std::copy_n(command, 4, list->command);
    glNamedBufferData(buffer, GLsizeiptr(sizeof(TreeBoxes)), list.get(), GL_STATIC_DRAW);
    return GLsizei(count);
}

/// Fainter also where bodies hide it.
void TreeOverlays::draw_walk(const std::shared_ptr<const ShownWalk>& walk) {
    if (!walk) return;
    if (walk != uploaded_) {
        upload(taken_nodes_, walk->nodes, kTreeBoxVertices);
        taken_body_count_ = upload(taken_bodies_, walk->bodies, 1);
        uploaded_ = walk;
    }
    glProgramUniform1f(box_, kOfCoarser, 1);
    draw_lines(box_, taken_nodes_, 1);
    glDepthFunc(GL_GREATER);
    draw_lines(box_, taken_nodes_, kHidden);
    glDepthFunc(GL_LEQUAL);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kListBinding, taken_bodies_);
    glUseProgram(body_);
    glDrawArrays(GL_POINTS, 0, taken_body_count_);
}

void TreeOverlays::list(MemoryList& to) const {
    for (const GLuint buffer : {GLuint(taken_nodes_), GLuint(taken_bodies_)})
        to.add("what a walk has taken", buffer_bytes(buffer));
}

}  // namespace app
