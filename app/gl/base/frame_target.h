// What the scene is drawn into before it is copied out: the slot of the body seen at each pixel, then
// colour (alpha holds a sphere edge's coverage), with one depth. As large as the viewport. A second picture serves two
// passes in turn, where there are such: first it holds the surfaces of meshes and ground, which their light reads; when
// all is lit, the colours with smooth edges of spheres, which the edge search reads.
#pragma once
#include <cstdint>
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/pixel_program.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/observe/sphere_raster.h"

namespace app {

class FrameTarget {
public:
    /// `colour_format`: RGBA8, or one with more range for sub-pictures of a still.
    FrameTarget(int width, int height, GLenum colour_format);

    int width() const { return width_; }
    int height() const { return height_; }
    GLuint slots_framebuffer() const { return slots_framebuffer_; }
    GLuint colour_framebuffer() const { return colour_framebuffer_; }
    GLuint depth() const { return depth_; }
    GLuint slots() const { return slots_; }
    GLuint colour() const { return colour_; }
    /// Returns the colours, as what passes over all pixels write.
    PixelProgram::Picture picture() const { return {colour_, colour_framebuffer_, format_, width_, height_}; }

    // The second picture, made when first asked for.

    /// Return the slots, and what else a mesh's surface leaves (shaders/meshes/surface.glsl).
    GLuint surfaces_framebuffer() { return second().with_slots; }
    GLuint surfaces() { return second().texture; }
    /// Returns the second picture as a target of colours. It has the memory of the surfaces, so only once
    /// these are lit.
    PixelProgram::Picture smoothed();

    void clear() const;

    void list(MemoryList& to) const;

private:
    int width_, height_;
    GLenum format_;
    GlTexture slots_, colour_, depth_;
    GlFramebuffer slots_framebuffer_, colour_framebuffer_;

    struct Second {
        GlTexture texture;
        GlFramebuffer alone, with_slots;
    };
    Second& second();
    std::optional<Second> second_;
};

}  // namespace app
