// Draws a scene's ground: a block cut out of the landscape, from the spline that the bodies meet
// (sim/ground). First its depth, in front of which bodies are found, then its light where no body is before it: a pass
// over all pixels that reads what the mesh left there.
//
// Input: the heights, as a texture; for the light the sun map. Output: depth and surfaces; then colours. Format: 32-bit
// float, RGBA8; RGBA8. Cost: the vertices of its mesh, once more when the sun map first shows it, and a full-screen
// pass.
#pragma once
#include <memory>

#include "app/base/memory_list.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/pixel_program.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"
#include "sim/ground/ground.h"

namespace app {

class TerrainPass {
public:
    /// `most_quads` along a side: more fine a mesh is not drawn. The GL context must be current.
    TerrainPass(const ShaderFiles& files, int most_quads);

    /// The ground of this frame; null: none. Sends its heights to GL when they are others than before.
    void take(const sim::Ground* ground);
    bool there() const { return map_ != nullptr; }
    uint64_t version() const { return version_; }  // another one for another ground

    /// Draws the depth of the ground, before the bodies.
    void draw_depth(FrameTarget& target);
    /// Draws the ground into the sun map.
    void draw_casting();
    /// Draws the colours of the ground, where draw_depth() left it in front.
    void draw_light(FrameTarget& target);

    void list(MemoryList& to) const;

private:
    void draw(const Program& program);

    Program surface_, bottom_, casting_;
    PixelProgram light_;
    int most_quads_;
    int quads_x_ = 0, quads_z_ = 0;
    std::shared_ptr<const sim::HeightMap> map_;
    float spacing_m_ = 0;  // of its cells
    uint64_t version_ = 0;
    GlTexture heights_;
    GlVertexArray no_vertices_;
};

}  // namespace app
