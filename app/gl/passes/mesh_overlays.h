// Boxes and contacts of bodies with meshes, over the lit picture.
//
// Input: boxes, contact marks, depth. Output: colours, blended; of the contacts' glow added. Cost: 72 vertices per
// body, 4 per contact.
#pragma once
#include <vector>

#include "app/gl/base/draw_settings.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

class MeshOverlays {
public:
    explicit MeshOverlays(const ShaderFiles& files);

    /// Draw into the bound framebuffer, blending, tested against the bodies' depth. The buffers hold an
    /// Instance and a Box per slot, and a PairHead with ContactMarks; 0 where there is none.
    void draw_boxes(GLuint instances, GLuint boxes, uint32_t bodies, uint32_t stride);  // as in OverlayPass
    void draw_contacts(const DrawSettings& settings, GLuint contacts,
                       const std::vector<std::shared_ptr<const sim::SceneShape>>& shapes);

private:
    Program box_, point_, line_, glow_;
    GlVertexArray boxes_, no_vertices_;
};

}  // namespace app
