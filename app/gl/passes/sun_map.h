// Shadows: one depth map, as the sun sees the world, for spheres, meshes and the ground. Spheres are flat
// discs (app/observe/raster_discs.h says why), meshes their coarse level or, of many, points of their
// surfaces (app/observe/mesh_sun.h).
//
// Input: instances, SunBounds, the casting meshes, the words that the backend has drawn of small spheres or of many
// meshes, the ground. Output: depth, 0 nearest to the sun. Format: 32-bit float, a square of
// Look::sun_map_px; compared when it is read unless shadows are soft. Compute shaders read the backend's
// words of 16 bits as they are, without a texture. Cost: a vertex per body and the fragments of its disc; of
// words nothing, or one full-screen copy. The ground is drawn once and copied, or added to the words, from
// then on: neither it nor the sun moves, but for stills.
#pragma once
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/look.h"
#include "app/gl/base/shader.h"
#include "app/gl/base/texture_units.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/gl/passes/box_pass.h"
#include "app/gl/passes/mesh_pass.h"
#include "app/gl/passes/sphere_pass.h"
#include "app/gl/passes/terrain_pass.h"
#include "app/observe/sun_bounds.h"

namespace app {

class SunMap {
public:
    SunMap(const ShaderFiles& files, const Look& look);

    /// Objects that cast shadows. `casters`: 0 unless bodies have meshes; `words`: 0 unless the backend has
    /// drawn the bodies, whatever they are; `boxes`: null unless the bodies are boxes that GL draws.
    struct Casters {
        uint32_t bodies;
        SpherePass& spheres;
        BoxPass* boxes;
        MeshPass& meshes;
        GLuint casters, words;
        TerrainPass& ground;
        const SunView& sun;
    };
    void draw(const Casters& casters);

    /// `name`: of what the map is.
    void list(MemoryList& to, const char* name) const;

    int side() const { return side_; }  // 0: nothing casts a shadow
    /// Returns whether shaders read the backend's words themselves, where it has drawn the bodies.
    bool reads_words() const { return computes_; }

    /// Binds the map as this texture unit, for all that is drawn from now on.
    void bind(TextureUnit unit = kSunUnit) const;

private:
    void draw_ground(const Casters& casters);
    void draw_bodies(const Casters& casters);
    void draw_words(GLuint words);
    void add_ground(const Casters& casters);
    void need_depth(int side);
    void begin_depth(int side);

    int side_;
    bool moves_;  // the sun does: of no use is the ground's map of the last frame
    bool soft_;
    bool computes_ = false;
    std::optional<Program> disc_, large_disc_, words_depth_;
    std::optional<Program> ground_words_, add_ground_;  // compute shaders
    GlVertexArray no_vertices_;
    struct Depth {
        int side;
        GlTexture texture;
        GlFramebuffer framebuffer;
    };
    std::optional<Depth> depth_;  // as drawn; of one texel where nothing casts a shadow
    GLuint words_ = 0;            // of this frame, where they are read as they are; else 0
    GlBufferTexture shown_words_;
    struct Ground {  // alone on the map: as depths, or as words
        uint64_t version;
        SunView sun;
        std::optional<GlTexture> depth;
        std::optional<GlBuffer> words;
    };
    /// Returns the map of the ground that was kept; null if the ground or the sun has changed.
    Ground* known_ground(const Casters& casters);
    std::optional<Ground> ground_;
};

}  // namespace app
