// Draws bodies with meshes, from the groups that the world's backend has made of them
// (app/observe/mesh_placing.h): first which one is seen at each pixel, and its surface there, then its
// light.
//
// Input: groups of MeshInstances; for the light also instances, palette, sun map and near shade. Output: slots, depth
// and surfaces; then colours. Format: R32UI, 32-bit float, RGBA8; RGBA8. Cost: the vertices of each body's level of
// detail, once for the eye and, where GL draws their shadows, once, coarsely, for the sun; a full-screen pass for the
// points that the backend drew, and one per window of slots.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "app/base/memory_list.h"
#include "app/gl/base/frame_block.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/pixel_program.h"
#include "app/observe/mesh_points.h"
#include "sim/scene.h"

namespace app {

class MeshPass {
public:
    explicit MeshPass(const ShaderFiles& files);

    /// The shapes of this frame's scene. Sends their meshes to GL when they are others than before.
    void take(const std::vector<std::shared_ptr<const sim::SceneShape>>& shapes);

    /// Sizes in pixels below which bodies are drawn coarsely, as spots, or by the backend as points.
    struct Levels {
        float coarse_px, spot_px, points_px;
    };
    MeshView view(const FrameBlock& frame, const Levels& levels, uint32_t bodies);

    /// Return the points that the backend draws, and a number that changes with them.
    std::span<const MeshPoint> points() const { return points_; }
    uint64_t points_number() const { return points_number_; }

    /// Draws slots, depths and surfaces from a buffer that holds what the view requested; the pixels' words,
    /// and orientations by slot, are read where there are points.
    void draw_slots(FrameTarget& target, GLuint buffer, GLuint pixels, const MeshView& view,
                    GLuint orientations);

    /// Draws into the sun map: the whole `casters`, coarsely (all_coarse()).
    void draw_casting(GLuint casters);

    /// Makes ready to light the pixels of a window of slots: the program to draw with, of whose uniforms
    /// location 0 is the window. It reads the target's depths, which nothing may write then.
    PixelProgram& light_program(FrameTarget& target);

    void list(MemoryList& to) const;

private:
    void draw_groups(GLuint buffer, GLintptr instances, bool inside);
    void describe_instances(GLuint vertex_array, GLuint divisor);
    void draw_points(GLuint buffer, GLuint pixels, const MeshView& view, GLuint orientations);

    Program mesh_, cut_mesh_, spot_, points_program_, casting_;
    PixelProgram light_;
    GlVertexArray meshes_, spots_;
    GlBuffer vertices_, indices_;
    std::vector<std::shared_ptr<const sim::SceneShape>> shapes_;
    std::vector<MeshRange> ranges_;
    std::vector<float> spot_radii_, areas_m2_;
    std::vector<MeshPoint> points_;
    uint32_t points_each_ = 0;
    uint64_t points_number_ = 0;
    GlBuffer points_buffer_;
    GlVertexArray no_vertices_;
    bool all_closed_ = true;  // no back face is seen
    bool cut_ = false;        // the clip plane opens bodies in this frame
};

}  // namespace app
