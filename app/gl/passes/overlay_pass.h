// Boxes, pair lines, contacts and the halo of the selected body, over the lit spheres.
//
// Input: instances, pairs, depth. Output: colours, blended. Cost: a vertex or 24 per body or pair that has a mark.
#pragma once
#include "app/gl/base/draw_settings.h"
#include "app/gl/passes/crowd_pass.h"

namespace app {

/// What there is to draw from.
struct OverlayInput {
    uint32_t bodies;
    GLuint pairs;                           // PairHead, then slots; 0: instances cannot be read by slot
    GLuint instances_of_points, instances;  // vertex arrays: a vertex a body, an instance a body
    CrowdPass* crowd;                       // null: all bodies are GL's
    bool meshes;                            // MeshOverlays draws their boxes and contacts
};

class OverlayPass {
public:
    explicit OverlayPass(const ShaderFiles& files)
        : box_(files, "overlays/box.vert", "overlays/line.frag"),
          pair_(files, "overlays/pair.vert", "overlays/line.frag"),
          contact_(files, "overlays/contact.vert", "overlays/contact.frag"),
          ring_(files, "overlays/ring.vert", "overlays/ring.frag") {}

    /// Into the bound framebuffer, blending, tested against the spheres' depth. All instances are bound as
    /// one storage block. Leaves the depth test off.
    void draw(const DrawSettings& settings, const OverlayInput& input);

private:
    void draw_ring(const OverlayInput& input);
    void draw_pairs(bool lines, bool contacts, GLuint pairs);

    Program box_, pair_, contact_, ring_;
    GlVertexArray no_vertices_;
};

}  // namespace app
