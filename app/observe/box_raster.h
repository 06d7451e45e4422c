// Bodies that are boxes, where OpenGL and the world are the CPU's: the backend finds which one is seen at each pixel, as
// sphere_raster.h does of spheres, and with which face, instead of 12 vertices and six triangles per body.
//
// A box is three slabs, one across each axis. Along the ray of a pixel the inverse distance at which a plane is met is
// affine in the pixel, and so is depth in that inverse: a pixel takes some twenty multiplications, and no division.
#pragma once
#include "app/observe/sphere_raster.h"

namespace app {

inline constexpr uint32_t kBoxRasterFrom = 8192;  // boxes; fewer are GL's
inline constexpr uint32_t kFaceBits = 3;  // of a pixel's word, below the slot: axis, and 1 for its high end
inline constexpr uint32_t kMostRasterBoxes = kSelectedBit >> kFaceBits;
inline constexpr float kLeastBoxPx = 0.6f;  // half of a side, as in shaders/meshes/box_faces.glsl

/// A number that is affine in the place on a picture, in pixels.
struct Affine {
    float at_corner, per_x, per_y;

    HOST_DEVICE float at(float x, float y) const { return at_corner + per_y * y + per_x * x; }
};

/// The picture to be made.
struct BoxRasterView : ScreenView {
    sim::Vec3 eye;  // in the world
    Affine slope
        [3];  // how far the ray of a pixel goes along each axis of the world, per distance before the eye
    uint32_t selected;

    static BoxRasterView of(const ScreenView& screen, uint32_t selected) {
        BoxRasterView view;
        static_cast<ScreenView&>(view) = screen;
        view.selected = selected;
        const float(*turn)[4] = screen.turn;
        const float corner_x = 1 / screen.slope_x, corner_y = 1 / screen.slope_y;
        for (int k = 0; k < 3; ++k) {
            view.eye[k] = -(turn[0][k] * turn[0][3] + turn[1][k] * turn[1][3] + turn[2][k] * turn[2][3]);
            view.slope[k] = {-turn[0][k] * corner_x - turn[1][k] * corner_y - turn[2][k],
                             2 * turn[0][k] * corner_x / screen.width,
                             2 * turn[1][k] * corner_y / screen.height};
        }
        return view;
    }
};

/// A box on the picture. Nearness is the inverse of the distance before the eye.
struct ProjectedBox {
    PixelSpan columns, rows;
    // A ray of slope s is in the slab across an axis from the nearness `enter` * s down to `leave` * s +
    // `leave_both_ways` * |s|.
    float enter[3], leave[3], leave_both_ways[3];
    bool from_within[3];  // the eye is between the slab's planes: no ray enters it
    uint32_t face[3];     // that the eye sees across each axis
    float front;          // depth that no pixel of it is nearer than
};

inline constexpr float kLeastReach_m = 1e-12f;  // of a plane from the eye: its inverse is finite

/// Computes the planes of a box from the eye. Returns false if the eye is in it: then nothing of it is seen.
HOST_DEVICE inline bool place_slabs(const BoxRasterView& view, const sim::Vec3& middle, const sim::Vec3& half,
                                    ProjectedBox& box) {
    bool outside = false;
    for (int k = 0; k < 3; ++k) {
        const float off = middle[k] - view.eye[k], low = off - half[k], high = off + half[k];
        const bool below = low > kLeastReach_m, above = high < -kLeastReach_m;  // where the eye is
        box.from_within[k] = !below && !above;
        box.face[k] = uint32_t(2 * k) + (above ? 1 : 0);
        box.enter[k] = below ? 1 / low : above ? 1 / high : 0;
        box.leave[k] = below ? 1 / high : above ? 1 / low : 0;
        box.leave_both_ways[k] = 0;
        outside = outside || below || above;
        if (!box.from_within[k]) continue;
        const float to_low = 1 / sim::smaller(low, -kLeastReach_m),
                    to_high = 1 / sim::larger(high, kLeastReach_m);
        box.leave[k] = 0.5f * (to_high + to_low);
        box.leave_both_ways[k] = 0.5f * (to_high - to_low);
    }
    return outside;
}

/// Computes a rectangle around a box on the picture, which is the whole picture where the box reaches the eye's plane.
/// `centre`: in view space. Returns false if the box is behind the eye or beside the picture.
HOST_DEVICE inline bool place_rectangle(const BoxRasterView& view, const sim::Vec3& centre,
                                        const sim::Vec3& half, ProjectedBox& box) {
    const auto reach = [&](const float* row) {
        return fabsf(row[0]) * half.x + fabsf(row[1]) * half.y + fabsf(row[2]) * half.z;
    };
    const float deep = reach(view.turn[2]), nearest = -centre.z - deep;
    if (!(nearest > 1e-6f * deep)) {
        box.columns = {0, int(view.width) - 1};
        box.rows = {0, int(view.height) - 1};
        box.front = 0;
        return in_frustum(view, centre, sim::length(half));
    }
    box.front = window_depth(view, -nearest);
    const float nearness = 1 / nearest, least_nearness = 1 / (nearest + 2 * deep);
    const auto span = [&](float middle, float half_m, float slope, float size) {
        const float low = middle - half_m, high = middle + half_m, half_size = 0.5f * size,
                    scale = slope * half_size;
        const float first = low * (low < 0 ? nearness : least_nearness) * scale;
        const float last = high * (high > 0 ? nearness : least_nearness) * scale;
        return pixel_span(half_size + 0.5f * (first + last), 0.5f * (last - first) + 1e-3f, size);
    };
    box.columns = span(centre.x, reach(view.turn[0]), view.slope_x, view.width);
    box.rows = span(centre.y, reach(view.turn[1]), view.slope_y, view.height);
    return box.columns.first <= box.columns.last && box.rows.first <= box.rows.last;
}

/// Draws a box; the nearest one stays at each pixel.
template <class Pixels>
HOST_DEVICE inline void draw_box(const BoxRasterView& view, const ProjectedBox& box, uint32_t word,
                                 uint64_t* pixels) {
    constexpr float kAny = 1e30f;
    const float no_limit[3] = {box.from_within[0] ? kAny : 0, box.from_within[1] ? kAny : 0,
                               box.from_within[2] ? kAny : 0};
    const float depth_far = 0.5f - 0.5f * view.depth_scale, depth_per_nearness = 0.5f * view.depth_shift;
    const uint64_t least = pixel_word(box.front - kDepthRounding, 0);
    for (int row = box.rows.first; row <= box.rows.last; ++row) {
        const float y = float(row) + 0.5f;
        uint64_t* const line = pixels + size_t(row) * size_t(view.width);
        for (int column = box.columns.first; column <= box.columns.last; ++column) {
            if (Pixels::seen(line + column) < least) continue;
            const float x = float(column) + 0.5f;
            float enter[3], leave[3];
            for (int k = 0; k < 3; ++k) {
                const float slope = view.slope[k].at(x, y);
                enter[k] = box.enter[k] * slope + no_limit[k];
                leave[k] = box.leave[k] * slope + box.leave_both_ways[k] * fabsf(slope);
            }
            const int first = enter[1] < enter[0] ? 1 : 0, last = enter[2] < enter[first] ? 2 : first;
            const float near = enter[last];
            const float far = sim::larger(leave[0], sim::larger(leave[1], leave[2]));
            if (!(near >= far && near > 0)) continue;
            const float depth = depth_far + depth_per_nearness * near;
            if (depth >= 0 && depth < 1)
                Pixels::keep_least(line + column, pixel_word(depth, word | box.face[last]));
        }
    }
}

/// Draws the box of a body. Thin ones are as wide as GL draws them.
template <class Pixels>
HOST_DEVICE inline void draw_box(const BoxRasterView& view, const sim::Box& given, uint32_t word,
                                 uint64_t* pixels) {
    const sim::Vec3 middle = given.min * 0.5f + given.max * 0.5f, centre = to_view(view, middle);
    const float least = kLeastBoxPx * sim::larger(-centre.z, 1e-6f) / view.px_per_slope;
    sim::Vec3 half = given.max * 0.5f - given.min * 0.5f;
    for (int k = 0; k < 3; ++k) half[k] = sim::larger(half[k], least);
    ProjectedBox box;
    if (place_rectangle(view, centre, half, box) && place_slabs(view, middle, half, box))
        draw_box<Pixels>(view, box, word, pixels);
}

/// Writes the words of the pixels: depth's bits << 32 | kSelectedBit of the selected body | slot << kFaceBits | face.
template <class Exec>
void place_boxes(Exec& exec, const BoxRasterView& view, const sim::BodyView& bodies, uint64_t* pixels) {
    set_bytes(exec, pixels, 0xff, pixel_word_bytes(view));
    exec.each(
        "boxes/draw", bodies.count, sizeof(sim::Box),
        [=] HOST_DEVICE(uint32_t slot) {
            const uint32_t selected = bodies.id[slot] == view.selected ? kSelectedBit : 0;
            draw_box<Pixels>(view, bodies.boxes[slot], selected | slot << kFaceBits, pixels);
        },
        1024);
}

}  // namespace app
