// The floor's light: for each place below the sun map, how much of the sun the floor sees there. Made a place
// of the floor instead of a pixel of the picture.
//
// Input: the sun map. Output: 1 in the sun, 0 in full shadow. Format: R8, a square of Look::floor_map_px.
// Cost: one full-screen pass over the map. It is made when a floor is first drawn: with a ground there is
// none.
#pragma once
#include <optional>

#include "app/base/memory_list.h"
#include "app/gl/base/look.h"
#include "app/gl/base/pixel_program.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

class FloorMap {
public:
    FloorMap(const ShaderFiles& files, const Look& look);

    bool there() const { return side_ > 0; }
    /// Binds it, too, for what is drawn from now on.
    void draw();

    void list(MemoryList& to) const;

private:
    int side_;
    std::optional<PixelProgram> light_;
    struct Map {
        GlTexture sun;
        GlFramebuffer framebuffer;
    };
    std::optional<Map> map_;
};

}  // namespace app
