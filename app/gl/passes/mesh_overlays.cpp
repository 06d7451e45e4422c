// The overlays of scenes with meshes.
#include "app/gl/passes/mesh_overlays.h"

#include <algorithm>

#include "app/gl/passes/box_pass.h"
#include "app/observe/sphere_raster.h"

namespace app {

static constexpr GLuint kMarkBinding = 1;

MeshOverlays::MeshOverlays(const ShaderFiles& files)
    : box_(files, "overlays/mesh_box.vert", "overlays/line.frag"),
      point_(files, "overlays/mark_point.vert", "overlays/contact.frag"),
      line_(files, "overlays/mark_line.vert", "overlays/line.frag"),
      glow_(files, "overlays/mark_glow.vert", "overlays/glow.frag") {
    describe_boxes(boxes_);
}

void MeshOverlays::draw_boxes(GLuint instances, GLuint boxes, uint32_t bodies, uint32_t stride) {
    if (!boxes) return;
    take_boxes(boxes_, instances, boxes);
    glProgramUniform1ui(box_, 0, stride);
    glUseProgram(box_);
    glBindVertexArray(boxes_);
    glDrawArraysInstanced(GL_TRIANGLES, 0, kBoxVertices, GLsizei(bodies));
}

void MeshOverlays::draw_contacts(const DrawSettings& settings, GLuint contacts,
                                 const std::vector<std::shared_ptr<const sim::SceneShape>>& shapes) {
    if (!contacts) return;
    // By the smallest: driven meshes may be as large as the scene.
    float size = HUGE_VALF, depth = HUGE_VALF;
    for (const auto& shape : shapes) {
        size = std::min(size, 2 * shape->shape.numbers.bounding_radius_m);
        depth = std::min(depth, kFullDepth * shape->shape.report.thinnest_m);
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kMarkBinding, contacts);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, contacts);
    glBindVertexArray(no_vertices_);
    const auto draw = [&](const Program& program, GLenum mode, size_t command) {
        glProgramUniform2f(program, 0, size, depth);
        glUseProgram(program);
        glDrawArraysIndirect(mode, reinterpret_cast<const void*>(command));
    };
    draw(line_, GL_LINES, offsetof(PairHead, lines));
    draw(point_, GL_POINTS, offsetof(PairHead, marks));
    if (!settings.flat) {
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glProgramUniform1f(glow_, 1, settings.scales.speed_m_s);
        draw(glow_, GL_POINTS, offsetof(PairHead, marks));
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    }
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

}  // namespace app
