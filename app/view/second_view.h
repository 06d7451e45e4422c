// Draws the world that runs beside the live one: the same camera and settings, a renderer of its own, since a
// renderer's buffers belong to one world's stream.
#pragma once
#include <memory>

#include "app/gl/scene_renderer.h"
#include "app/view/session/view_options.h"

namespace app {

class SecondView {
public:
    /// The GL context is current. Throws as SceneRenderer::create().
    explicit SecondView(const ViewOptions& options);

    /// Into the right half: `settings` are those of the first picture, with the viewport moved. `first` says in which
    /// quality that is.
    void draw(sim::World& world, const Camera& camera, DrawSettings settings, const InteropStatus& first,
              unsigned framebuffer);
    uint32_t pick(int x, int y) { return scene_->pick(x, y); }
    MemoryList memory() const { return scene_->memory(); }

private:
    std::unique_ptr<SceneRenderer> scene_;
};

}  // namespace app
