// The tree of gravity and the order of its keys, over the picture: boxes of nodes by level, the curve through the
// bodies, and what the walk of the selected body's group has taken.
//
// Input: lists of boxes and of places, depth. Output: colours, blended. Cost: 72 vertices per node, 6 per part of
// the curve.
#pragma once
#include <memory>

#include "app/base/memory_list.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/observe/shown_walk.h"

namespace app {

class TreeOverlays {
public:
    explicit TreeOverlays(const ShaderFiles& files);

    // Into the bound framebuffer, blending, tested against the bodies' depth. The buffers hold TreeBoxes and a
    // MortonCurve; 0: there is none.
    void draw_boxes(GLuint boxes);
    void draw_curve(GLuint curve);
    void draw_walk(const std::shared_ptr<const ShownWalk>& walk);  // null: there is none

    void list(MemoryList& to) const;

private:
    void draw_lines(const Program& program, GLuint buffer, GLfloat strength);

    Program box_, curve_, body_;
    GlBuffer taken_nodes_, taken_bodies_;
    GLsizei taken_body_count_ = 0;
    std::shared_ptr<const ShownWalk> uploaded_;
    GlVertexArray no_vertices_;
};

}  // namespace app
