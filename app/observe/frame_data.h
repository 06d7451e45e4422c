// What a frame of a picture needs of a world: which arrays, how large, and what is used for one thing after another
// while they are filled.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/observe/box_raster.h"
#include "app/observe/box_shadows.h"
#include "app/observe/column_panes.h"
#include "app/observe/mesh_placing.h"
#include "app/observe/mesh_sun.h"
#include "app/observe/morton_curve.h"
#include "app/observe/raster_discs.h"
#include "app/observe/shown_pairs.h"
#include "app/observe/sphere_raster.h"
#include "app/observe/tree_boxes.h"

namespace app {

/// View of the bodies from a light. The backend draws what hides its light, as discs of spheres, as points of
/// meshes or as boxes; otherwise GL does.
struct LightRequest {
    SunView view;
    std::optional<DiscView> discs;
    std::optional<MeshSunView> points;
    std::optional<BoxShadowView> boxes;

    /// Returns the side of the map that the backend draws, in texels; 0: none.
    uint32_t side() const { return discs ? discs->side : points ? points->side : boxes ? boxes->side : 0; }
};

/// Request for the data of a frame. Buffers that it does not need are left alone.
struct FrameRequest {
    InstanceStyle style;
    /// Values by slot, instead of the style's colour. New values are in a new vector.
    std::shared_ptr<const std::vector<float>> values = nullptr;
    std::optional<LightRequest> sun;  // where something casts a shadow
    std::optional<LightRequest> sky;  // of a sub-picture of a still
    bool pairs = false;               // for the contacts of spheres
    std::optional<PairChoice> shown_pairs;
    std::optional<RasterView> raster;
    std::optional<MeshView> meshes;          // of scenes with meshes, as what follows
    std::optional<MeshView> casters;         // the same, as lights see them
    std::span<const MeshPoint> points = {};  // of the shapes' surfaces; of others another number
    uint64_t points_number = 0;
    bool boxes = false, contacts = false;
    std::optional<BoxRasterView> box_raster;  // with boxes
    bool columns = false;                     // of the broad phase
    std::optional<TreeChoice> tree_boxes;     // of scenes with gravity between bodies, as the next
    uint32_t curve_parts = 0;                 // at most, of the Morton curve; 0: none
    bool orientations = false;                // of spheres that roll, and of meshes drawn as points
};

/// The arrays of a frame: Instance[count]; the pixels' words, in a ScratchLayout; SunBounds and short sun words of each light;
/// PairHead, then DrawnPairs; ShownPairs; RasterLayout; MeshLayout, twice; Box[count]; PairHead, then ContactMarks;
/// Quaternion[count]; ColumnPanes; TreeBoxes; MortonCurve.
enum class Part {
    instances,
    scratch,
    sun_bounds,
    sun_words,
    sky_bounds,
    sky_words,
    pairs,
    shown_pairs,
    raster,
    meshes,
    casters,
    boxes,
    contacts,
    orientations,
    columns,
    tree_boxes,
    curve
};
inline constexpr size_t kParts = 17;

/// Returns the bytes of the scratch that are read with the frame: the words of its pixels.
inline size_t shown_scratch_bytes(const FrameRequest& request) {
    if (request.raster) return pixel_word_bytes(*request.raster);
    if (request.box_raster) return pixel_word_bytes(*request.box_raster);
    if (request.meshes && request.meshes->points_px > 0) return pixel_word_bytes(*request.meshes);
    return 0;
}

/// Returns the layout of the scratch, which is used for one thing after another while the arrays are filled.
inline ScratchLayout scratch_layout(const FrameRequest& request) {
    size_t words = shown_scratch_bytes(request);
    for (const auto* light : {&request.sun, &request.sky})
        if (*light) words = std::max(words, sun_word_bytes((*light)->side()));
    return ScratchLayout::of(words, request.raster && request.raster->shares);
}

inline constexpr uint32_t kMaxDrawnPairs = 1u << 20, kMaxDrawnContacts = 1u << 18;

// Return the most pairs and the most contacts that are drawn: more would cost more than the scene.
inline uint32_t pair_limit(uint64_t capacity, size_t most_block_bytes) {
    const uint64_t fitting = (most_block_bytes - sizeof(PairHead)) / sizeof(DrawnPair);
    return uint32_t(std::min({capacity, fitting, uint64_t(kMaxDrawnPairs)}));
}
inline uint32_t contact_limit(uint64_t capacity) {
    return uint32_t(std::min(capacity, uint64_t(kMaxDrawnContacts)));
}

}  // namespace app
