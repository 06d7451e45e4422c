// Draws bodies that are boxes: which one is seen at each pixel, and its surface there. MeshPass has the program of their
// light. On software GL a world on the CPU draws many of them itself (app/observe/box_raster.h): then its picture is copied.
//
// Input: instances and boxes, by slot, or the pixels' words. Output: slots, depth and surfaces. Format: R32UI, 32-bit
// float, RGBA8. Cost: 12 vertices per body for the eye, 24 for the sun; of words a full-screen copy.
#pragma once
#include "app/gl/base/frame_target.h"
#include "app/gl/base/shader.h"

namespace app {

/// Describes a vertex array with an instance and its box per body, and sets its buffers. Attributes 0 to 2: those of
/// spheres/instance.glsl; 4 and 5: the corners.
void describe_boxes(GLuint vertex_array);
void take_boxes(GLuint vertex_array, GLuint instances, GLuint boxes);

class BoxPass {
public:
    explicit BoxPass(const ShaderFiles& files);

    /// The instances and boxes of this frame, before all that follows; `cut`: the clip plane opens bodies.
    void take(GLuint instances, GLuint boxes, uint32_t bodies, bool cut);

    void draw_slots(FrameTarget& target);
    /// Draws the same from the words of the pixels that place_boxes() has made.
    void draw_words(FrameTarget& target, GLuint words);
    /// Draws into the sun map, of each box the far sides.
    void draw_casting();

    void list(MemoryList& to) const;

private:
    void draw(const Program& program, int faces);

    Program box_, cut_box_, casting_, words_;
    GlVertexArray boxes_, no_vertices_;
    GlBuffer corners_;  // indices of the vertices of all faces
    uint32_t bodies_ = 0;
    bool cut_ = false;
};

}  // namespace app
