// The finished picture goes out, with smooth edges: those of spheres by their coverage, all others by a short search
// along the edge. A sub-picture of a still is added to the sum of those before it (app/gl/still.h).
//
// Input: colours, with coverage in alpha (shaders/frame/edge.glsl), and slots. Output: colours. Format:
// RGBA8; with the search once more in between, in the target's second picture. Cost: one full-screen copy,
// and a second one that reads 5 pixels, at edges up to 34.
#pragma once
#include <optional>

#include "app/gl/base/frame_target.h"
#include "app/gl/base/look.h"
#include "app/gl/base/pixel_program.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

class EdgePass {
public:
    EdgePass(const ShaderFiles& files, const Look& look);

    /// Draws into the framebuffer's viewport, whose lower left corner is given.
    void draw(FrameTarget& target, unsigned framebuffer, int x, int y);

private:
    void copy(PixelProgram& program, GLuint from, const PixelProgram::Picture& to);
    void add(const PixelProgram::Picture& part, unsigned framebuffer, int x, int y);

    bool computes_;
    std::optional<Program> add_;  // of stills
    std::optional<PixelProgram> coverage_, search_;
    GlVertexArray no_vertices_;
};

}  // namespace app
