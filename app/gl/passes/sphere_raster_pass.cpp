// The raster's passes.
#include "app/gl/passes/sphere_raster_pass.h"

#include "app/gl/base/texture_units.h"

namespace app {

static constexpr GLuint kRasterBinding = 3;

RasterView raster_view(const FrameBlock& frame, const RasterOptions& options) {
    RasterView view;
    static_cast<ScreenView&>(view) = screen_view(frame);
    view.floor_m = frame.container_min.y;
    view.shade_x = frame.shade_map.x;
    view.shade_z = frame.shade_map.y;
    view.shade_scale = frame.shade_map.z;
    view.shade_side = frame.shade_map.w;
    view.selected = frame.ids.x;
    view.box_stride = options.box_stride;
    view.most_px = options.cuda ? kMostRasterPxCuda : kMostRasterPx;
    view.shares = options.cuda;
    view.clip = clip_plane_in_world(frame);
    for (int k = 0; k < 3; ++k) view.clip_depth[k] = frame.clip_depth[k];
    view.edge_px = options.edge_px;
    view.least_radius_px = frame.point_look.x;
    return view;
}

static void describe_listed(GLuint vertex_array, GLuint divisor) {
    glVertexArrayAttribFormat(vertex_array, 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribFormat(vertex_array, 1, 1, GL_FLOAT, GL_FALSE, offsetof(Instance, value));
    glVertexArrayAttribIFormat(vertex_array, 2, 1, GL_UNSIGNED_INT, offsetof(Instance, id));
    glVertexArrayAttribIFormat(vertex_array, 3, 1, GL_UNSIGNED_INT, offsetof(RasterBody, slot));
    for (GLuint attribute = 0; attribute < 4; ++attribute) {
        glVertexArrayAttribBinding(vertex_array, attribute, 0);
        glEnableVertexArrayAttrib(vertex_array, attribute);
    }
    glVertexArrayBindingDivisor(vertex_array, 0, divisor);
}

static std::vector<std::string> slots_defines(const ShaderFiles& files) {
    if (files.compute()) return {"DEPTH_ONLY"};
    return {};
}

SphereRasterPass::SphereRasterPass(const ShaderFiles& files)
    : slots_(files, "frame/fullscreen.vert", "spheres/raster.frag", slots_defines(files)),
      shade_(files, "frame/fullscreen.vert", "ground/raster_shade.frag") {
    if (files.compute()) slots_by_compute_.emplace(files, "spheres/raster_slots.comp");
    describe_listed(per_vertex_, 0);
    describe_listed(per_instance_, 1);
}

void SphereRasterPass::take(GLuint buffer, GLuint pixels, const RasterView& view) {
    buffer_ = buffer;
    pixels_ = pixels;
    layout_ = RasterLayout::of(view);
    width_ = uint32_t(view.width);
    height_ = uint32_t(view.height);
    shade_side_ = uint32_t(view.shade_side);
}

void SphereRasterPass::draw_shade() {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kRasterBinding, buffer_, GLintptr(layout_.shade),
                      GLsizeiptr(size_t(shade_side_) * shade_side_ * sizeof(uint32_t)));
    glProgramUniform2ui(shade_, 0, shade_side_, uint32_t(kShadeOne));
    glUseProgram(shade_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void SphereRasterPass::draw_slots(const FrameTarget& target) {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kRasterBinding, pixels_, 0,
                      GLsizeiptr(size_t(width_) * height_ * sizeof(uint64_t)));
    glProgramUniform1ui(slots_, 0, width_);
    glUseProgram(slots_);
    glBindVertexArray(no_vertices_);
    if (slots_by_compute_) glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    if (!slots_by_compute_) return;

    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBindTextureUnit(kDepthUnit, target.depth());
    glBindSampler(kDepthUnit, 0);
    glBindImageTexture(0, target.slots(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
    glProgramUniform1ui(*slots_by_compute_, 0, width_);
    glUseProgram(*slots_by_compute_);
    glDispatchCompute((width_ + 7) / 8, (height_ + 7) / 8, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
}

void SphereRasterPass::draw_listed(GLenum mode, GLuint vertex_array, size_t list, size_t command) {
    glVertexArrayVertexBuffer(vertex_array, 0, buffer_, GLintptr(list), sizeof(RasterBody));
    glBindVertexArray(vertex_array);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer_);
    glDrawArraysIndirect(mode, reinterpret_cast<const void*>(command));
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void SphereRasterPass::draw_points() {
    draw_listed(GL_POINTS, per_vertex_, layout_.large, offsetof(RasterHead, points));
}

void SphereRasterPass::draw_quads() {
    draw_listed(GL_TRIANGLE_STRIP, per_instance_, layout_.large, offsetof(RasterHead, quads));
}

void SphereRasterPass::draw_boxes() {
    draw_listed(GL_TRIANGLES, per_instance_, layout_.boxes, offsetof(RasterHead, boxes));
}

void SphereRasterPass::draw_selected() {
    glVertexArrayVertexBuffer(per_vertex_, 0, buffer_, GLintptr(offsetof(RasterHead, selected)),
                              sizeof(RasterBody));
    glBindVertexArray(per_vertex_);
    glDrawArrays(GL_POINTS, 0, 1);
}

}  // namespace app
