// Boxes, pairs, contacts and the halo of the selected body, over the lit picture.
//
// Input: instances, pairs, depth. Output: colours, blended; of the contacts' glow added. Cost: 72 vertices
// per box, 22 per pair that is shown, one per pair that may touch.
#pragma once
#include <optional>
#include <vector>

#include "app/gl/base/draw_settings.h"
#include "app/gl/passes/mesh_overlays.h"
#include "app/gl/passes/sphere_raster_pass.h"
#include "app/gl/passes/tree_overlays.h"
#include "app/observe/shown_pairs.h"

namespace app {

/// Returns n such that every n-th of the bodies that are small on the screen has a box, by its id, so that
/// boxes are equally dense in pictures of any size; 0: only the selected body has one.
uint32_t box_stride(const DrawSettings& settings, uint32_t bodies);

/// Returns which pairs are drawn, thinned out as boxes are; none: neither pairs nor their boxes are shown.
std::optional<PairChoice> pair_choice(const DrawSettings& settings);

/// Returns about how many nodes of the tree have a box: fewer than bodies would, because many contain each other.
uint32_t tree_box_count(const DrawSettings& settings);

/// Returns whether the boxes are those of the selected body and its partners.
bool boxes_by_pairs(const DrawSettings& settings);

/// Buffers to draw from; 0 where there is none.
struct OverlayInput {
    uint32_t bodies;
    bool readable;                            // instances can be read by slot
    GLuint pairs, shown_pairs, columns;       // PairHead, then DrawnPairs; ShownPairs; ColumnPanes
    GLuint instances_of_points, instances;    // vertex arrays: a vertex a body, an instance a body
    SphereRasterPass* raster;                 // null: all bodies are GL's
    GLuint instance_buffer, boxes, contacts;  // of bodies that are no spheres
    const std::vector<std::shared_ptr<const sim::SceneShape>>* shapes;  // null: bodies without meshes
    bool spheres;                                                       // the bodies are
    bool tree;                 // boxes are those of the tree's nodes, not of bodies
    GLuint tree_boxes, curve;  // TreeBoxes; MortonCurve
};

class OverlayPass {
public:
    OverlayPass(const ShaderFiles& files, const Look& look);

    /// Draws into the bound framebuffer, blending, tested against the spheres' depth. All instances are bound
    /// as one storage block. Leaves the depth test off.
    void draw(const DrawSettings& settings, const OverlayInput& input);

    void list(MemoryList& to) const { tree_.list(to); }

private:
    void draw_listed(GLenum mode, GLuint buffer, size_t command);
    void draw_columns(GLuint columns);
    void draw_tree(const DrawSettings& settings, const OverlayInput& input);
    void draw_boxes(const DrawSettings& settings, const OverlayInput& input);
    void draw_shown(const Program& program, GLenum mode, const DrawSettings& settings, GLuint buffer,
                    size_t command);
    void draw_clip_frame(const ClipPlane& clip);
    void draw_contacts(const DrawSettings& settings, GLuint pairs);
    void draw_ring(const OverlayInput& input);

    std::optional<Program> pane_;
    Program pane_line_, clip_frame_, box_, pair_box_, mesh_pair_box_, pair_, contact_, glow_, ring_;
    MeshOverlays meshes_;
    TreeOverlays tree_;
    GlVertexArray no_vertices_;
};

}  // namespace app
