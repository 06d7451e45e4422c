// GL buffers that the world's backend writes: instances, pairs, sphere raster and more of the frame. Three
// methods, one interface: CUDA-GL interop (kernels write into the GL buffers), one copy (device, pinned
// memory, GL buffer), and the CPU backend's host memory. Chosen at start and when the backend changes.
#pragma once
#include <glad/gl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/base/memory_list.h"
#include "app/base/timed_copy.h"
#include "app/gl/frame_data/column_panes.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/gl/frame_data/mesh_placing.h"
#include "app/gl/frame_data/mesh_sun.h"
#include "app/gl/frame_data/raster_discs.h"
#include "app/gl/frame_data/shown_pairs.h"
#include "app/gl/frame_data/sphere_raster.h"
#include "app/gl/gravity/morton_curve.h"
#include "app/gl/gravity/tree_boxes.h"

namespace app {

/// View of the bodies from a light. The backend draws what hides its light, as discs of spheres or as points
/// of meshes; otherwise GL does.
struct LightRequest {
    SunView view;
    std::optional<DiscView> discs;
    std::optional<MeshSunView> points;

    /// Returns the side of the map that the backend draws, in texels; 0: none.
    uint32_t side() const { return discs ? discs->side : points ? points->side : 0; }
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
    bool columns = false;                  // of the broad phase
    std::optional<TreeChoice> tree_boxes;  // of scenes with gravity between bodies, as the next
    uint32_t curve_parts = 0;              // at most, of the Morton curve; 0: none
    bool orientations = false;             // of spheres that roll, and of meshes drawn as points
};

/// The buffers: Instance[count]; the pixels' words, in a ScratchLayout; SunBounds and short sun words of each light;
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

/// Returns the layout of the scratch, which is used for one thing after another while the buffers are filled.
inline ScratchLayout scratch_layout(const FrameRequest& request, bool lists) {
    size_t words = 0;
    for (const auto* light : {&request.sun, &request.sky})
        if (*light) words = std::max(words, sun_word_bytes((*light)->side()));
    if (request.raster) words = std::max(words, pixel_word_bytes(*request.raster));
    if (request.meshes && request.meshes->points_px > 0)
        words = std::max(words, pixel_word_bytes(*request.meshes));
    return ScratchLayout::of(words, lists && request.raster);
}

/// A buffer of this part, in a list of memory.
void list_part(MemoryList& to, Part part, uint64_t bytes);

class SharedBuffers {
public:
    virtual ~SharedBuffers() = default;

    /// Fills the buffers from the world's last queued step, on its stream. GL commands given afterwards see
    /// the new contents.
    virtual void fill(sim::World& world, const FrameRequest& request) = 0;

    /// May be another name after fill(); 0 until a frame needed it.
    virtual GLuint buffer(Part part) const = 0;
    virtual double upload_ms() const = 0;  // of the last fill
    /// Returns the pieces of the last fill, in order: maps and unmaps, or copies and uploads.
    const std::vector<TimedCopy>& copies() const { return copies_; }

    /// GL's buffers and what the backend has beside them.
    virtual void list(MemoryList& to) const = 0;

protected:
    std::vector<TimedCopy> copies_;
};

/// Return the most pairs and the most contacts that are drawn: more would cost more than the scene, and
/// Mesa's storage blocks end at 128 MiB.
uint32_t pair_limit(uint64_t capacity);
uint32_t contact_limit(uint64_t capacity);  // likewise

std::unique_ptr<SharedBuffers> make_host_buffers();

// With CUDA, from shared_buffer_cuda.cu; else from shared_buffer_no_cuda.cpp, which refuse.

/// Returns whether the current GL context runs on CUDA device `device` (-1: any) and lets buffers be
/// registered. If not, `reason` says why, and no CUDA error is left behind.
bool interop_possible(int device, const std::string& gl_renderer, std::string* reason);
std::unique_ptr<SharedBuffers> make_interop_buffers(int device);
std::unique_ptr<SharedBuffers> make_copy_buffers(int device);

}  // namespace app
