// The legend's colours in the light of the bodies: a ball for each entry and, beside them, the whole palette as a rod.
//
// Input: palette, the sun's direction. Output: colours with coverage. Format: RGBA8, kLegendWidePx x kLegendHighPx.
// Cost: one small full-screen pass.
#pragma once
#include <span>

#include "app/base/memory_list.h"
#include "app/gl/base/legend_texture.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

class LegendPass {
public:
    explicit LegendPass(const ShaderFiles& files);

    /// Balls for the first kLegendBalls of these places in the palette; the frame's block and palette are bound.
    void draw(std::span<const float> values);
    GLuint texture() const { return colours_; }

    void list(MemoryList& to) const;

private:
    Program program_;
    GlTexture colours_;
    GlFramebuffer framebuffer_;
    GlVertexArray no_vertices_;
};

}  // namespace app
