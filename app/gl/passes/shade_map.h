// Contact shade: every body near the floor darkens a soft disc under itself, as the floor is seen from above.
//
// Input: instances, or the raster's sums. Output: the share of light that is left. Format: R8, a square of
// kShadePixels, or of kMeshShadePixels where bodies are few and large. Cost: a vertex per body and the fragments of
// those near the floor, blended. It is made when it is first drawn: a ground and a still have none.
#pragma once
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/frame_block.h"
#include "app/gl/base/shader.h"
#include "app/gl/passes/sphere_pass.h"
#include "app/gl/passes/sphere_raster_pass.h"

namespace app {

class ShadeMap {
public:
    explicit ShadeMap(const ShaderFiles& files);

    void resize(int side);
    int side() const { return side_; }
    /// Binds it, too, for what is drawn from now on.
    void draw(uint32_t bodies, const SpherePass& spheres, SphereRasterPass* raster);

    void list(MemoryList& to) const;

private:
    Program shade_;
    int side_ = kShadePixels;
    struct Map {
        GlTexture light;
        GlFramebuffer framebuffer;
    };
    std::optional<Map> map_;
};

}  // namespace app
