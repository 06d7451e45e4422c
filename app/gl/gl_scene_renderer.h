// What draws a scene at one quality: its passes, their order in scene_renderer.cpp, and what the world's
// backend is asked for, in scene_buffers.cpp.
#pragma once
#include <glad/gl.h>

#include <memory>
#include <optional>
#include <string>

#include "app/gl/base/texture_units.h"
#include "app/gl/body_probe.h"
#include "app/gl/frame_parts.h"
#include "app/gl/passes/box_pass.h"
#include "app/gl/passes/edge_pass.h"
#include "app/gl/passes/floor_map.h"
#include "app/gl/passes/legend_pass.h"
#include "app/gl/passes/mesh_pass.h"
#include "app/gl/passes/near_shade.h"
#include "app/gl/passes/overlay_pass.h"
#include "app/gl/passes/point_pass.h"
#include "app/gl/passes/shade_map.h"
#include "app/gl/passes/sky_map.h"
#include "app/gl/passes/sphere_pass.h"
#include "app/gl/passes/sphere_raster_pass.h"
#include "app/gl/passes/stage_pass.h"
#include "app/gl/passes/sun_map.h"
#include "app/gl/passes/terrain_pass.h"
#include "app/gl/scene_renderer.h"

namespace app {

/// Returns whether the world's bodies are boxes.
bool shows_boxes(const sim::World& world);

/// Returns whether lines of boxes are drawn, of all bodies or of the selected one.
bool wants_boxes(const sim::World& world, const DrawSettings& settings);

/// Return whether gravity makes a tree of the bodies, and whether the order of its keys is drawn as a curve.
bool has_tree(const sim::World& world);
bool shows_curve(const sim::World& world, const DrawSettings& settings);

inline constexpr GLuint kFrameBinding = 0;  // of uniform blocks

class GlSceneRenderer : public SceneRenderer {
public:
    GlSceneRenderer(FrameParts& parts, const std::string& shaders_dir, const Look& look,
                    const DrawLimits& limits);

    void draw(sim::World& world, const Camera& camera, const DrawSettings& settings, unsigned framebuffer,
              const SubPicture* part) override;
    uint32_t pick(int x, int y) override;
    std::optional<SeenBody> look(int x, int y) override;
    const InteropStatus& status() const override { return status_; }
    const DrawReport& drawn() const override { return timer_.last(); }
    MemoryList memory() const override;

private:
    bool rasters(const sim::World& world, const DrawSettings& settings) const;
    bool rasters_boxes(const sim::World& world, const DrawSettings& settings) const;
    void fill_buffers(sim::World& world, const FrameBlock& frame, const SunView& sun,
                      const std::optional<SunView>& sky, const DrawSettings& settings);
    LightRequest light_request(const SunView& view, int map_side, const FrameBlock& frame,
                               uint32_t bodies) const;
    void upload(const FrameBlock& frame, Part bounds, Colour colour);
    SunMap::Casters casters(uint32_t bodies, const SunView& view, Part words);
    void find_bodies(uint32_t bodies);
    void shade_near(uint32_t bodies);
    void light_bodies(uint32_t bodies);
    void draw_windows(const PixelProgram& program, uint32_t bodies);
    void draw_overlays(const sim::World& world, const DrawSettings& settings);
    /// Returns whether points of meshes cast the shadows.
    bool sun_points(uint32_t bodies) const {
        return mesh_view_.points_px > 0 && bodies >= limits_.sun_points_from;
    }
    void find_point(int x, int y);
    PointPass::Bodies point_bodies(uint32_t bodies) const {
        return {buffers_->buffer(Part::instances), spheres_.instances_of_points(), bodies, readable_bodies_};
    }
    bool has_surfaces() const { return meshes_there_ || boxes_there_; }
    SphereRasterPass* raster() { return rastered_ ? &raster_pass_ : nullptr; }
    void draw_surroundings();
    void draw_points(uint32_t bodies, const DrawSettings& settings);
    void present(unsigned framebuffer, const DrawSettings& settings);

    DrawLimits limits_;
    bool software_;
    Look look_;
    ShaderFiles files_;
    float max_sprite_px_ = 64;
    uint64_t block_bytes_ = 0;                                        // the largest storage block
    uint32_t readable_bodies_ = 0;                                    // that fit into one
    bool rastered_ = false, meshes_there_ = false, rolling_ = false;  // this frame
    bool boxes_there_ = false;     // this frame: bodies are boxes, lit as meshes are
    bool boxes_rastered_ = false;  // this frame: the backend draws them, at least their shadows
    bool boxes_cut_ = false;       // this frame: the clip plane opens bodies, which is GL's alone
    bool points_ = false;          // this frame: what is small is light that adds up, in space
    ShadeMap shade_map_;
    SunMap sun_map_;
    SkyMap sky_map_;
    FloorMap floor_map_;
    NearShade near_shade_;
    SpherePass spheres_;
    BoxPass boxes_;
    MeshPass meshes_;
    MeshView mesh_view_{};  // of this frame
    StagePass stage_;
    EdgePass edges_;
    GlBuffer frame_buffer_;
    GlTexture palette_;
    SphereRasterPass raster_pass_;
    TerrainPass terrain_;
    OverlayPass overlays_;
    PointPass point_pass_;
    LegendPass legend_;
    std::unique_ptr<FrameTarget>& target_;
    PassTimer& timer_;
    InteropStatus status_;

    BufferChoice& choice_;
    SharedBuffers* buffers_ = nullptr;  // of this frame
    std::optional<Colour> palette_colour_;
    BodyProbe probe_;  // of the last picture
    ProbedPicture picture_{};
};

}  // namespace app
