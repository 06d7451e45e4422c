// Draws bodies that are too small to be seen as spheres, in scenes whose bodies pull each other: as light
// that adds up, shown by its logarithm; on light paper as ink. Beside its own small spot a body has a wide
// one, so that few bodies, too, show where many are.
//
// Input: instances, palette, depth. Output: colours, blended. Format: four words per pixel and per cell of a
// coarser grid, sums of integers, so that the same bodies give the same bytes in whatever order they come.
// Cost: a thread and about twenty cells' additions per body, then one full-screen pass.
#pragma once
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/frame_block.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

/// Radii in pixels from which a body begins to be a sphere, and is one whole.
inline constexpr float kFirstSpherePx = 1, kWholeSpherePx = 2;

/// FrameBlock::point_look of a scene whose bodies are shown so; of others the FrameBlock says that all are
/// spheres.
glm::vec4 point_numbers(uint32_t bodies, int width, int height);

/// Returns one body's light in the integer sums: the brightest bodies, all in one cell, do not overflow it.
uint32_t point_unit(uint32_t bodies);

/// Cells of the fine and of the coarse grid, `px` pixels along one; four words each, the coarse ones last.
struct PointGrids {
    struct Grid {
        uint32_t width, height, px;
        uint64_t words() const { return uint64_t(width) * height * 4; }
    };
    Grid fine, coarse;

    /// Returns the finest grids that fit into a storage block of block_bytes.
    static PointGrids of(uint32_t width, uint32_t height, uint64_t block_bytes);
    uint64_t bytes() const { return (fine.words() + coarse.words()) * sizeof(uint32_t); }
};

class PointPass {
public:
    explicit PointPass(const ShaderFiles& files);

    /// The bodies: instances as plain words, of which a shader reads `readable` at once, and a vertex array
    /// of them.
    struct Bodies {
        GLuint instances, per_vertex;
        uint32_t count, readable;
    };

    /// Sums the light of all over the picture, of which the depth is known. `block_bytes`: of the largest
    /// storage block.
    void add(const Bodies& bodies, const FrameTarget& target, uint64_t block_bytes);
    /// Over the target's colours, of which the coverage of edges stays.
    void show(const FrameTarget& target, bool light_theme);

    /// Puts the slot of the point nearest to a pixel into the target, where no sphere is seen there.
    void pick(const Bodies& bodies, const FrameTarget& target, int x, int y);

    void list(MemoryList& to) const;

private:
    void resize(const FrameTarget& target, uint64_t block_bytes);
    void smooth();
    void set_numbers(GLuint program) const;

    Program add_, glow_program_, show_, pick_;
    GlBuffer words_;
    GlVertexArray no_vertices_;
    uint64_t bytes_ = 0;
    struct Glow {  // the coarser grid
        GlTexture light;
        GlFramebuffer framebuffer;
    };
    std::optional<Glow> glow_;
    struct Numbers {  // shaders/points/density.glsl
        GLuint grids[2][4];
        GLfloat spots_px[2], unit;
        GLfloat exposure[2];  // shaders/points/show.frag
    } numbers_{};
};

}  // namespace app
