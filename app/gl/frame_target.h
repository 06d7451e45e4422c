// What the scene is drawn into before it is copied out: colour (alpha holds a sphere edge's coverage), the id
// of the body at each pixel, and depth. As large as the viewport.
#pragma once
#include <cstdint>

#include "app/gl/gl_object.h"

namespace app {

class FrameTarget {
public:
    FrameTarget(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    GLuint framebuffer() const { return framebuffer_; }
    GLuint colour() const { return colour_; }
    GLuint ids() const { return ids_; }

    void clear() const;
    uint32_t id_at(int x, int y) const;  // waits for the frame; kNobody outside

private:
    int width_, height_;
    GlTexture colour_, ids_;
    GlRenderbuffer depth_;
    GlFramebuffer framebuffer_;
};

}  // namespace app
