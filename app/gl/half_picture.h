// A picture with half of the pixels in each direction, stretched over its place: where processors draw, most
// of the time is spent on pixels.
#pragma once
#include <utility>

#include "app/gl/frame_data/gl_object.h"
#include "app/gl/scene_renderer.h"

namespace app {

class HalfPicture {
public:
    /// Sets whether half of the pixels are drawn, from the next draw() on; else the renderer draws all.
    void use(bool use) { used_ = use; }
    bool used() const { return used_; }

    /// Draws as SceneRenderer::draw(), with half of the pixels in each direction, and stretches the picture.
    void draw(SceneRenderer& renderer, sim::World& world, const Camera& camera, const DrawSettings& settings,
              unsigned framebuffer, const SubPicture* part);

    /// Returns the pixel of the smaller picture that a pixel of the framebuffer shows.
    std::pair<int, int> place(int x, int y) const;

    void list(MemoryList& to) const;

private:
    void resize(int width, int height);

    bool used_ = false;
    int left_ = 0, bottom_ = 0, whole_width_ = 1,
        whole_height_ = 1;  // of the last draw(), in the framebuffer
    int width_ = 0, height_ = 0;
    GlTexture colours_;
    GlFramebuffer framebuffer_;
};

}  // namespace app
