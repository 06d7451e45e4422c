// Many bodies, each a few pixels large: the world's own backend finds which one is seen at each pixel, in the
// same numbers as the sprite shaders, and hands GL a picture of slots and depths instead of ten million
// vertices (8.2 ms for 10M bare points in a trial on an H200, where a whole frame of 10M spheres takes 5.2).
// What is too large for that is listed for GL to draw, what is out of view is left out.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "app/observe/instances.h"
#include "app/observe/pixel_word.h"
#include "app/observe/pixels.h"
#include "sim/math/atomic.h"

namespace app {

inline constexpr uint32_t kRasterFrom = 100000;  // bodies; fewer are GL's alone
// Larger bodies are listed for GL. On CUDA only those that are too near for the numbers of a sprite are: a
// GPU has few units for fragments. There a body of more than kMostAlonePx has a warp of threads, one of more
// than kMostMiddlePx a block.
inline constexpr float kMostRasterPx = 24, kMostRasterPxCuda = 512;
inline constexpr float kMostAlonePx = 16, kMostMiddlePx = 48;
inline constexpr int kTilePx = 16;
inline constexpr float kMostRasterSlope = 0.1f;   // radius over distance, as in shaders/frame/common.glsl
inline constexpr uint32_t kMostLarge = 1u << 16;  // listed; what is beyond is done here, whatever its size
inline constexpr uint32_t kMostBoxes = 1u << 14;  // drawn as line cubes
inline constexpr uint32_t kBoxVertices = 12 * 6;  // of a line cube: two triangles an edge
inline constexpr float kLargeBoxPx = 64;          // a body of this diameter always has its box
inline constexpr float kDepthRounding = 5e-7f;
inline constexpr float kShadeOne = 4096;  // a halving of the floor's light, in the shade's sums

/// The picture to be made.
struct RasterView : ScreenView {
    float floor_m, shade_x, shade_z, shade_scale, shade_side;
    uint32_t selected, box_stride;  // of the small bodies one of so many has a box (box_by_id); 0: no boxes
    float most_px;                  // the largest that the backend draws
    bool shares;                    // threads share the pixels of a body that is large for one
    float least_radius_px = 0;      // smaller ones are drawn by nobody: they are points
    float edge_px;                  // by so much silhouettes are widened, for their smoothed edge
    sim::Vec4 clip = kNoClipPlane;  // world
    float clip_depth[3] = {0, 0, -1};  // at a pixel: shaders/frame/common.glsl
};

/// A listed body, as vertex attributes.
struct RasterBody {
    Instance body;
    uint32_t slot, unused;
};
static_assert(sizeof(RasterBody) == 32);

/// First in the buffer: GL's indirect commands, and what they draw.
struct RasterHead {
    uint32_t points[4];  // vertices, instances, first, base instance: the large ones as sprites
    uint32_t quads[4];   // the same ones as quads
    uint32_t boxes[4];
    uint32_t large_wanted, boxes_wanted, near_wanted, middle_wanted;  // counted while bodies are listed
    RasterBody selected;                                              // slot kNobody: none
};

HOST_DEVICE inline uint32_t tiles_along(float pixels) { return uint32_t(pixels + kTilePx - 1) / kTilePx; }

/// Offsets of the parts in one buffer: head, shade, large, tiles, boxes. All else is in the scratch.
struct RasterLayout {
    static constexpr size_t kAlign = 256;
    size_t shade, large, tiles, boxes, bytes;

    static size_t after(size_t offset, size_t bytes) {
        return (offset + bytes + kAlign - 1) / kAlign * kAlign;
    }
    static RasterLayout of(const RasterView& view) {
        RasterLayout at;
        at.shade = after(0, sizeof(RasterHead));
        at.large = after(at.shade, size_t(view.shade_side) * size_t(view.shade_side) * sizeof(uint32_t));
        at.tiles = after(at.large, kMostLarge * sizeof(RasterBody));
        at.boxes =
            after(at.tiles, size_t(tiles_along(view.width)) * tiles_along(view.height) * sizeof(uint32_t));
        at.bytes = after(at.boxes, view.box_stride ? kMostBoxes * sizeof(RasterBody) : 0);
        return at;
    }
};

struct RasterArrays {
    RasterHead* head;
    uint32_t* shade;  // sums of the floor's halvings
    RasterBody *large, *boxes;
    uint32_t *near, *middle;  // slots, drawn by a block and by a warp; others by a thread
    uint32_t* tiles;          // the bits of the farthest depth seen in each kTilePx by kTilePx pixels
    uint64_t* pixels;         // depth's bits << 32 | slot, rows from below

    RasterArrays(void* base, const RasterLayout& at, const Scratch& scratch)
        : head(static_cast<RasterHead*>(base)),
          shade(reinterpret_cast<uint32_t*>(static_cast<char*>(base) + at.shade)),
          large(reinterpret_cast<RasterBody*>(static_cast<char*>(base) + at.large)),
          boxes(reinterpret_cast<RasterBody*>(static_cast<char*>(base) + at.boxes)),
          near(scratch.near),
          middle(scratch.middle),
          tiles(reinterpret_cast<uint32_t*>(static_cast<char*>(base) + at.tiles)),
          pixels(static_cast<uint64_t*>(scratch.words)) {}
};

/// A sphere on the screen: shaders/spheres/sprite.vert's ellipse and depth.
struct ProjectedSphere {
    float x, y, half_x, half_y;  // of its rectangle, in pixels
    float a, b, c, reach_squared, slope;
    float depth, depth_x, depth_y, depth_span;
    float front;  // no pixel of it is nearer
};

/// Computes the rectangle of a sphere. Returns false if nothing bounds it on the screen: it is around the eye's plane.
HOST_DEVICE inline bool place_rectangle(const RasterView& view, const sim::Vec3& centre, float radius,
                                        ProjectedSphere& spot) {
    const float z = -centre.z;
    if (!(z > radius * 1.001f)) return false;
    const float flat = z * z - radius * radius;
    const float scale_x = view.slope_x / flat, scale_y = view.slope_y / flat;
    spot.half_x = radius * sqrtf(centre.x * centre.x + flat) * scale_x * 0.5f * view.width + 0.5f;
    spot.half_y = radius * sqrtf(centre.y * centre.y + flat) * scale_y * 0.5f * view.height + 0.5f;
    spot.x = (centre.x * z * scale_x * 0.5f + 0.5f) * view.width;
    spot.y = (centre.y * z * scale_y * 0.5f + 0.5f) * view.height;
    return true;
}

/// The silhouette, an ellipse with its long axis away from the middle of the screen, and depth, linear from
/// the sphere's centre to its front.
HOST_DEVICE inline void place_ellipse(const RasterView& view, const sim::Vec3& centre, float radius,
                                      ProjectedSphere& spot) {
    const float across_squared = centre.x * centre.x + centre.y * centre.y;
    const float across = sqrtf(across_squared), squared = across_squared + centre.z * centre.z;
    const float out_x = across > 0 ? centre.x / across : 1, out_y = across > 0 ? centre.y / across : 0;
    const float short_squared = centre.z * centre.z - radius * radius;
    const float short_px = radius / sqrtf(short_squared) * view.px_per_slope;
    const float long_px = radius * sqrtf(squared - radius * radius) / short_squared * view.px_per_slope;
    const float along = 1 / (long_px * long_px), beside = 1 / (short_px * short_px);
    spot.a = out_x * out_x * along + out_y * out_y * beside;
    spot.b = 2 * out_x * out_y * (along - beside);
    spot.c = out_x * out_x * beside + out_y * out_y * along;
    const float reach = 1 + view.edge_px / short_px, per_distance = 1 / sqrtf(squared);
    spot.reach_squared = reach * reach;
    spot.slope = radius * per_distance;
    spot.depth = window_depth(view, centre.z);
    const float span = window_depth(view, centre.z + radius) - spot.depth;
    const float tilt = span * across * per_distance / long_px;
    spot.depth_x = tilt * out_x;
    spot.depth_y = tilt * out_y;
    spot.depth_span = -span * centre.z * per_distance;
    spot.front = spot.depth + span * (reach + spot.slope * reach * reach) - kDepthRounding;
}

/// Returns whether a sphere is in the view's frustum and the eye is not in it, as shaders/frame/common.glsl
/// computes it.
HOST_DEVICE inline bool reaches_view(const RasterView& view, const sim::Vec3& centre, float radius) {
    return sim::dot(centre, centre) > radius * radius * 1.01f && in_frustum(view, centre, radius);
}

/// One thread's part of a rectangle: every `columns`-th column and `rows`-th row.
struct SpotShare {
    int column = 0, columns = 1, row = 0, rows = 1;
};

/// Returns the share of a group's member: rows of `across` threads.
HOST_DEVICE inline SpotShare share_of(uint32_t member, uint32_t size, uint32_t across) {
    if (across > size) across = size;
    return {int(member % across), int(across), int(member / across), int(size / across)};
}

/// Draws a sphere; the nearest body stays at each pixel. Most are hidden entirely: there reading the pixel is
/// all that is done.
template <class Pixels>
HOST_DEVICE inline void draw_spot(const RasterView& view, const ProjectedSphere& spot, uint32_t word,
                                  uint64_t* pixels, const SpotShare& share = {}) {
    const PixelSpan columns = pixel_span(spot.x, spot.half_x, view.width);
    const PixelSpan rows = pixel_span(spot.y, spot.half_y, view.height);
    const uint64_t least = pixel_word(spot.front, 0);
    for (int row = rows.first + share.row; row <= rows.last; row += share.rows) {
        const float y = float(row) + 0.5f - spot.y;
        const float cut_row =
            view.clip_depth[2] + view.clip_depth[1] * (float(row) + 0.5f) + view.clip_depth[0] * 0.5f;
        uint64_t* line = pixels + size_t(row) * size_t(view.width);
        for (int column = columns.first + share.column; column <= columns.last; column += share.columns) {
            if (Pixels::seen(line + column) < least) continue;
            const float x = float(column) + 0.5f - spot.x;
            const float squared = (spot.a * x + spot.b * y) * x + spot.c * y * y;
            if (!(squared <= spot.reach_squared)) continue;
            const float inside = 1 - squared;
            const float half = sqrtf(inside > 0 ? inside : 0);
            const float towards_eye = half + spot.slope * squared;
            float depth = spot.depth + spot.depth_x * x + spot.depth_y * y + spot.depth_span * towards_eye;
            // Cut open: the plane is seen inside the sphere, up to its far side.
            const float cut = cut_row + view.clip_depth[0] * float(column);
            if (depth < cut) {
                if (cut > depth - 2 * spot.depth_span * half) continue;
                depth = cut;
            }
            if (depth < 1) Pixels::keep_least(line + column, pixel_word(depth, word));
        }
    }
}

/// A body near the floor darkens a soft disc under itself: shaders/ground/shade.*. Halvings are added, so
/// that the order of bodies does not matter.
HOST_DEVICE inline void draw_shade(const RasterView& view, const sim::Vec4& p, uint32_t* shade) {
    const float height = (p.y - p.w - view.floor_m) / p.w;
    if (!(height <= 6)) return;
    const float above = height > 0 ? height : 0;
    const float wanted = 2 * (1.5f + 0.25f * above) * p.w * view.shade_scale * view.shade_side;
    const float size = wanted < 2 ? 2 : wanted < 255 ? wanted : 255, half = 0.5f * size;
    const float strength = 0.62f / (1 + height * height * 0.35f) * (wanted < 2 ? 0.25f * wanted * wanted : 1);
    const float x = (p.x - view.shade_x) * view.shade_scale * view.shade_side;
    const float z = (p.z - view.shade_z) * view.shade_scale * view.shade_side;
    const PixelSpan columns = pixel_span(x, half, view.shade_side),
                    rows = pixel_span(z, half, view.shade_side);
    for (int row = rows.first; row <= rows.last; ++row) {
        const float off_z = (float(row) + 0.5f - z) / half;
        for (int column = columns.first; column <= columns.last; ++column) {
            const float off_x = (float(column) + 0.5f - x) / half;
            const float fall = 1 - off_x * off_x - off_z * off_z;
            if (!(fall > 0)) continue;
            const float halvings = -log2f(1 - strength * fall * fall);
            const uint32_t sum = uint32_t(halvings * kShadeOne + 0.5f);
            if (sum > 0) sim::fetch_add(shade + size_t(row) * size_t(view.shade_side) + size_t(column), sum);
        }
    }
}

template <class Item>
HOST_DEVICE inline bool list(Item* all, uint32_t most, uint32_t* wanted, const Item& item) {
    const uint32_t place = sim::fetch_add(wanted, 1u);
    if (place < most) all[place] = item;
    return place < most;
}

/// Place of a body on the screen, before its ellipse is computed: it decides who draws the body.
struct SphereVisibility {
    ProjectedSphere spot{};
    float size_px = 0;
    bool bounded = false, small = false, seen = false;
};

HOST_DEVICE inline SphereVisibility sight_of(const RasterView& view, const sim::Vec3& centre, float radius) {
    SphereVisibility sight;
    ProjectedSphere& spot = sight.spot;
    sight.bounded = place_rectangle(view, centre, radius, spot);
    sight.size_px = sight.bounded ? 2 * sim::larger(spot.half_x, spot.half_y) : 0;
    sight.small = sight.bounded && sight.size_px <= view.most_px &&
                  radius * radius <= kMostRasterSlope * kMostRasterSlope * sim::dot(centre, centre);
    if (!sight.small) {
        sight.seen = reaches_view(view, centre, radius);
        return sight;
    }
    const PixelSpan columns = pixel_span(spot.x, spot.half_x, view.width);
    const PixelSpan rows = pixel_span(spot.y, spot.half_y, view.height);
    sight.seen = columns.first <= columns.last && rows.first <= rows.last &&
                 radius * view.px_per_slope > view.least_radius_px * -centre.z;
    return sight;
}

/// Returns whether a body is small enough for one thread. A body that is cut away as a whole is not drawn.
HOST_DEVICE inline bool is_alone(const RasterView& view, const sim::Vec4& p, const SphereVisibility& sight,
                                 float most_px = kMostAlonePx) {
    return sight.seen && sight.small && (!view.shares || sight.size_px <= most_px) &&
           beyond(view.clip, sim::xyz(p)) < p.w;
}

/// Returns true for one id of `stride`, scattered: every `stride`-th would be whole rows of a lattice that
/// bodies start on. As in shaders/overlays/box_choice.glsl.
HOST_DEVICE inline bool box_by_id(uint32_t id, uint32_t stride) {
    return (id * 2654435761u >> 7) % stride == 0;
}

/// Draws the body's part of the floor's shade, and adds it to the lists that it belongs to. Returns false if
/// one of them is full.
HOST_DEVICE inline bool list_body(const RasterView& view, const RasterArrays& out, const Instance& body,
                                  uint32_t slot, const SphereVisibility& sight) {
    const sim::Vec4 p = {body.x, body.y, body.z, body.radius};
    if (casts_shadow(view.clip, sim::xyz(p), p.w)) draw_shade(view, p, out.shade);
    const bool selected = body.id == view.selected;
    if (selected) out.head->selected = {body, slot, 0};
    if (!sight.seen || beyond(view.clip, sim::xyz(p)) >= p.w) return true;

    const bool large = 2 * p.w * view.px_per_slope >= kLargeBoxPx * -to_view(view, sim::xyz(p)).z;
    const bool with_box = view.box_stride && (selected || large || box_by_id(body.id, view.box_stride));
    if (with_box) list(out.boxes, kMostBoxes, &out.head->boxes_wanted, RasterBody{body, slot, 0});
    if (!sight.small)
        return list(out.large, kMostLarge, &out.head->large_wanted, RasterBody{body, slot, 0}) ||
               !sight.bounded;
    if (is_alone(view, p, sight)) return true;
    return sight.size_px > kMostMiddlePx ? list(out.near, kMostShared, &out.head->near_wanted, slot)
                                         : list(out.middle, kMostShared, &out.head->middle_wanted, slot);
}

/// Returns whether all pixels of a body's rectangle show something nearer already.
HOST_DEVICE inline bool is_hidden(const RasterView& view, const ProjectedSphere& spot,
                                  const uint32_t* farthest) {
    const PixelSpan columns = pixel_span(spot.x, spot.half_x, view.width);
    const PixelSpan rows = pixel_span(spot.y, spot.half_y, view.height);
    const uint32_t front = uint32_t(pixel_word(spot.front, 0) >> 32), tiles = tiles_along(view.width);
    for (int row = rows.first / kTilePx; row <= rows.last / kTilePx; ++row)
        for (int column = columns.first / kTilePx; column <= columns.last / kTilePx; ++column)
            if (farthest[uint32_t(row) * tiles + uint32_t(column)] >= front) return false;
    return true;
}

/// Draws one thread's part of a body that the backend draws. `farthest`: null, or of each tile the farthest
/// pixel so far.
template <class Pixels>
HOST_DEVICE inline void draw_body(const RasterView& view, const Instance& body, uint32_t slot,
                                  uint64_t* pixels, const uint32_t* farthest = nullptr,
                                  const SpotShare& share = {}) {
    const sim::Vec3 centre = to_view(view, {body.x, body.y, body.z});
    ProjectedSphere spot{};
    place_rectangle(view, centre, body.radius, spot);
    place_ellipse(view, centre, body.radius, spot);
    if (farthest && is_hidden(view, spot, farthest)) return;
    draw_spot<Pixels>(view, spot, body.id == view.selected ? slot | kSelectedBit : slot, pixels, share);
}

/// Writes GL's commands, when all bodies are placed.
HOST_DEVICE inline void finish_raster(RasterHead& head) {
    const uint32_t large = head.large_wanted < kMostLarge ? head.large_wanted : kMostLarge;
    const uint32_t boxes = head.boxes_wanted < kMostBoxes ? head.boxes_wanted : kMostBoxes;
    const uint32_t commands[3][4] = {{large, 1, 0, 0}, {4, large, 0, 0}, {kBoxVertices, boxes, 0, 0}};
    memcpy(head.points, commands, sizeof commands);
}

}  // namespace app
