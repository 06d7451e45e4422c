// Draws bodies with meshes, from the groups that the world's backend has made of them
// (app/gl/handover/mesh_placing.h): first which one is seen at each pixel, and its surface there, then its
// light.
//
// Input: groups of MeshInstances; for the light also instances, palette, sun map and near shade. Output: slots, depth
// and surfaces; then colours. Format: R32UI, 32-bit float, RG32UI; RGBA8. Cost: the vertices of each body's level of
// detail, once for the eye and once, coarsely, for the sun; then one full-screen pass per window of slots.
#pragma once
#include <memory>
#include <vector>

#include "app/gl/base/frame_block.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/shader.h"
#include "app/gl/handover/mesh_placing.h"
#include "sim/scene.h"

namespace app {

class MeshPass {
public:
    explicit MeshPass(const ShaderFiles& files);

    /// The shapes of this frame's scene. Sends their meshes to GL when they are others than before.
    void take(const std::vector<std::shared_ptr<const sim::SceneShape>>& shapes);

    /// What the backend is asked for. Bodies smaller than so many pixels are drawn coarsely, or as spots.
    MeshView view(const FrameBlock& frame, float coarse_px, float spot_px) const;

    /// Slots, depths and surfaces, from a buffer that holds what the view asked for.
    void draw_slots(FrameTarget& target, GLuint buffer);

    /// Into the sun map: the whole `casters`, coarsely (all_coarse()).
    void draw_casting(GLuint casters);

    /// Makes ready to light the pixels of a window of slots: the program to draw with, of whose uniforms
    /// location 0 is the window.
    GLuint light_program();

private:
    void draw_groups(GLuint buffer);
    void describe_instances(GLuint vertex_array, GLuint divisor);

    Program mesh_, spot_, light_, casting_;
    GlVertexArray meshes_, spots_;
    GlBuffer vertices_, indices_;
    std::vector<std::shared_ptr<const sim::SceneShape>> shapes_;
    std::vector<MeshRange> ranges_;
    std::vector<float> spot_radii_;
    bool all_closed_ = true;  // no back face is seen
    GLuint surfaces_ = 0;     // the texture, of this frame
};

}  // namespace app
