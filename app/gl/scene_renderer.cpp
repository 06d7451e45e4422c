// One frame of the scene, as a list of passes: shade map, depth of the ground, which sphere is seen where,
// its light, backdrop and ground or floor, overlays, copy out. What is seen is found first, so that nothing
// hidden is ever shaded. Of many bodies the world's backend finds most of the visible ones itself
// (app/gl/handover/crowd.h), and GL adds the large ones.
#include "app/gl/scene_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <optional>

#include "app/gl/base/frame_target.h"
#include "app/gl/base/gpu_timer.h"
#include "app/gl/base/shader.h"
#include "app/gl/body_probe.h"
#include "app/gl/frame_setup.h"
#include "app/gl/handover/shared_buffer.h"
#include "app/gl/instance_style.h"
#include "app/gl/palette.h"
#include "app/gl/passes/crowd_pass.h"
#include "app/gl/passes/mesh_overlays.h"
#include "app/gl/passes/mesh_pass.h"
#include "app/gl/passes/overlay_pass.h"
#include "app/gl/passes/sphere_pass.h"
#include "app/gl/passes/terrain_pass.h"
#include "sort/base/errors.h"

namespace app {

static constexpr uint32_t kBlockAlignment = 256;  // bytes at most, and so enough in instances too
static constexpr int kTerrainQuads = 1024, kSoftwareTerrainQuads = 256;  // at most, along a side
static constexpr float kSoftwareCoarsePx = 2 * kCoarsePx;  // drawing by processors pays for each triangle
static constexpr float kMaxSpritePx = 255;  // Mesa's limit; larger spheres go as quads everywhere

enum TextureUnit : GLuint { kPaletteUnit, kShadeUnit, kColourUnit, kSlotUnit };
static constexpr GLuint kInstanceBinding = 0, kOrientationBinding = 4;  // of storage blocks

static bool is_software_gl() {
    const std::string name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    for (const char* software : {"llvmpipe", "softpipe", "SWR"})
        if (name.find(software) != std::string::npos) return true;
    return false;
}

class GlSceneRenderer : public SceneRenderer {
public:
    GlSceneRenderer(const std::string& interop, const ShaderFiles& files, const DrawLimits& limits);

    void draw(sim::World& world, const Camera& camera, const DrawSettings& settings,
              unsigned framebuffer) override;
    uint32_t pick(int x, int y) override;
    std::optional<SeenBody> look(int x, int y) override;
    const InteropStatus& status() const override { return status_; }

private:
    void choose_buffers(const sim::WorldConfig& config);
    bool is_crowd(const sim::World& world, const DrawSettings& settings) const;
    void fill_buffers(sim::World& world, const FrameBlock& frame, const DrawSettings& settings);
    void upload(const FrameBlock& frame, Colour colour);
    void make_shade_map(int pixels);
    void draw_shade_map(uint32_t bodies);
    void find_bodies(uint32_t bodies);
    void light_bodies(uint32_t bodies);
    void draw_mesh_overlays(const sim::World& world, const DrawSettings& settings);
    CrowdPass* crowd() { return crowd_ ? &crowd_pass_ : nullptr; }
    void draw_surroundings();
    void present(unsigned framebuffer, const DrawSettings& settings);

    std::string interop_;
    DrawLimits limits_;
    bool software_;
    float max_sprite_px_ = 64;
    uint64_t block_bytes_ = 0;                                     // the largest storage block
    uint32_t readable_bodies_ = 0;                                 // that fit into one
    bool crowd_ = false, meshes_there_ = false, rolling_ = false;  // this frame
    SpherePass spheres_;
    MeshPass meshes_;
    MeshView mesh_view_{};  // of this frame
    Program background_, ground_, container_, present_;
    GlBuffer frame_buffer_;
    GlVertexArray no_vertices_;
    GlTexture palette_, shade_map_;
    GlFramebuffer shade_framebuffer_;
    int shade_pixels_ = 0;
    CrowdPass crowd_pass_;
    TerrainPass terrain_;
    OverlayPass overlays_;
    MeshOverlays mesh_overlays_;
    std::unique_ptr<FrameTarget> target_;
    GpuTimer timer_;
    InteropStatus status_;

    std::unique_ptr<SharedBuffers> buffers_;
    sim::Backend buffers_backend_ = sim::Backend::cpu;
    int buffers_device_ = 0;
    std::optional<Colour> palette_colour_;
    BodyProbe probe_;  // of the last picture
};

static void make_texture(GLuint texture, GLenum format, int width, int height) {
    glTextureStorage2D(texture, 1, format, width, height);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

GlSceneRenderer::GlSceneRenderer(const std::string& interop, const ShaderFiles& files,
                                 const DrawLimits& limits)
    : interop_(interop),
      limits_(limits),
      software_(is_software_gl()),
      spheres_(files),
      meshes_(files),
      background_(files, "frame/fullscreen.vert", "ground/backdrop.frag"),
      ground_(files, "ground/floor.vert", "ground/floor.frag"),
      container_(files, "overlays/container.vert", "overlays/container.frag"),
      present_(files, "frame/fullscreen.vert", "frame/present.frag"),
      crowd_pass_(files),
      terrain_(files, software_ ? kSoftwareTerrainQuads : kTerrainQuads),
      overlays_(files),
      mesh_overlays_(files),
      timer_(software_),
      probe_(files) {
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
    make_texture(palette_, GL_RGBA8, kPaletteSize, 1);
    make_shade_map(kShadePixels);

    if (interop_ == "on" &&
        !interop_possible(-1, reinterpret_cast<const char*>(glGetString(GL_RENDERER)), &status_.reason))
        throw sort::Unavailable("--interop on: " + status_.reason);
    status_.reason = "nothing drawn yet";
}

void GlSceneRenderer::make_shade_map(int pixels) {
    if (shade_pixels_ == pixels) return;
    shade_pixels_ = pixels;
    shade_map_ = GlTexture();
    make_texture(shade_map_, GL_R8, pixels, pixels);
    glNamedFramebufferTexture(shade_framebuffer_, GL_COLOR_ATTACHMENT0, shade_map_, 0);
}

/// Interop or copy, decided when the first world and every world on another device is drawn.
void GlSceneRenderer::choose_buffers(const sim::WorldConfig& config) {
    if (buffers_ && buffers_backend_ == config.backend && buffers_device_ == config.device) return;
    const bool first = !buffers_;
    buffers_.reset();
    std::string reason;
    bool possible = false;
    if (config.backend == sim::Backend::cpu)
        reason = "the cpu backend's frames are in host memory";
    else if (interop_ == "off")
        reason = "switched off by --interop off";
    else
        possible =
            interop_possible(config.device, reinterpret_cast<const char*>(glGetString(GL_RENDERER)), &reason);
    // Later worlds (the user changed the backend) fall back, so that the window stays open.
    if (interop_ == "on" && first && !possible) throw sort::Unavailable("--interop on: " + reason);

    if (config.backend == sim::Backend::cpu)
        buffers_ = make_host_buffers();
    else
        buffers_ = possible ? make_interop_buffers(config.device) : make_copy_buffers(config.device);
    buffers_backend_ = config.backend;
    buffers_device_ = config.device;
    status_.interop = possible;
    status_.reason = reason;
}

static bool has_meshes(const sim::World& world) {
    const sim::BodyView bodies = world.bodies();
    return !world.config().scene.shapes.empty() && bodies.orientation && bodies.momentum_shape;
}

void GlSceneRenderer::draw(sim::World& world, const Camera& camera, const DrawSettings& settings,
                           unsigned framebuffer) {
    if (settings.width <= 0 || settings.height <= 0) return;

    // Take over the frame from the simulation.
    choose_buffers(world.config());
    const uint32_t bodies = world.bodies().count;
    meshes_there_ = has_meshes(world);
    if (meshes_there_) meshes_.take(world.config().scene.shapes);
    rolling_ = !meshes_there_ && world.bodies().orientation;
    crowd_ = !meshes_there_ && is_crowd(world, settings);
    FrameBlock frame = frame_block(world.container(), camera, settings, max_sprite_px_);
    frame.ids.y = bodies;
    make_shade_map(meshes_there_ ? kMeshShadePixels : kShadePixels);
    frame.shade_map.w = float(shade_pixels_);
    fill_buffers(world, frame, settings);
    terrain_.take(world.ground());

    // Everything below is GL alone.
    timer_.begin();
    if (!target_ || target_->width() != settings.width || target_->height() != settings.height) {
        target_.reset();
        target_ = std::make_unique<FrameTarget>(settings.width, settings.height);
    }
    upload(frame, settings.colour);
    spheres_.take(buffers_->buffer(Part::instances));
    draw_shade_map(bodies);
    find_bodies(bodies);
    light_bodies(bodies);
    draw_surroundings();
    if (meshes_there_) draw_mesh_overlays(world, settings);
    overlays_.draw(settings, {bodies, bodies <= readable_bodies_ ? buffers_->buffer(Part::pairs) : 0,
                              spheres_.instances_of_points(), spheres_.instances(), crowd(), meshes_there_});
    present(framebuffer, settings);
    probe_.take({target_->slots(), buffers_->buffer(Part::instances), settings.width, settings.height,
                 settings.x, settings.y, bodies, readable_bodies_});
    timer_.end();
    status_.draw_ms = timer_.last_ms();
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

void GlSceneRenderer::fill_buffers(sim::World& world, const FrameBlock& frame, const DrawSettings& settings) {
    FrameRequest request;
    request.style = instance_style(world.config().scene, settings, meshes_there_);
    request.pairs = settings.pairs || (settings.contacts && !meshes_there_);
    const uint32_t bodies = world.bodies().count;
    if (meshes_there_) {
        const float coarse_px = limits_.coarse_px.value_or(software_ ? kSoftwareCoarsePx : kCoarsePx);
        const float points_px =
            limits_.points_px.value_or(world.config().backend == sim::Backend::cuda ? kPointsPx : 0);
        request.meshes = meshes_.view(frame, {coarse_px, limits_.spot_px, points_px}, bodies);
        request.points = meshes_.points();
        request.points_number = meshes_.points_number();
        mesh_view_ = *request.meshes;
        request.boxes = wants_boxes(world, settings);
        request.contacts = settings.contacts;
    }
    request.orientations = rolling_ || (meshes_there_ && mesh_view_.points_px > 0);
    status_.marks = request.contacts;
    if (crowd_) request.crowd = crowd_view(frame, settings.boxes, bodies);
    buffers_->fill(world, request);
    if (crowd_) crowd_pass_.take(buffers_->buffer(Part::crowd), *request.crowd);
    status_.handover_ms = buffers_->handover_ms();
    status_.box_stride = crowd_ && settings.boxes ? request.crowd->box_stride : 1;
    status_.most_pairs = bodies <= readable_bodies_ ? pair_limit(UINT64_MAX) : 0;
}

void GlSceneRenderer::upload(const FrameBlock& frame, Colour colour) {
    glNamedBufferSubData(frame_buffer_, 0, sizeof frame, &frame);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame_buffer_);
    if (palette_colour_ != colour) {
        palette_colour_ = colour;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTextureSubImage2D(palette_, 0, 0, 0, kPaletteSize, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                            palette_texels(colour).data());
    }
    glBindTextureUnit(kPaletteUnit, palette_);
    glBindTextureUnit(kShadeUnit, shade_map_);
    for (const GLuint unit : {kPaletteUnit, kShadeUnit, kColourUnit, kSlotUnit}) glBindSampler(unit, 0);

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

void GlSceneRenderer::draw_shade_map(uint32_t bodies) {
    const GLfloat light[] = {1, 1, 1, 1};
    glBindFramebuffer(GL_FRAMEBUFFER, shade_framebuffer_);
    glViewport(0, 0, shade_pixels_, shade_pixels_);
    if (!crowd_) glClearNamedFramebufferfv(shade_framebuffer_, GL_COLOR, 0, light);
    spheres_.draw_shade(bodies, crowd());
}

/// Which body is seen at each pixel, and how deep.
void GlSceneRenderer::find_bodies(uint32_t bodies) {
    glBindFramebuffer(GL_FRAMEBUFFER, target_->slots_framebuffer());
    glViewport(0, 0, target_->width(), target_->height());
    target_->clear();
    glEnable(GL_DEPTH_TEST);
    if (terrain_.there()) terrain_.draw_depth();
    if (meshes_there_)
        meshes_.draw_slots(*target_, buffers_->buffer(Part::meshes), mesh_view_,
                           buffers_->buffer(Part::orientations));
    else
        spheres_.draw_slots(bodies, crowd());
}

/// Where a body is in front of the far plane. The shader reads bodies by slot, and a storage block may not
/// hold all of them: then once for each part.
void GlSceneRenderer::light_bodies(uint32_t bodies) {
    glBindFramebuffer(GL_FRAMEBUFFER, target_->colour_framebuffer());
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_GREATER);
    glBindTextureUnit(kSlotUnit, target_->slots());
    const GLuint program = meshes_there_ ? meshes_.light_program() : spheres_.light_program();
    glUseProgram(program);
    glBindVertexArray(no_vertices_);
    for (uint32_t first = 0; first < bodies; first += readable_bodies_) {
        const uint32_t count = std::min(bodies - first, readable_bodies_);
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kInstanceBinding, buffers_->buffer(Part::instances),
                          GLintptr(first) * GLintptr(sizeof(Instance)),
                          GLsizeiptr(count) * GLsizeiptr(sizeof(Instance)));
        glProgramUniform2ui(program, 0, first, count);
        if (!meshes_there_) spheres_.turn(rolling_);
        if (rolling_) {
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kOrientationBinding,
                              buffers_->buffer(Part::orientations),
                              GLintptr(first) * GLintptr(sizeof(sim::Quaternion)),
                              GLsizeiptr(count) * GLsizeiptr(sizeof(sim::Quaternion)));
        }
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

void GlSceneRenderer::draw_surroundings() {
    // From here on only colour is written: edge coverage and depth belong to the spheres.
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    glDepthFunc(GL_LEQUAL);
    glBindVertexArray(no_vertices_);
    glUseProgram(background_);
    glDrawArrays(GL_TRIANGLES, 0, 3);

    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    if (terrain_.there()) return terrain_.draw_light();
    glUseProgram(ground_);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glUseProgram(container_);
    glDrawArrays(GL_TRIANGLES, 0, 12 * 6);
}

void GlSceneRenderer::draw_mesh_overlays(const sim::World& world, const DrawSettings& settings) {
    if (wants_boxes(world, settings))
        mesh_overlays_.draw_boxes(buffers_->buffer(Part::instances), buffers_->buffer(Part::boxes),
                                  world.bodies().count, settings.boxes);
    if (settings.contacts)
        mesh_overlays_.draw_contacts(buffers_->buffer(Part::contacts), world.config().scene.shapes);
}

void GlSceneRenderer::present(unsigned framebuffer, const DrawSettings& settings) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(settings.x, settings.y, settings.width, settings.height);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBindTextureUnit(kColourUnit, target_->colour());
    glProgramUniform2i(present_, 0, settings.x, settings.y);
    glUseProgram(present_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);

    // Leave the defaults behind for whoever draws next.
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glBindVertexArray(0);
    glUseProgram(0);
}

uint32_t GlSceneRenderer::pick(int x, int y) { return probe_.find(x, y); }

std::optional<SeenBody> GlSceneRenderer::look(int x, int y) {
    const auto found = probe_.look(x, y);
    if (!found) return std::nullopt;
    return SeenBody{found->id, found->value};
}

std::unique_ptr<SceneRenderer> SceneRenderer::create(const std::string& interop,
                                                     const std::string& shaders_dir,
                                                     const DrawLimits& limits) {
    return std::make_unique<GlSceneRenderer>(interop, ShaderFiles(shaders_dir), limits);
}

}  // namespace app
