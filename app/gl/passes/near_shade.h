// Ambient occlusion by what is near on the screen: horizons along two directions through each second pixel,
// with the exact normals of the bodies, then a blur that stays on one surface.
//
// Input: slots, depth, instances or the surfaces of meshes. Output: share of the sky that is open, and the
// distance it was found at. Format: RG16F, and R16F of the blurred share, half as wide and high as the
// picture. Cost: 16 reads of depth for each fourth pixel that shows a body, and 16 more for the blur.
#pragma once
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/look.h"
#include "app/gl/base/pixel_program.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

class NearShade {
public:
    NearShade(const ShaderFiles& files, const Look& look);

    bool there() const { return spheres_.has_value(); }
    /// Binds what is drawn into, as large as the target needs it, and what is read. The caller draws the
    /// program for each window of slots, which is its location 0; then blur() makes the result.
    PixelProgram& begin(FrameTarget& target, bool meshes);
    void blur();
    /// Sets maps of one pixel that say that nothing is near to anything, instead of begin() and blur().
    void leave_open();
    /// Binds the map for all that is drawn from now on.
    void bind() const;

    void list(MemoryList& to) const;

private:
    struct Map {
        GlTexture texture;
        GlFramebuffer framebuffer;
    };
    void resize(int width, int height);

    PixelProgram::Picture picture(const Map& map, GLenum format) const;

    std::optional<PixelProgram> spheres_, meshes_, blur_;
    std::optional<Map> raw_, smooth_;
    int width_ = 0, height_ = 0;
};

}  // namespace app
