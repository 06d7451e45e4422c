// GL's part of the sphere raster (app/observe/sphere_raster.h), which the world's backend draws: copies
// slots, depths and the floor's light, and draws the listed bodies.
//
// Input: the raster's buffers. Output: slots and depth, contact shade. Cost: a full-screen copy of each.
#pragma once
#include <optional>

#include "app/gl/base/frame_block.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/observe/sphere_raster.h"

namespace app {

struct RasterOptions {
    uint32_t box_stride;  // of the small bodies one of so many has a box; 0: there are no boxes
    bool cuda;            // the backend that draws
    float edge_px;        // by so much silhouettes are widened
};
RasterView raster_view(const FrameBlock& frame, const RasterOptions& options);

class SphereRasterPass {
public:
    explicit SphereRasterPass(const ShaderFiles& files);

    /// The buffers of this frame, before all that follows: a RasterLayout, and the pixels' words.
    void take(GLuint buffer, GLuint pixels, const RasterView& view);

    void draw_shade();  // over the whole bound framebuffer
    /// And depths, into the target whose framebuffer of slots is bound.
    void draw_slots(const FrameTarget& target);
    void draw_points();  // these four with the program in use: the large bodies
    void draw_quads();
    void draw_boxes();
    void draw_selected();  // the selected body

private:
    void draw_listed(GLenum mode, GLuint vertex_array, size_t list, size_t command);

    Program slots_, shade_;
    std::optional<Program> slots_by_compute_;
    GlVertexArray per_vertex_, per_instance_, no_vertices_;
    GLuint buffer_ = 0, pixels_ = 0;
    RasterLayout layout_{};
    uint32_t width_ = 0, height_ = 0, shade_side_ = 0;
};

}  // namespace app
