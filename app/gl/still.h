// A picture that gets better with each sub-picture (app/gl/base/sub_picture.h): soft shadows, the light of the sky
// between bodies, edges of as many samples, depth of field. Its own renderer, whose shaders are compiled when it is
// made; the world must stand still in between.
//
// Cost of a sub-picture: that of a frame, with a second map of shadows and without what hides noise. Memory: 16 bytes
// per pixel for the sum, beside the renderer's own.
#pragma once
#include <memory>
#include <optional>

#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/gl/scene_renderer.h"

namespace app {

/// State of a world that a picture shows.
struct WorldMoment {
    uint64_t world = 0, step = 0;

    bool operator==(const WorldMoment&) const = default;
};

/// Subject of a still. A still of another subject starts over.
struct StillSubject {
    WorldMoment moment;
    Camera camera;
    DrawSettings settings;
    uint32_t parts = kStillParts;  // sub-pictures of the whole still
    uint64_t shaders = 0;          // InteropStatus::shaders

    bool operator==(const StillSubject&) const = default;
};

class Still {
public:
    /// Creates the renderer; throws as SceneRenderer::create().
    Still(const std::string& interop, const std::string& shaders_dir, DrawLimits limits = {});

    /// Returns how many sub-pictures of this subject have been added.
    uint32_t done(const StillSubject& subject) const { return subject_ == subject ? done_ : 0; }
    /// Adds the next one; where those before were of something else, the first one. Nothing where all are done.
    /// `time_passes`: as in DrawSettings.
    void add(sim::World& world, const StillSubject& subject, bool time_passes = false);
    /// Draws the mean of the sub-pictures into the framebuffer, where the settings say. Does nothing if there is none.
    void show(unsigned framebuffer);

    const InteropStatus& status() const { return renderer_->status(); }
    const DrawReport& drawn() const { return renderer_->drawn(); }  // of a sub-picture
    /// Returns the device memory of the renderer and of the sum; all of it is the still's own.
    MemoryList memory() const;

private:
    struct Sum {
        int width, height;
        GlTexture light;
        GlFramebuffer framebuffer;
    };

    void begin(int width, int height);

    std::unique_ptr<SceneRenderer> renderer_;
    Program show_;
    GlVertexArray no_vertices_;
    std::optional<StillSubject> subject_;
    std::optional<Sum> sum_;
    uint32_t done_ = 0;
};

}  // namespace app
