// What the colours digit, tile and disorder say of a body, and what an instance's value holds beside its place in the
// palette. One function a body, for both backends.
#pragma once
#include <cstdint>
#include <cstring>

#include "sim/views.h"
#include "sort/base/host_device.h"

namespace app {

/// Properties of the sort that the colours show. Set by the session; of no use without a sort.
struct SortStyle {
    bool sorted = false;            // the last step sorted, and the world keeps what it sorted
    uint32_t digit_begin = 0;       // lowest bit of the digit of the pass in view
    uint32_t digit_bits = 2;        // 1 to kMostDigitBits
    uint32_t tile_ranks = 0;        // of a tile; 0: tiles are unknown
    bool engine_has_tiles = false;  // else they only show what lies near each other in memory
    uint32_t brush_begin = 0, brush_end = 0xffffffffu;  // ranks; the other bodies are dimmed

    bool brushes() const { return brush_begin > 0 || brush_end != 0xffffffffu; }
    bool operator==(const SortStyle&) const = default;
};

inline constexpr uint32_t kMostDigitBits = 8;

// An instance's value: the place 0 to 1 in the palette, plus these, with the sign bit for sleep (shaders:
// spheres/instance_value.glsl).
inline constexpr float kDimmed = 2, kMarked = 4;

/// Returns the place in the palette of an instance's value.
HOST_DEVICE inline float palette_place(float value) {
    if (value < 0) value = -value;
    if (value >= kMarked) value -= kMarked;
    return value >= kDimmed ? value - kDimmed : value;
}

/// Returns the place of a digit in the palette. Digits of one bit have the first and the third hue; of more
/// bits the upper two choose the hue, the others its shade.
HOST_DEVICE inline float digit_value(uint32_t digit, uint32_t bits) {
    const uint32_t bins = bits < 2 ? 4 : 1u << bits;
    return (float(bits < 2 ? 2 * digit : digit) + 0.5f) / float(bins);
}
/// Returns the digit of a place in the palette: the inverse of digit_value().
inline uint32_t digit_of_value(float value, uint32_t bits) {
    const uint32_t bins = bits < 2 ? 4 : 1u << bits, digit = uint32_t(value * float(bins));
    return bits < 2 ? digit / 2 : digit;
}

/// Palette values of tiles: two shades in turn; the place inside the shade's half says which tile it is.
inline constexpr float kTileFirst = 0.05f, kTileRoom = 0.4f;
HOST_DEVICE inline float tile_value(uint32_t tile, uint32_t tiles) {
    const float each = kTileRoom / float(tiles / 2 + 1);
    return (tile % 2 ? 0.5f : 0.0f) + kTileFirst + each * (float(tile / 2) + 0.5f);
}
inline uint32_t tile_of_value(float value, uint32_t tiles) {
    const bool odd = value >= 0.5f;
    const float each = kTileRoom / float(tiles / 2 + 1);
    return 2 * uint32_t((value - (odd ? 0.5f : 0.0f) - kTileFirst) / each) + (odd ? 1 : 0);
}

/// Reason why a body is out of order before the sort.
enum class OrderMark : uint32_t { in_order, in_window, mover, descent };
inline constexpr uint32_t kDisorders = 4;
HOST_DEVICE inline float disorder_value(OrderMark disorder) {
    return (float(uint32_t(disorder)) + 0.5f) / float(kDisorders);
}
inline OrderMark disorder_of_value(float value) { return OrderMark(uint32_t(value * float(kDisorders))); }

HOST_DEVICE inline uint32_t rank_of(const sim::BodyView& bodies, uint32_t slot) {
    return bodies.rank ? bodies.rank[slot] : slot;
}

/// Returns the index of a body in the last sort's input.
HOST_DEVICE inline uint32_t input_index(const sim::BodyView& bodies, uint32_t slot) {
    return rank_of(bodies, slot) - uint32_t(bodies.shift ? bodies.shift[slot] : 0);
}

/// Returns OrderMark::descent if a body's key is greater than the next one of the input. `slot_by_index`: the
/// slot of the body at each index of the input.
HOST_DEVICE inline OrderMark disorder_of(const sim::BodyView& bodies, uint32_t slot,
                                         const uint32_t* slot_by_index) {
    const uint32_t next = input_index(bodies, slot) + 1;
    if (next >= bodies.count) return OrderMark::in_order;
    const uint32_t next_slot = slot_by_index[next];
    if (next_slot >= bodies.count) return OrderMark::in_order;
    return bodies.sort_keys[slot] > bodies.sort_keys[next_slot] ? OrderMark::descent : OrderMark::in_order;
}

}  // namespace app
