// What this OpenGL can do, and how good a picture that allows: asked once, before anything is drawn.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/gl/base/look.h"

namespace app {

/// Returns whether processors draw, and no GPU, by the name that OpenGL gives.
bool is_software(const std::string& renderer);

struct GlFacts {
    std::string renderer;  // "llvmpipe (LLVM 15.0.6, 256 bits)"
    bool software = false;
    int version = 0;                      // 45: OpenGL 4.5
    int vertex_blocks = 0, blocks = 0;    // storage blocks that a vertex, a fragment shader may have
    uint64_t block_bytes = 0;             // the largest
    int texture_px = 0;                   // the largest side
    bool copies_depth = true;             // glCopyImageSubData between depth textures
    std::vector<std::string> no_targets;  // formats that cannot be drawn into: "RG16F"

    /// Returns the facts of the current context. Draws nothing.
    static GlFacts query();
};

/// Limit of the quality that this GL can draw.
struct QualityLimit {
    std::string refusal;            // why nothing can be drawn at all; "": it can
    Quality most = Quality::high;   // more cannot be drawn
    std::string reason;             // why not all; "" where `most` is high
    Quality usual = Quality::high;  // of a picture, and of a window until times are known
    std::string usual_reason;       // why not `most`; "" where it is that
};
QualityLimit quality_limit(const GlFacts& facts);

}  // namespace app
