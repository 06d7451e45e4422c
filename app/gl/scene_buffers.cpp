// What a frame reads: the buffers that the world's backend fills for it, and GL's own state before the first
// pass.
#include <algorithm>

#include "app/base/wall_clock.h"
#include "app/gl/base/gl_memory.h"
#include "app/gl/gl_scene_renderer.h"
#include "app/gl/instance_style.h"
#include "app/gl/palette.h"

namespace app {

static constexpr float kSoftwareCoarsePx = 2 * kCoarsePx;  // drawing by processors pays for each triangle
static constexpr GLuint kSunFitBinding = 1;                // of uniform blocks, as kFrameBinding

/// Returns whether the backend draws small bodies, because its processors are the faster ones: those of CUDA
/// always, the CPU's when GL is drawn by them too.
bool GlSceneRenderer::rasters(const sim::World& world, const DrawSettings& settings) const {
    const uint64_t pixels = uint64_t(settings.width) * uint64_t(settings.height);
    return world.bodies().count >= limits_.raster_from && pixels * sizeof(uint64_t) <= block_bytes_ &&
           (world.config().backend == sim::Backend::cuda || software_);
}

/// Returns whether the backend draws bodies that are boxes: the CPU alone, where one thread draws a box whole. A GPU has
/// units for their triangles.
bool GlSceneRenderer::rasters_boxes(const sim::World& world, const DrawSettings& settings) const {
    const uint64_t pixels = uint64_t(settings.width) * uint64_t(settings.height);
    const uint32_t bodies = world.bodies().count;
    return software_ && world.config().backend == sim::Backend::cpu &&
           bodies >= std::min(limits_.raster_from, kBoxRasterFrom) && bodies <= kMostRasterBoxes &&
           pixels * sizeof(uint64_t) <= block_bytes_;
}

bool has_tree(const sim::World& world) { return world.bodies().tree.exists(); }

bool shows_curve(const sim::World& world, const DrawSettings& settings) {
    return has_tree(world) && settings.colour == Colour::rank && !settings.sort.values;
}

bool shows_boxes(const sim::World& world) {
    return world.config().given && !world.config().given->look.spheres;
}

bool wants_boxes(const sim::World& world, const DrawSettings& settings) {
    return world.bodies().boxes && (settings.boxes || settings.selected != sim::kNobody);
}

LightRequest GlSceneRenderer::light_request(const SunView& view, int map_side, const FrameBlock& frame,
                                            uint32_t bodies) const {
    LightRequest light{view, {}, {}, {}};
    if (rastered_) light.discs = DiscView{view, uint32_t(map_side), clip_plane_in_world(frame)};
    if (boxes_rastered_) light.boxes = BoxShadowView{view, uint32_t(map_side)};
    if (meshes_there_ && sun_points(bodies))
        light.points = MeshSunView::of(mesh_view_, view, uint32_t(map_side));
    return light;
}

void GlSceneRenderer::fill_buffers(sim::World& world, const FrameBlock& frame, const SunView& sun,
                                   const std::optional<SunView>& sky, const DrawSettings& settings) {
    FrameRequest request;
    request.style = instance_style(world.config().scene, world.bodies().count, settings, meshes_there_);
    request.values = settings.sort.values;
    request.pairs = settings.contacts && !has_surfaces();
    request.shown_pairs = pair_choice(settings);
    request.columns = settings.columns;
    if (has_tree(world) && settings.boxes && settings.shown_of() == sim::kNobody)
        request.tree_boxes = TreeChoice{settings.tree_level, tree_box_count(settings)};
    if (shows_curve(world, settings)) request.curve_parts = kMostCurveParts;
    const uint32_t bodies = world.bodies().count;
    if (meshes_there_) {
        const float coarse_px = limits_.coarse_px.value_or(software_ ? kSoftwareCoarsePx : kCoarsePx);
        const float points_px =
            limits_.points_px.value_or(world.config().backend == sim::Backend::cuda ? kPointsPx : 0);
        request.meshes = meshes_.view(frame, {coarse_px, limits_.spot_px, points_px}, bodies);
        if (pixel_word_bytes(*request.meshes) > block_bytes_) request.meshes->points_px = 0;
        request.points = meshes_.points();
        request.points_number = meshes_.points_number();
        mesh_view_ = *request.meshes;
        if (sun_map_.side() > 0 && !sun_points(bodies)) request.casters = all_coarse(*request.meshes);
        request.contacts = settings.contacts;
    }
    request.boxes = boxes_there_ || wants_boxes(world, settings);
    boxes_cut_ = clip_plane_in_world(frame).w > -kNoClip / 2;
    if (boxes_rastered_ && !boxes_cut_)
        request.box_raster = BoxRasterView::of(screen_view(frame), frame.ids.x);
    request.orientations = rolling_ || (meshes_there_ && mesh_view_.points_px > 0);
    status_.marks = request.contacts;
    if (rastered_)
        request.raster =
            raster_view(frame, {box_stride(settings, bodies), world.config().backend == sim::Backend::cuda,
                                look_.still ? 0 : 0.5f});
    if (sun_map_.side() > 0) request.sun = light_request(sun, sun_map_.side(), frame, bodies);
    if (sky) request.sky = light_request(*sky, sky_map_.side(), frame, bodies);
    status_.upload_start_s = now_s();
    buffers_->fill(world, request);
    status_.upload_end_s = now_s();
    status_.copies = buffers_->copies();
    if (boxes_there_)
        boxes_.take(buffers_->buffer(Part::instances), buffers_->buffer(Part::boxes), bodies, boxes_cut_);
    if (rastered_)
        raster_pass_.take(buffers_->buffer(Part::raster), buffers_->buffer(Part::scratch), *request.raster);
    status_.upload_ms = buffers_->upload_ms();
    status_.box_stride = has_tree(world) ? 1 : std::max(box_stride(settings, bodies), 1u);
    const bool readable = bodies <= readable_bodies_;
    status_.most_contacts = readable ? pair_limit(UINT64_MAX, most_block_bytes()) : 0;
    status_.most_lines = !readable ? 0
                         : !request.shown_pairs || request.shown_pairs->selected != sim::kNobody
                             ? UINT32_MAX
                             : request.shown_pairs->about;
}

void GlSceneRenderer::upload(const FrameBlock& frame, Part bounds, Colour colour) {
    glNamedBufferSubData(frame_buffer_, 0, sizeof frame, &frame);
    glBindBufferBase(GL_UNIFORM_BUFFER, kFrameBinding, frame_buffer_);
    glBindBufferBase(GL_UNIFORM_BUFFER, kSunFitBinding, buffers_->buffer(bounds));
    spheres_.take(buffers_->buffer(Part::instances));
    if (palette_colour_ != colour) {
        palette_colour_ = colour;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTextureSubImage2D(palette_, 0, 0, 0, kPaletteSize, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                            palette_texels(colour).data());
    }
    glBindTextureUnit(kPaletteUnit, palette_);
    for (const GLuint unit : {kPaletteUnit, kSlotUnit}) glBindSampler(unit, 0);
    sky_map_.bind(buffers_->buffer(Part::sky_bounds));

    // The panels' renderer may have left its own state. Dithered, normals and coverage in eight bits would be
    // others.
    for (const GLenum state :
         {GL_SCISSOR_TEST, GL_CULL_FACE, GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_DITHER})
        glDisable(state);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBlendEquation(GL_FUNC_ADD);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

MemoryList GlSceneRenderer::memory() const {
    MemoryList all;
    shade_map_.list(all);
    sun_map_.list(all, "sun map");
    sky_map_.list(all);
    floor_map_.list(all);
    near_shade_.list(all);
    spheres_.list(all);
    boxes_.list(all);
    meshes_.list(all);
    terrain_.list(all);
    overlays_.list(all);
    point_pass_.list(all);
    legend_.list(all);
    probe_.list(all);
    all.add("frame block and commands", buffer_bytes(frame_buffer_));
    all.add("palette", texture_bytes(palette_));
    return all;
}

}  // namespace app
