// Boxes, pair lines, contacts and the halo of the selected body, over the lit spheres.
#pragma once
#include "app/gl/crowd_pass.h"
#include "app/gl/scene_renderer.h"

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
        : box_(files, "box.vert", "line.frag"),
          pair_(files, "pair.vert", "line.frag"),
          contact_(files, "contact.vert", "contact.frag"),
          ring_(files, "ring.vert", "ring.frag") {}

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
