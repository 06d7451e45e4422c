// Shadows of many small spheres: every body is a disc on the sun map, flat and facing the sun, at the depth
// of its centre. A sphere hides from the sun just what this disc hides, of all that does not overlap the
// sphere; and it never hides its own lit half, so that no lookup needs a bias. The numbers of
// shaders/spheres/disc.vert.
#pragma once
#include "app/observe/sphere_raster.h"
#include "app/observe/sun_bounds.h"

namespace app {

inline constexpr float kLeastDiscPx = 0.7072f;  // a radius that reaches the centre of one pixel at least

/// The map to be made.
struct DiscView {
    SunView sun;
    uint32_t side;                  // in texels
    sim::Vec4 clip = kNoClipPlane;  // world
};

/// A body's disc, or one thread's part of it.
template <class Pixels>
HOST_DEVICE inline void draw_disc(const DiscView& view, const SunBounds& fit, const Instance& body,
                                  uint32_t* discs, const SpotShare& share = {}) {
    if (!casts_shadow(view.clip, {body.x, body.y, body.z}, body.radius)) return;
    const sim::Vec3 place = sun_place(view.sun, {body.x, body.y, body.z});
    const float side = float(view.side);
    const float scale_x = side / fit.size[0], scale_y = side / fit.size[1];
    const float x = (place.x - fit.low[0]) * scale_x, y = (place.y - fit.low[1]) * scale_y;
    const float half_x = sim::larger(body.radius * scale_x, kLeastDiscPx);
    const float half_y = sim::larger(body.radius * scale_y, kLeastDiscPx);
    const float depth = clamp_to_one((place.z - fit.low[2]) / fit.size[2]);
    const uint32_t word = uint32_t(depth * kSunWordOne);
    const PixelSpan rows = pixel_span(y, half_y, side);
    for (int row = rows.first + share.row; row <= rows.last; row += share.rows) {
        const float off = (float(row) + 0.5f - y) / half_y;
        const float across = half_x * sqrtf(sim::larger(1 - off * off, 0));
        const PixelSpan columns = pixel_span(x, across, side);
        uint32_t* const line = discs + size_t(row) * view.side;
        for (int column = columns.first + share.column; column <= columns.last; column += share.columns)
            Pixels::keep_least(line + column, word);
    }
}

/// Returns how many rows of the map a disc of that radius covers at most.
HOST_DEVICE inline float disc_rows(const DiscView& view, const SunBounds& fit, float radius) {
    return 2 * radius * float(view.side) / fit.size[1];
}

/// Room for the slots of bodies that are large on the map; `most` 0: a thread draws each of them.
struct DiscList {
    uint32_t *slots, *wanted;
    uint32_t most;
};

inline constexpr float kAloneRows =
    10;  // a disc of more is drawn by a warp, a part of a row by eight threads

struct DrawLargeDisc {
    DiscView view;
    const SunBounds* fit;
    const Instance* instances;
    const uint32_t* slots;
    uint32_t* discs;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t i) const {
        draw_disc<FreshPixels>(view, *fit, instances[slots[i]], discs,
                               share_of(group.member(), group.size(), 8));
    }
};

/// Places all bodies in a map of words.
template <class Exec>
void place_discs(Exec& exec, const DiscView& view, const Instance* instances, uint32_t count,
                 const SunBounds* fit, uint32_t* discs, const DiscList& large) {
    set_bytes(exec, discs, 0xff, sun_word_bytes(view.side));
    if (large.most > 0) set_bytes(exec, large.wanted, 0, sizeof(uint32_t));
    exec.each(
        "discs", count, sizeof(Instance),
        [=] HOST_DEVICE(uint32_t slot) {
            const Instance body = instances[slot];
            const bool is_large = large.most > 0 && disc_rows(view, *fit, body.radius) > kAloneRows;
            if (is_large && list(large.slots, large.most, large.wanted, slot)) return;
            draw_disc<Pixels>(view, *fit, body, discs);
        },
        2048);
    if (large.most == 0) return;
    exec.by_group(sim::ByLanes<32>{}, "large discs", sim::CountedItems{large.wanted, large.most},
                  DrawLargeDisc{view, fit, instances, large.slots, discs});
}

}  // namespace app
