// The mesh passes.
#include "app/gl/passes/mesh_pass.h"

#include <algorithm>

#include "app/gl/meshes/drawn_mesh.h"

namespace app {

static constexpr GLuint kSurfaceUnit = 5;
static constexpr GLuint kInstances = 0, kVertices = 1;  // binding points of the vertex array

MeshPass::MeshPass(const ShaderFiles& files)
    : mesh_(files, "meshes/mesh.vert", "meshes/mesh.frag"),
      spot_(files, "meshes/spot.vert", "meshes/spot.frag"),
      light_(files, "frame/fullscreen.vert", "meshes/light.frag"),
      casting_(files, "meshes/sun.vert", "frame/depth_only.frag") {
    describe_instances(meshes_, 1);
    describe_instances(spots_, 0);
    glVertexArrayAttribFormat(meshes_, 4, 3, GL_FLOAT, GL_FALSE, offsetof(MeshVertex, place));
    glVertexArrayAttribFormat(meshes_, 5, 4, GL_INT_2_10_10_10_REV, GL_TRUE, offsetof(MeshVertex, normal));
    for (const GLuint attribute : {4, 5}) {
        glVertexArrayAttribBinding(meshes_, attribute, kVertices);
        glEnableVertexArrayAttrib(meshes_, attribute);
    }
}

void MeshPass::describe_instances(GLuint vertex_array, GLuint divisor) {
    glVertexArrayAttribFormat(vertex_array, 0, 3, GL_FLOAT, GL_FALSE, offsetof(MeshInstance, place));
    glVertexArrayAttribFormat(vertex_array, 1, 1, GL_FLOAT, GL_FALSE, offsetof(MeshInstance, spot_radius_m));
    glVertexArrayAttribFormat(vertex_array, 2, 4, GL_FLOAT, GL_FALSE, offsetof(MeshInstance, turn));
    glVertexArrayAttribIFormat(vertex_array, 3, 1, GL_UNSIGNED_INT, offsetof(MeshInstance, word));
    for (GLuint attribute = 0; attribute < 4; ++attribute) {
        glVertexArrayAttribBinding(vertex_array, attribute, kInstances);
        glEnableVertexArrayAttrib(vertex_array, attribute);
    }
    glVertexArrayBindingDivisor(vertex_array, kInstances, divisor);
}

void MeshPass::take(const std::vector<std::shared_ptr<const sim::SceneShape>>& shapes) {
    if (shapes == shapes_) return;
    shapes_ = shapes;
    ranges_.clear();
    spot_radii_.clear();
    all_closed_ = true;
    std::vector<MeshVertex> vertices;
    std::vector<uint32_t> indices;
    for (size_t i = 0; i < std::min<size_t>(shapes.size(), kMostShapes); ++i) {
        const DrawnMesh drawn = drawn_mesh(*shapes[i]);
        for (const DrawnLevel* level : {&drawn.full, &drawn.coarse}) {
            ranges_.push_back(
                {uint32_t(level->indices.size()), uint32_t(indices.size()), uint32_t(vertices.size())});
            vertices.insert(vertices.end(), level->vertices.begin(), level->vertices.end());
            indices.insert(indices.end(), level->indices.begin(), level->indices.end());
        }
        all_closed_ = all_closed_ && drawn.closed && !shapes[i]->source.driven();
        spot_radii_.push_back(drawn.spot_radius_m);
    }
    glNamedBufferData(vertices_, GLsizeiptr(vertices.size() * sizeof(MeshVertex)), vertices.data(),
                      GL_STATIC_DRAW);
    glNamedBufferData(indices_, GLsizeiptr(indices.size() * sizeof(uint32_t)), indices.data(),
                      GL_STATIC_DRAW);
    glVertexArrayVertexBuffer(meshes_, kVertices, vertices_, 0, sizeof(MeshVertex));
    glVertexArrayElementBuffer(meshes_, indices_);
}

MeshView MeshPass::view(const FrameBlock& frame, float coarse_px, float spot_px) const {
    MeshView view;
    static_cast<ScreenView&>(view) = screen_view(frame);
    view.coarse_px = coarse_px;
    view.spot_px = spot_px;
    view.selected = frame.ids.x;
    view.shapes = uint32_t(spot_radii_.size());
    std::copy(ranges_.begin(), ranges_.end(), view.ranges);
    std::copy(spot_radii_.begin(), spot_radii_.end(), view.spot_radius_m);
    return view;
}

void MeshPass::draw_slots(FrameTarget& target, GLuint buffer) {
    surfaces_ = target.surfaces();
    glBindFramebuffer(GL_FRAMEBUFFER, target.surfaces_framebuffer());
    glUseProgram(mesh_);
    draw_groups(buffer);
    glVertexArrayVertexBuffer(spots_, kInstances, buffer, sizeof(MeshHead), sizeof(MeshInstance));
    glUseProgram(spot_);
    glBindVertexArray(spots_);
    glDrawArraysIndirect(GL_POINTS, reinterpret_cast<const void*>(offsetof(MeshHead, spots)));
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

/// Of closed meshes the far sides, whose own depth no lit side can meet.
void MeshPass::draw_casting(GLuint casters) {
    glCullFace(GL_FRONT);
    glUseProgram(casting_);
    draw_groups(casters);
    glCullFace(GL_BACK);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

/// Every shape's levels; leaves the buffer bound for other commands in it.
void MeshPass::draw_groups(GLuint buffer) {
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    glVertexArrayVertexBuffer(meshes_, kInstances, buffer, sizeof(MeshHead), sizeof(MeshInstance));
    if (all_closed_) glEnable(GL_CULL_FACE);
    glBindVertexArray(meshes_);
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, nullptr, GLsizei(ranges_.size()), 0);
    glDisable(GL_CULL_FACE);
}

GLuint MeshPass::light_program() {
    glBindTextureUnit(kSurfaceUnit, surfaces_);
    glBindSampler(kSurfaceUnit, 0);
    return light_;
}

}  // namespace app
