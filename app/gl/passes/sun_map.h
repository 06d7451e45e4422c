// Shadows: one depth map, as the sun sees the world, for spheres, meshes and the ground. Spheres are flat discs
// (app/gl/handover/crowd_discs.h says why), meshes their coarse level or, of many, points of
// their surfaces (app/gl/handover/mesh_sun.h).
//
// Input: instances or the crowd's discs, SunBounds, the casting meshes or their points, the ground. Output: depth, 0
// nearest to the sun. Format: 32-bit float, a square of Look::sun_map_px; compared when it is read unless shadows are
// soft, and then, by compute shaders, without a depth map of its own where the backend has drawn all that casts.
// Cost: a vertex per body and the fragments of its disc; of a crowd one full-screen copy. The ground is drawn once and
// copied from then on: neither it nor the sun moves, but for stills.
#pragma once
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/look.h"
#include "app/gl/base/shader.h"
#include "app/gl/handover/gl_object.h"
#include "app/gl/passes/crowd_pass.h"
#include "app/gl/passes/mesh_pass.h"
#include "app/gl/passes/sphere_pass.h"
#include "app/gl/passes/terrain_pass.h"

namespace app {

class SunMap {
public:
    SunMap(const ShaderFiles& files, const Look& look);

    /// What casts shadows. `casters` and `points` (app/gl/handover/mesh_sun.h): one of them where bodies have
    /// meshes, else 0.
    struct Casters {
        uint32_t bodies;
        SpherePass& spheres;
        CrowdPass* crowd;
        MeshPass& meshes;
        GLuint casters, points;
        TerrainPass& ground;
        const SunView& sun;
    };
    void draw(const Casters& casters);

    /// `name`: of what the map is.
    void list(MemoryList& to, const char* name) const;

    int side() const { return side_; }  // 0: nothing casts a shadow
    /// For what is drawn from now on, as this texture unit.
    static constexpr GLuint kUnit = 6;
    void bind(GLuint unit = kUnit) const;

private:
    void draw_ground(const Casters& casters);
    void draw_words(const Casters& casters, bool ground);
    void need_depth();
    void begin_depth();

    int side_;
    bool moves_;  // the sun does: of no use is the ground's map of the last frame
    bool soft_;
    std::optional<Program> disc_, large_disc_;
    std::optional<PixelProgram> words_program_;
    struct Depth {
        GlTexture texture;
        GlFramebuffer framebuffer;
    };
    std::optional<Depth> depth_;      // as drawn
    std::optional<GlTexture> words_;  // as compute shaders write it
    bool computes_ = false, by_words_ = false;
    struct Ground {  // alone on the map
        uint64_t version;
        SunView sun;
        GlTexture depth;
    };
    std::optional<Ground> ground_;
};

}  // namespace app
