// The mesh passes.
#include "app/gl/passes/mesh_pass.h"

#include <algorithm>

#include "app/gl/base/texture_units.h"
#include "app/gl/meshes/drawn_mesh.h"

namespace app {

static constexpr GLuint kHeadBinding = 2, kPixelBinding = 3, kTurnBinding = 4,
                        kPointBinding = 5;                  // of storage blocks
static constexpr GLuint kMeshInstances = 0, kVertices = 1;  // binding points of the vertex array

MeshPass::MeshPass(const ShaderFiles& files)
    : mesh_(files, "meshes/mesh.vert", "meshes/mesh.frag"),
      cut_mesh_(files, "meshes/mesh.vert", "meshes/mesh.frag", {"CUT"}),
      spot_(files, "meshes/spot.vert", "meshes/spot.frag"),
      points_program_(files, "frame/fullscreen.vert", "meshes/points.frag"),
      casting_(files, "meshes/sun.vert", "frame/depth_only.frag"),
      light_(files, "meshes/light.frag") {
    describe_instances(meshes_, 1);
    describe_instances(spots_, 0);
    glVertexArrayAttribFormat(meshes_, 4, 3, GL_FLOAT, GL_FALSE, offsetof(MeshPoint, place));
    glVertexArrayAttribFormat(meshes_, 5, 4, GL_INT_2_10_10_10_REV, GL_TRUE, offsetof(MeshPoint, normal));
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
        glVertexArrayAttribBinding(vertex_array, attribute, kMeshInstances);
        glEnableVertexArrayAttrib(vertex_array, attribute);
    }
    glVertexArrayBindingDivisor(vertex_array, kMeshInstances, divisor);
}

void MeshPass::take(const std::vector<std::shared_ptr<const sim::SceneShape>>& shapes) {
    if (shapes == shapes_) return;
    shapes_ = shapes;
    ranges_.clear();
    spot_radii_.clear();
    areas_m2_.clear();
    points_.clear();
    all_closed_ = true;
    const auto drawn_shapes = uint32_t(std::min<size_t>(shapes.size(), kMostShapes));
    points_each_ = kMostPoints / drawn_shapes;
    std::vector<MeshPoint> vertices;
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < drawn_shapes; ++i) {
        const DrawnMesh drawn = drawn_mesh(*shapes[i], points_each_);
        for (const DrawnLevel* level : {&drawn.full, &drawn.coarse}) {
            ranges_.push_back(
                {uint32_t(level->indices.size()), uint32_t(indices.size()), uint32_t(vertices.size())});
            vertices.insert(vertices.end(), level->vertices.begin(), level->vertices.end());
            indices.insert(indices.end(), level->indices.begin(), level->indices.end());
        }
        all_closed_ = all_closed_ && drawn.closed && !shapes[i]->source.driven();
        spot_radii_.push_back(drawn.spot_radius_m);
        areas_m2_.push_back(drawn.area_m2);
        points_.insert(points_.end(), drawn.points.begin(), drawn.points.end());
    }
    static uint64_t last_number = 0;  // of all: renderers of several qualities share the backend's buffers
    points_number_ = ++last_number;
    glNamedBufferData(points_buffer_, GLsizeiptr(points_.size() * sizeof(MeshPoint)), points_.data(),
                      GL_STATIC_DRAW);
    glNamedBufferData(vertices_, GLsizeiptr(vertices.size() * sizeof(MeshPoint)), vertices.data(),
                      GL_STATIC_DRAW);
    glNamedBufferData(indices_, GLsizeiptr(indices.size() * sizeof(uint32_t)), indices.data(),
                      GL_STATIC_DRAW);
    glVertexArrayVertexBuffer(meshes_, kVertices, vertices_, 0, sizeof(MeshPoint));
    glVertexArrayElementBuffer(meshes_, indices_);
}

MeshView MeshPass::view(const FrameBlock& frame, const Levels& levels, uint32_t bodies) {
    MeshView view;
    static_cast<ScreenView&>(view) = screen_view(frame);
    view.coarse_px = levels.coarse_px;
    view.spot_px = levels.spot_px;
    view.points_px = bodies <= kMostPointBodies ? levels.points_px : 0;
    view.points_each = points_each_;
    view.closed = all_closed_;
    view.clip = clip_plane_in_world(frame);
    cut_ = view.clip.w > -kNoClip / 2;
    view.bodies = bodies;
    view.selected = frame.ids.x;
    view.shapes = uint32_t(spot_radii_.size());
    std::copy(ranges_.begin(), ranges_.end(), view.ranges);
    std::copy(spot_radii_.begin(), spot_radii_.end(), view.spot_radius_m);
    std::copy(areas_m2_.begin(), areas_m2_.end(), view.area_m2);
    return view;
}

void MeshPass::draw_points(GLuint buffer, GLuint pixels, const MeshView& view, GLuint orientations) {
    constexpr size_t kWord = sizeof(uint32_t);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kHeadBinding, buffer, 0, sizeof(MeshHead));
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kPixelBinding, pixels, 0, GLsizeiptr(pixel_word_bytes(view)));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kTurnBinding, orientations);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kPointBinding, points_buffer_);
    glProgramUniform2ui(points_program_, 0, GLuint(offsetof(MeshHead, selected_slot) / kWord),
                        GLuint(view.width));
    glUseProgram(points_program_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void MeshPass::draw_slots(FrameTarget& target, GLuint buffer, GLuint pixels, const MeshView& view,
                          GLuint orientations) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.surfaces_framebuffer());
    if (view.points_px > 0) draw_points(buffer, pixels, view, orientations);
    const GLintptr instances = GLintptr(MeshLayout::of(view).instances);
    const Program& mesh = cut_ ? cut_mesh_ : mesh_;
    glProgramUniform1ui(cut_mesh_, 0, all_closed_);
    glUseProgram(mesh);
    draw_groups(buffer, instances, cut_);
    glVertexArrayVertexBuffer(spots_, kMeshInstances, buffer, instances, sizeof(MeshInstance));
    glUseProgram(spot_);
    glBindVertexArray(spots_);
    glDrawArraysIndirect(GL_POINTS, reinterpret_cast<const void*>(offsetof(MeshHead, spots)));
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

/// Draws meshes into the sun map: of closed ones the far sides, whose own depth no lit side can meet.
void MeshPass::draw_casting(GLuint casters) {
    glCullFace(GL_FRONT);
    glUseProgram(casting_);
    draw_groups(casters, GLintptr(MeshLayout::of(all_coarse(MeshView{})).instances), false);
    glCullFace(GL_BACK);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

/// Draws every shape's levels, with their inner sides or, where none can be seen, without; leaves the buffer
/// bound for other commands in it.
void MeshPass::draw_groups(GLuint buffer, GLintptr instances, bool inside) {
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    glVertexArrayVertexBuffer(meshes_, kMeshInstances, buffer, instances, sizeof(MeshInstance));
    if (all_closed_ && !inside) glEnable(GL_CULL_FACE);
    glBindVertexArray(meshes_);
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, nullptr, GLsizei(ranges_.size()), 0);
    glDisable(GL_CULL_FACE);
}

PixelProgram& MeshPass::light_program(FrameTarget& target) {
    for (const auto& [unit, texture] :
         {std::pair(kSurfaceUnit, target.surfaces()), {kDepthUnit, target.depth()}}) {
        glBindTextureUnit(unit, texture);
        glBindSampler(unit, 0);
    }
    glTextureBarrier();  // the depths are tested, too
    return light_;
}

void MeshPass::list(MemoryList& to) const {
    for (const GLuint buffer : {GLuint(vertices_), GLuint(indices_), GLuint(points_buffer_)})
        to.add_of_scene("meshes", buffer_bytes(buffer));
}

}  // namespace app
