// One frame of the scene, as a list of passes: GlSceneRenderer::draw(). What is seen is found first, so that
// nothing hidden is ever shaded. Of many bodies the world's backend finds most of the visible ones itself
// (app/observe/sphere_raster.h), and GL adds the large ones.
#include <algorithm>

#include "app/base/interrupt.h"
#include "app/gl/base/smooth_texture.h"
#include "app/gl/frame_setup.h"
#include "app/gl/gl_scene_renderer.h"
#include "app/gl/instance_style.h"
#include "app/gl/palette.h"

namespace app {

static constexpr uint32_t kBlockAlignment = 256;  // bytes at most, and so enough in instances too
static constexpr int kTerrainQuads = 1024, kSoftwareTerrainQuads = 256;  // at most, along a side
static constexpr float kMaxSpritePx = 255;  // Mesa's limit; larger spheres go as quads everywhere

static constexpr GLuint kInstanceBinding = 0, kOrientationBinding = 4;  // of storage blocks

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
      boxes_(files_),
      meshes_(files_),
      stage_(files_, look_),
      edges_(files_, look_),
      raster_pass_(files_),
      terrain_(files_, software_ ? kSoftwareTerrainQuads : kTerrainQuads),
      overlays_(files_, look_),
      point_pass_(files_),
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
    // Windows of that many bodies start where the driver lets a storage block start.
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
    if (settings.width <= 0 || settings.height <= 0 || interrupted()) return;

    // Take over the frame from the simulation.
    buffers_ = &choice_.of(world.config(), status_);
    const uint32_t bodies = world.bodies().count;
    meshes_there_ = has_meshes(world);
    if (meshes_there_) meshes_.take(world.config().scene.shapes);
    boxes_there_ = shows_boxes(world);
    boxes_rastered_ = boxes_there_ && rasters_boxes(world, settings);
    rolling_ = !meshes_there_ && world.bodies().orientation;
    points_ = !meshes_there_ && world.config().scene.physics.gravity.on;
    rastered_ =
        !has_surfaces() && !points_ && rasters(world, settings);  // most points cost OpenGL next to nothing
    const SunView sun = sun_view(world.container(), world.config().scene.camera.yaw_deg,
                                 world.ground() != nullptr, part ? part->sun : glm::vec2(0));
    FrameBlock frame = frame_block(world.container(), camera, sun, settings, max_sprite_px_, part);
    frame.ids.y = bodies;
    if (points_) frame.point_look = point_numbers(bodies, settings.width, settings.height);
    shade_map_.resize(meshes_there_ ? kMeshShadePixels : kShadePixels);
    frame.shade_map.w = float(shade_map_.side());
    if (sun_map_.side() > 0) frame.sun_map = glm::vec4(sun_map_.side(), 1 / float(sun_map_.side()), 0, 0);
    terrain_.take(world.ground());
    std::optional<SunView> sky;
    if (part && sky_map_.there()) {
        sky = sky_view(world.container(), *part, world.ground() != nullptr);
        set_sky(frame, *sky, *part, sky_map_.side());
    }
    fill_buffers(world, frame, sun, sky, settings);
    if (sun_map_.reads_words() && casters(bodies, sun, Part::sun_words).words) frame.sun_map.z = 1;
    const bool floor = !points_ && !terrain_.there();

    // Everything below is GL alone.
    timer_.begin(settings.time_passes);
    if (!target_ || target_->width() != settings.width || target_->height() != settings.height) {
        target_.reset();
        target_ = std::make_unique<FrameTarget>(settings.width, settings.height,
                                                look_.still ? GL_RGBA16F : GL_RGBA8);
    }

    // The passes; what each reads and writes stands in its file in app/gl/passes. Once the user wants to stop, nobody
    // will see the picture.
    const auto pass = [this](const char* name, auto&& draw) {
        if (!interrupted()) draw();
        timer_.passed(name);
    };
    if (sky)
        pass("sky map", [&] {  // depth as the sky's light sees it, which for this pass is where the sun is
            upload(sky_map_.light_frame(frame), Part::sky_bounds, settings.colour);
            sky_map_.draw(casters(bodies, *sky, Part::sky_words));
        });
    upload(frame, Part::sun_bounds, settings.colour);
    pass("legend", [&] { legend_.draw(legend_values(world.config().scene, bodies, settings)); });
    if (floor && !part)
        pass("shade map", [&] {
            shade_map_.draw(boxes_there_ ? 0 : bodies, spheres_, raster());
        });  // where bodies touch the floor
    if (sun_map_.side() > 0)
        pass("sun map", [&] {  // depth as the sun sees it
            sun_map_.draw(casters(bodies, sun, Part::sun_words));
            sun_map_.bind();
        });
    if (floor_map_.there() && floor)
        pass("floor map", [&] { floor_map_.draw(); });  // sun on each place of the floor
    pass("bodies", [&] { find_bodies(bodies); });       // which body is seen at each pixel, and how deep
    if (near_shade_.there())
        pass("near shade", [&] { shade_near(bodies); });  // what of the sky neighbours leave, on the screen
    pass("light", [&] { light_bodies(bodies); });         // of the bodies
    pass("stage", [&] { draw_surroundings(); });          // backdrop, floor or ground, glass and edges
    if (points_) pass("points", [&] { draw_points(bodies, settings); });  // bodies that are no spheres
    pass("overlays", [&] { draw_overlays(world, settings); });
    pass("edges", [&] { present(framebuffer, settings); });  // smooth, and out
    timer_.end();
    picture_ = {target_->slots(), buffers_->buffer(Part::instances),
                settings.width,   settings.height,
                settings.x,       settings.y,
                bodies,           readable_bodies_};
    probe_.take(picture_);
}

/// Returns what casts shadows. Where bodies pull each other in space, nothing is near enough to another thing
/// to shade it: the maps are of one pixel.
SunMap::Casters GlSceneRenderer::casters(uint32_t bodies, const SunView& view, Part words) {
    const bool by_backend = boxes_there_ ? boxes_rastered_ : meshes_there_ ? sun_points(bodies) : rastered_;
    return {points_ ? 0 : bodies,
            spheres_,
            boxes_there_ && !by_backend ? &boxes_ : nullptr,
            meshes_,
            meshes_there_ && !by_backend ? buffers_->buffer(Part::casters) : 0,
            by_backend ? buffers_->buffer(words) : 0,
            terrain_,
            view};
}

/// Draws which body is seen at each pixel, and how deep.
void GlSceneRenderer::find_bodies(uint32_t bodies) {
    glBindFramebuffer(GL_FRAMEBUFFER, target_->slots_framebuffer());
    glViewport(0, 0, target_->width(), target_->height());
    target_->clear();
    glEnable(GL_DEPTH_TEST);
    if (terrain_.there()) terrain_.draw_depth(*target_);
    if (boxes_rastered_ && !boxes_cut_)
        boxes_.draw_words(*target_, buffers_->buffer(Part::scratch));
    else if (boxes_there_)
        boxes_.draw_slots(*target_);
    else if (meshes_there_)
        meshes_.draw_slots(*target_, buffers_->buffer(Part::meshes), buffers_->buffer(Part::scratch),
                           mesh_view_, buffers_->buffer(Part::orientations));
    else
        spheres_.draw_slots(*target_, bodies, raster());
}

/// Draws the near shade; none where bodies pull each other in space, as in casters().
void GlSceneRenderer::shade_near(uint32_t bodies) {
    if (points_) {
        near_shade_.leave_open();
    } else {
        draw_windows(near_shade_.begin(*target_, has_surfaces()), bodies);
        near_shade_.blur();
    }
    near_shade_.bind();
}

/// Lights the pixels that show a body in front of the far plane.
void GlSceneRenderer::light_bodies(uint32_t bodies) {
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_GREATER);
    glBindTextureUnit(kSlotUnit, target_->slots());
    if (!has_surfaces()) spheres_.turn(rolling_);
    PixelProgram& program = has_surfaces() ? meshes_.light_program(*target_) : spheres_.light_program();
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
    stage_.draw_backdrop(*target_, !terrain_.there() && !points_);
    if (terrain_.there()) terrain_.draw_light(*target_);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    if (!terrain_.there() && !points_) stage_.draw_container();
}

void GlSceneRenderer::draw_points(uint32_t bodies, const DrawSettings& settings) {
    point_pass_.add(point_bodies(bodies), *target_, block_bytes_);
    point_pass_.show(*target_, settings.theme == Theme::light);
}

/// A point leaves no slot at a pixel; one is found when somebody asks for it.
void GlSceneRenderer::find_point(int x, int y) {
    const int column = x - picture_.corner_x, row = y - picture_.corner_y;
    const bool inside = column >= 0 && row >= 0 && column < picture_.width && row < picture_.height;
    if (!points_ || !target_ || !inside) return;
    glBindBufferBase(GL_UNIFORM_BUFFER, kFrameBinding, frame_buffer_);
    point_pass_.pick(point_bodies(picture_.bodies), *target_, column, row);
}

uint32_t GlSceneRenderer::pick(int x, int y) {
    find_point(x, y);
    return probe_.find(x, y);
}

void GlSceneRenderer::draw_overlays(const sim::World& world, const DrawSettings& settings) {
    const auto buffer = [this](Part part, bool filled) { return filled ? buffers_->buffer(part) : 0; };
    const uint32_t bodies = world.bodies().count;
    overlays_.draw(
        settings,
        {bodies, bodies <= readable_bodies_, buffer(Part::pairs, settings.contacts && !has_surfaces()),
         buffers_->buffer(Part::shown_pairs), buffers_->buffer(Part::columns), spheres_.instances_of_points(),
         spheres_.instances(), raster(), buffers_->buffer(Part::instances),
         buffer(Part::boxes, boxes_there_ || wants_boxes(world, settings)), buffers_->buffer(Part::contacts),
         meshes_there_ ? &world.config().scene.shapes : nullptr, !has_surfaces(), has_tree(world),
         buffer(Part::tree_boxes, settings.boxes && settings.shown_of() == sim::kNobody),
         buffer(Part::curve, shows_curve(world, settings))});
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
    find_point(x, y);
    const auto found = probe_.look(x, y);
    if (!found) return std::nullopt;
    return SeenBody{found->id, palette_place(found->value)};
}

std::unique_ptr<SceneRenderer> renderer_of_look(FrameParts& parts, const std::string& shaders_dir,
                                                const Look& look, const DrawLimits& limits) {
    return std::make_unique<GlSceneRenderer>(parts, shaders_dir, look, limits);
}

}  // namespace app
