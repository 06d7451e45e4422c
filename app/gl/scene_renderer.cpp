// One frame of the scene, as a list of passes: GlSceneRenderer::draw(). What is seen is found first, so that
// nothing hidden is ever shaded. Of many bodies the world's backend finds most of the visible ones itself
// (app/gl/handover/crowd.h), and GL adds the large ones.
#include "app/gl/scene_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/gl/base/frame_target.h"
#include "app/gl/base/pass_timer.h"
#include "app/gl/base/shader.h"
#include "app/gl/base/smooth_texture.h"
#include "app/gl/body_probe.h"
#include "app/gl/frame_parts.h"
#include "app/gl/frame_setup.h"
#include "app/gl/instance_style.h"
#include "app/gl/palette.h"
#include "app/gl/passes/crowd_pass.h"
#include "app/gl/passes/edge_pass.h"
#include "app/gl/passes/floor_map.h"
#include "app/gl/passes/legend_pass.h"
#include "app/gl/passes/mesh_pass.h"
#include "app/gl/passes/near_shade.h"
#include "app/gl/passes/overlay_pass.h"
#include "app/gl/passes/shade_map.h"
#include "app/gl/passes/sky_map.h"
#include "app/gl/passes/sphere_pass.h"
#include "app/gl/passes/stage_pass.h"
#include "app/gl/passes/sun_map.h"
#include "app/gl/passes/terrain_pass.h"

namespace app {

static constexpr uint32_t kBlockAlignment = 256;  // bytes at most, and so enough in instances too
static constexpr int kTerrainQuads = 1024, kSoftwareTerrainQuads = 256;  // at most, along a side
static constexpr float kSoftwareCoarsePx = 2 * kCoarsePx;  // drawing by processors pays for each triangle
static constexpr float kMaxSpritePx = 255;  // Mesa's limit; larger spheres go as quads everywhere

enum TextureUnit : GLuint { kPaletteUnit, kSlotUnit = 3 };
static constexpr GLuint kInstanceBinding = 0, kOrientationBinding = 4;  // of storage blocks
static constexpr GLuint kFrameBinding = 0, kSunFitBinding = 1;          // of uniform blocks

class GlSceneRenderer : public SceneRenderer {
public:
    GlSceneRenderer(FrameParts& parts, const std::string& shaders_dir, const Look& look,
                    const DrawLimits& limits);

    void draw(sim::World& world, const Camera& camera, const DrawSettings& settings, unsigned framebuffer,
              const SubPicture* part) override;
    uint32_t pick(int x, int y) override { return probe_.find(x, y); }
    std::optional<SeenBody> look(int x, int y) override;
    const InteropStatus& status() const override { return status_; }
    const DrawReport& drawn() const override { return timer_.last(); }

private:
    bool is_crowd(const sim::World& world, const DrawSettings& settings) const;
    void fill_buffers(sim::World& world, const FrameBlock& frame, const SunView& sun,
                      const DrawSettings& settings);
    void upload(const FrameBlock& frame, Colour colour);
    void draw_sky_map(sim::World& world, FrameBlock& frame, const SubPicture& part,
                      const DrawSettings& settings);
    SunMap::Casters casters(uint32_t bodies, const SunView& sun);
    void find_bodies(uint32_t bodies);
    void shade_near(uint32_t bodies);
    void light_bodies(uint32_t bodies);
    void draw_windows(const PixelProgram& program, uint32_t bodies);
    void draw_overlays(const sim::World& world, const DrawSettings& settings);
    bool sun_points(uint32_t bodies) const {
        return mesh_view_.points_px > 0 && bodies >= limits_.sun_points_from;
    }
    CrowdPass* crowd() { return crowd_ ? &crowd_pass_ : nullptr; }
    void draw_surroundings();
    void present(unsigned framebuffer, const DrawSettings& settings);

    DrawLimits limits_;
    bool software_;
    Look look_;
    ShaderFiles files_;
    float max_sprite_px_ = 64;
    uint64_t block_bytes_ = 0;                                     // the largest storage block
    uint32_t readable_bodies_ = 0;                                 // that fit into one
    bool crowd_ = false, meshes_there_ = false, rolling_ = false;  // this frame
    ShadeMap shade_map_;
    SunMap sun_map_;
    SkyMap sky_map_;
    FloorMap floor_map_;
    NearShade near_shade_;
    SpherePass spheres_;
    MeshPass meshes_;
    MeshView mesh_view_{};  // of this frame
    StagePass stage_;
    EdgePass edges_;
    GlBuffer frame_buffer_;
    GlTexture palette_;
    CrowdPass crowd_pass_;
    TerrainPass terrain_;
    OverlayPass overlays_;
    LegendPass legend_;
    std::unique_ptr<FrameTarget>& target_;
    PassTimer& timer_;
    InteropStatus status_;

    BufferChoice& choice_;
    SharedBuffers* buffers_ = nullptr;  // of this frame
    std::optional<Colour> palette_colour_;
    BodyProbe probe_;  // of the last picture
};

GlSceneRenderer::GlSceneRenderer(FrameParts& parts, const std::string& shaders_dir, const Look& look,
                                 const DrawLimits& limits)
    : limits_(limits),
      software_(parts.software),
      look_(look),
      files_(shaders_dir, look_.defines(), look_.compute && (!software_ || limits.software_computes)),
      shade_map_(files_),
      sun_map_(files_, look_),
      sky_map_(files_, look_),
      floor_map_(files_, look_),
      near_shade_(files_, look_),
      spheres_(files_),
      meshes_(files_),
      stage_(files_, look_),
      edges_(files_, look_),
      crowd_pass_(files_),
      terrain_(files_, software_ ? kSoftwareTerrainQuads : kTerrainQuads),
      overlays_(files_, look_),
      legend_(look_.still ? ShaderFiles(shaders_dir, Look::of(Quality::high).defines()) : files_),
      target_(parts.target),
      timer_(parts.timer),
      choice_(parts.choice),
      probe_(files_) {
    GLfloat range[2] = {1, 64};
    glGetFloatv(GL_POINT_SIZE_RANGE, range);
    max_sprite_px_ = std::min(range[1], kMaxSpritePx);
    GLint64 block_bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block_bytes);
    block_bytes_ = uint64_t(block_bytes);
    // Windows of so many start where the driver lets a storage block start.
    const uint64_t readable =
        limits.readable_bodies ? limits.readable_bodies : block_bytes_ / sizeof(Instance);
    readable_bodies_ = std::max(uint32_t(readable) / kBlockAlignment, 1u) * kBlockAlignment;

    glNamedBufferStorage(frame_buffer_, sizeof(FrameBlock), nullptr, GL_DYNAMIC_STORAGE_BIT);
    store_smooth(palette_, GL_RGBA8, kPaletteSize, 1);
    status_.reason = "nothing drawn yet";
    status_.legend_texture = legend_.texture();
    status_.software_gl = software_;
}

void GlSceneRenderer::draw(sim::World& world, const Camera& camera, const DrawSettings& settings,
                           unsigned framebuffer, const SubPicture* part) {
    if (settings.width <= 0 || settings.height <= 0) return;

    // Take over the frame from the simulation.
    buffers_ = &choice_.of(world.config(), status_);
    const uint32_t bodies = world.bodies().count;
    meshes_there_ = has_meshes(world);
    if (meshes_there_) meshes_.take(world.config().scene.shapes);
    rolling_ = !meshes_there_ && world.bodies().orientation;
    crowd_ = !meshes_there_ && is_crowd(world, settings);
    const SunView sun = sun_view(world.container(), world.config().scene.camera.yaw_deg,
                                 world.ground() != nullptr, part ? part->sun : glm::vec2(0));
    FrameBlock frame = frame_block(world.container(), camera, sun, settings, max_sprite_px_, part);
    frame.ids.y = bodies;
    shade_map_.resize(meshes_there_ ? kMeshShadePixels : kShadePixels);
    frame.shade_map.w = float(shade_map_.side());
    if (sun_map_.side() > 0) frame.sun_map = glm::vec4(sun_map_.side(), 1 / float(sun_map_.side()), 0, 0);
    terrain_.take(world.ground());
    if (part && sky_map_.there()) draw_sky_map(world, frame, *part, settings);
    fill_buffers(world, frame, sun, settings);

    // Everything below is GL alone.
    timer_.begin(settings.time_passes);
    if (!target_ || target_->width() != settings.width || target_->height() != settings.height) {
        target_.reset();
        target_ = std::make_unique<FrameTarget>(settings.width, settings.height,
                                                look_.still ? GL_RGBA16F : GL_RGBA8);
    }
    upload(frame, settings.colour);

    // The passes; what each reads and writes stands in its file in app/gl/passes.
    const auto pass = [this](const char* name, auto&& draw) {
        draw();
        timer_.passed(name);
    };
    pass("legend", [&] { legend_.draw(legend_values(world.config().scene, settings)); });
    if (!part)
        pass("shade map",
             [&] { shade_map_.draw(bodies, spheres_, crowd()); });  // where bodies touch the floor
    if (sun_map_.side() > 0)
        pass("sun map", [&] {  // depth as the sun sees it
            sun_map_.draw(casters(bodies, sun));
            sun_map_.bind();
        });
    if (floor_map_.there() && !terrain_.there())
        pass("floor map", [&] { floor_map_.draw(); });  // sun on each place of the floor
    pass("bodies", [&] { find_bodies(bodies); });       // which body is seen at each pixel, and how deep
    if (near_shade_.there())
        pass("near shade", [&] { shade_near(bodies); });  // what of the sky neighbours leave, on the screen
    pass("light", [&] { light_bodies(bodies); });         // of the bodies
    pass("stage", [&] { draw_surroundings(); });          // backdrop, floor or ground, glass and edges
    pass("overlays", [&] { draw_overlays(world, settings); });
    pass("edges", [&] { present(framebuffer, settings); });  // smooth, and out
    timer_.end();
    probe_.take({target_->slots(), buffers_->buffer(Part::instances), settings.width, settings.height,
                 settings.x, settings.y, bodies, readable_bodies_});
}

/// Where the backend's processors are the faster ones for small bodies: those of CUDA always, the CPU's when
/// GL is drawn by them too.
bool GlSceneRenderer::is_crowd(const sim::World& world, const DrawSettings& settings) const {
    const uint64_t pixels = uint64_t(settings.width) * uint64_t(settings.height);
    return world.bodies().count >= limits_.crowd_from && pixels * sizeof(uint64_t) <= block_bytes_ &&
           (world.config().backend == sim::Backend::cuda || software_);
}

static bool wants_boxes(const sim::World& world, const DrawSettings& settings) {
    return world.bodies().boxes && (settings.boxes || settings.selected != sim::kNobody);
}

void GlSceneRenderer::fill_buffers(sim::World& world, const FrameBlock& frame, const SunView& sun,
                                   const DrawSettings& settings) {
    FrameRequest request;
    request.style = instance_style(world.config().scene, settings, meshes_there_);
    request.values = settings.sort.values;
    if (sun_map_.side() > 0) request.sun = sun;
    request.pairs = settings.contacts && !meshes_there_;
    request.shown_pairs = pair_choice(settings);
    request.columns = settings.columns;
    const uint32_t bodies = world.bodies().count;
    if (meshes_there_) {
        const float coarse_px = limits_.coarse_px.value_or(software_ ? kSoftwareCoarsePx : kCoarsePx);
        const float points_px =
            limits_.points_px.value_or(world.config().backend == sim::Backend::cuda ? kPointsPx : 0);
        request.meshes = meshes_.view(frame, {coarse_px, limits_.spot_px, points_px}, bodies);
        if (MeshLayout::of(*request.meshes).instances > block_bytes_) request.meshes->points_px = 0;
        request.points = meshes_.points();
        request.points_number = meshes_.points_number();
        mesh_view_ = *request.meshes;
        if (request.sun && sun_points(bodies))
            request.sun_points = MeshSunView::of(mesh_view_, sun, uint32_t(frame.sun_map.x));
        else if (request.sun)
            request.casters = all_coarse(*request.meshes);
        request.boxes = wants_boxes(world, settings);
        request.contacts = settings.contacts;
    }
    request.orientations = rolling_ || (meshes_there_ && mesh_view_.points_px > 0);
    status_.marks = request.contacts;
    if (crowd_)
        request.crowd = crowd_view(frame, sun,
                                   {box_stride(settings, bodies),
                                    world.config().backend == sim::Backend::cuda, look_.still ? 0 : 0.5f});
    buffers_->fill(world, request);
    if (crowd_) crowd_pass_.take(buffers_->buffer(Part::crowd), *request.crowd);
    status_.handover_ms = buffers_->handover_ms();
    status_.box_stride = std::max(box_stride(settings, bodies), 1u);
    const bool readable = bodies <= readable_bodies_;
    status_.most_contacts = readable ? pair_limit(UINT64_MAX) : 0;
    status_.most_lines = !readable ? 0
                         : !request.shown_pairs || request.shown_pairs->selected != sim::kNobody
                             ? UINT32_MAX
                             : request.shown_pairs->about;
}

void GlSceneRenderer::upload(const FrameBlock& frame, Colour colour) {
    glNamedBufferSubData(frame_buffer_, 0, sizeof frame, &frame);
    glBindBufferBase(GL_UNIFORM_BUFFER, kFrameBinding, frame_buffer_);
    glBindBufferBase(GL_UNIFORM_BUFFER, kSunFitBinding, buffers_->buffer(Part::bounds));
    spheres_.take(buffers_->buffer(Part::instances));
    if (palette_colour_ != colour) {
        palette_colour_ = colour;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTextureSubImage2D(palette_, 0, 0, 0, kPaletteSize, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                            palette_texels(colour).data());
    }
    glBindTextureUnit(kPaletteUnit, palette_);
    for (const GLuint unit : {kPaletteUnit, kSlotUnit}) glBindSampler(unit, 0);
    shade_map_.bind();
    sky_map_.bind();
    floor_map_.bind();

    // The panels' renderer may have left its own state.
    for (const GLenum state : {GL_SCISSOR_TEST, GL_CULL_FACE, GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST})
        glDisable(state);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBlendEquation(GL_FUNC_ADD);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

SunMap::Casters GlSceneRenderer::casters(uint32_t bodies, const SunView& sun) {
    const bool points = meshes_there_ && sun_points(bodies);
    return {bodies,
            spheres_,
            crowd(),
            meshes_,
            meshes_there_ && !points ? buffers_->buffer(Part::casters) : 0,
            points ? buffers_->buffer(Part::sun_points) : 0,
            terrain_,
            sun};
}

/// What the sky's lamp sees, from buffers that are filled for it alone: those of the picture follow.
void GlSceneRenderer::draw_sky_map(sim::World& world, FrameBlock& frame, const SubPicture& part,
                                   const DrawSettings& settings) {
    const SunView sky = sky_view(world.container(), part, world.ground() != nullptr);
    set_sky(frame, sky, part, sky_map_.side());
    const FrameBlock lamp_frame = sky_map_.lamp_frame(frame);
    fill_buffers(world, lamp_frame, sky, settings);
    upload(lamp_frame, settings.colour);
    sky_map_.draw(casters(frame.ids.y, sky), buffers_->buffer(Part::bounds));
}

/// Which body is seen at each pixel, and how deep.
void GlSceneRenderer::find_bodies(uint32_t bodies) {
    glBindFramebuffer(GL_FRAMEBUFFER, target_->slots_framebuffer());
    glViewport(0, 0, target_->width(), target_->height());
    target_->clear();
    glEnable(GL_DEPTH_TEST);
    if (terrain_.there()) terrain_.draw_depth(*target_);
    if (meshes_there_)
        meshes_.draw_slots(*target_, buffers_->buffer(Part::meshes), mesh_view_,
                           buffers_->buffer(Part::orientations));
    else
        spheres_.draw_slots(*target_, bodies, crowd());
}

void GlSceneRenderer::shade_near(uint32_t bodies) {
    draw_windows(near_shade_.begin(*target_, meshes_there_), bodies);
    near_shade_.blur();
    near_shade_.bind();
}

/// Where a body is in front of the far plane.
void GlSceneRenderer::light_bodies(uint32_t bodies) {
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_GREATER);
    glBindTextureUnit(kSlotUnit, target_->slots());
    if (!meshes_there_) spheres_.turn(rolling_);
    PixelProgram& program = meshes_there_ ? meshes_.light_program() : spheres_.light_program();
    program.begin(target_->picture());
    draw_windows(program, bodies);
}

/// The shader reads bodies by slot, and a storage block may not hold all of them: then once for each part.
void GlSceneRenderer::draw_windows(const PixelProgram& program, uint32_t bodies) {
    for (uint32_t first = 0; first < bodies; first += readable_bodies_) {
        const uint32_t count = std::min(bodies - first, readable_bodies_);
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kInstanceBinding, buffers_->buffer(Part::instances),
                          GLintptr(first) * GLintptr(sizeof(Instance)),
                          GLsizeiptr(count) * GLsizeiptr(sizeof(Instance)));
        glProgramUniform2ui(program, 0, first, count);
        if (rolling_) {
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kOrientationBinding,
                              buffers_->buffer(Part::orientations),
                              GLintptr(first) * GLintptr(sizeof(sim::Quaternion)),
                              GLsizeiptr(count) * GLsizeiptr(sizeof(sim::Quaternion)));
        }
        program.draw();
    }
}

void GlSceneRenderer::draw_surroundings() {
    // From here on only colour is written: edge coverage and depth belong to the spheres.
    glBindFramebuffer(GL_FRAMEBUFFER, target_->colour_framebuffer());
    glViewport(0, 0, target_->width(), target_->height());
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    glDepthFunc(GL_LEQUAL);
    stage_.draw_backdrop(*target_, !terrain_.there());
    if (terrain_.there()) terrain_.draw_light(*target_);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    if (!terrain_.there()) stage_.draw_container();
}

void GlSceneRenderer::draw_overlays(const sim::World& world, const DrawSettings& settings) {
    const auto buffer = [this](Part part, bool filled) { return filled ? buffers_->buffer(part) : 0; };
    const uint32_t bodies = world.bodies().count;
    overlays_.draw(
        settings,
        {bodies, bodies <= readable_bodies_, buffer(Part::pairs, settings.contacts && !meshes_there_),
         buffers_->buffer(Part::shown_pairs), buffers_->buffer(Part::columns), spheres_.instances_of_points(),
         spheres_.instances(), crowd(), buffers_->buffer(Part::instances),
         buffer(Part::boxes, wants_boxes(world, settings)), buffers_->buffer(Part::contacts),
         meshes_there_ ? &world.config().scene.shapes : nullptr});
}

void GlSceneRenderer::present(unsigned framebuffer, const DrawSettings& settings) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    edges_.draw(*target_, framebuffer, settings.x, settings.y);

    // Leave the defaults behind for whoever draws next.
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glBindVertexArray(0);
    glUseProgram(0);
}

std::optional<SeenBody> GlSceneRenderer::look(int x, int y) {
    const auto found = probe_.look(x, y);
    if (!found) return std::nullopt;
    return SeenBody{found->id, palette_place(found->value)};
}

std::unique_ptr<SceneRenderer> renderer_of_look(FrameParts& parts, const std::string& shaders_dir,
                                                const Look& look, const DrawLimits& limits) {
    return std::make_unique<GlSceneRenderer>(parts, shaders_dir, look, limits);
}

}  // namespace app
