#include "app/gl/passes/box_pass.h"

#include "app/observe/instances.h"

namespace app {

static constexpr GLuint kInstances = 0, kBoxes = 1;  // binding points of the vertex array
static constexpr GLsizei kFaceVertices = 36;

void describe_boxes(GLuint vertex_array) {
    glVertexArrayAttribFormat(vertex_array, 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribFormat(vertex_array, 1, 1, GL_FLOAT, GL_FALSE, offsetof(Instance, value));
    glVertexArrayAttribIFormat(vertex_array, 2, 1, GL_UNSIGNED_INT, offsetof(Instance, id));
    glVertexArrayAttribFormat(vertex_array, 4, 3, GL_FLOAT, GL_FALSE, offsetof(sim::Box, min));
    glVertexArrayAttribFormat(vertex_array, 5, 3, GL_FLOAT, GL_FALSE, offsetof(sim::Box, max));
    for (const GLuint attribute : {0, 1, 2, 4, 5}) {
        glVertexArrayAttribBinding(vertex_array, attribute, attribute < 4 ? kInstances : kBoxes);
        glEnableVertexArrayAttrib(vertex_array, attribute);
    }
    for (const GLuint binding : {kInstances, kBoxes}) glVertexArrayBindingDivisor(vertex_array, binding, 1);
}

void take_boxes(GLuint vertex_array, GLuint instances, GLuint boxes) {
    glVertexArrayVertexBuffer(vertex_array, kInstances, instances, 0, sizeof(Instance));
    glVertexArrayVertexBuffer(vertex_array, kBoxes, boxes, 0, sizeof(sim::Box));
}

BoxPass::BoxPass(const ShaderFiles& files)
    : box_(files, "meshes/box.vert", "meshes/mesh.frag"),
      cut_box_(files, "meshes/box.vert", "meshes/mesh.frag", {"CUT"}),
      casting_(files, "meshes/box_sun.vert", "frame/depth_only.frag") {
    describe_boxes(boxes_);
    glProgramUniform1ui(cut_box_, 0, true);  // closed
}

void BoxPass::take(GLuint instances, GLuint boxes, uint32_t bodies, bool cut) {
    take_boxes(boxes_, instances, boxes);
    bodies_ = bodies;
    cut_ = cut;
}

void BoxPass::draw_slots(FrameTarget& target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.surfaces_framebuffer());
    if (!cut_) glEnable(GL_CULL_FACE);
    draw(cut_ ? cut_box_ : box_);
    glDisable(GL_CULL_FACE);
}

void BoxPass::draw_casting() {
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    draw(casting_);
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
}

void BoxPass::draw(const Program& program) {
    glUseProgram(program);
    glBindVertexArray(boxes_);
    glDrawArraysInstanced(GL_TRIANGLES, 0, kFaceVertices, GLsizei(bodies_));
}

}  // namespace app
