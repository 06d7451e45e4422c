#include "app/gl/passes/box_pass.h"

#include <iterator>
#include <vector>

#include "app/observe/instances.h"

namespace app {

static constexpr GLuint kInstances = 0, kBoxes = 1;  // binding points of the vertex array
static constexpr GLuint kBoxWordBinding = 3;         // of storage blocks
static constexpr int kFaces = 6, kSeenFaces = 3;     // of a box; that an eye outside of it may see
static constexpr GLuint kTwoTriangles[] = {0, 1, 3, 0, 3, 2};

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
    : box_(files, "meshes/box.vert", "meshes/mesh.frag", {"EYE_SIDES"}),
      cut_box_(files, "meshes/box.vert", "meshes/mesh.frag", {"CUT"}),
      casting_(files, "meshes/box_sun.vert", "frame/depth_only.frag"),
      words_(files, "frame/fullscreen.vert", "meshes/box_words.frag") {
    describe_boxes(boxes_);
    std::vector<GLuint> corners;
    for (GLuint face = 0; face < kFaces; ++face) {
        for (const GLuint corner : kTwoTriangles) corners.push_back(4 * face + corner);
    }
    glNamedBufferStorage(corners_, GLsizeiptr(corners.size() * sizeof(GLuint)), corners.data(), 0);
    glVertexArrayElementBuffer(boxes_, corners_);
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
    cut_ ? draw(cut_box_, kFaces) : draw(box_, kSeenFaces);
    glDisable(GL_CULL_FACE);
}

void BoxPass::draw_words(FrameTarget& target, GLuint words) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.surfaces_framebuffer());
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kBoxWordBinding, words, 0,
                      GLsizeiptr(size_t(target.width()) * size_t(target.height()) * sizeof(uint64_t)));
    glProgramUniform1ui(words_, 0, GLuint(target.width()));
    glUseProgram(words_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void BoxPass::draw_casting() {
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    draw(casting_, kFaces);
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
}

void BoxPass::draw(const Program& program, int faces) {
    glUseProgram(program);
    glBindVertexArray(boxes_);
    glDrawElementsInstanced(GL_TRIANGLES, faces * GLsizei(std::size(kTwoTriangles)), GL_UNSIGNED_INT, nullptr,
                            GLsizei(bodies_));
}

void BoxPass::list(MemoryList& to) const { to.add("frame block and commands", buffer_bytes(corners_)); }

}  // namespace app
