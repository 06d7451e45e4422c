// Where the bodies stand: backdrop, an endless floor in a pool of light, and the container's edges and glass walls.
//
// Input: depth, the floor's light and the contact shade. Output: colours, in the picture's own code; glass and edges
// are blended. Cost: one full-screen program where no body is; six quads of glass.
#pragma once
#include <optional>

#include "app/gl/base/frame_target.h"
#include "app/gl/base/look.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

class StagePass {
public:
    StagePass(const ShaderFiles& files, const Look& look);

    /// Draws into the target's colours, where its depth was cleared. A ground takes the floor's place.
    void draw_backdrop(const FrameTarget& target, bool with_floor);
    /// Blended over the picture; what is before a body is fainter.
    void draw_container();

private:
    PixelProgram stage_;
    Program edges_;
    std::optional<Program> glass_;
    GlVertexArray no_vertices_;
};

}  // namespace app
