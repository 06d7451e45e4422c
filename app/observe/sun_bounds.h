// How the sun sees the bodies: the box around all of them along the sun's axes, from which the sun map
// (app/gl/passes/sun_map.h) takes its place and size. Found by the world's own backend and read by the shaders, so
// that the host never waits for it. Bounds are integers in the order of the floats: any order of bodies gives
// the same bits.
#pragma once
#include <cstdint>
#include <cstring>

#include "sim/exec/work.h"
#include "sim/world.h"
#include "sort/base/host_device.h"

namespace app {

struct SunView {
    sim::Vec3 axis[3];        // right and up as the sun sees the world, and the direction of its light
    float least[3], most[3];  // the container in these axes: a body that has left it does not widen the map
    bool whole;               // the map is as large as the container: a ground casts shadows too
};

/// shaders/light/sun_fit.glsl, block SunFit.
struct SunBounds {
    int32_t least[4], most[4];  // of the bodies, ordered(); the fourth is unused
    float low[4], size[4];      // of the map: its corner and its sides, in metres
};
static_assert(sizeof(SunBounds) == 64);

/// Scale of the words of the sun map while the backend draws it: a word is depth * kSunWordOne, or
/// kNoSunWord. One step of a 16-bit word (short_sun_word()) is 256.
inline constexpr float kSunWordOne = 65535 * 256;
inline constexpr uint32_t kNoSunWord = ~0u;

/// Returns the word of 16 bits that the picture reads: rounded away from the sun, so that nothing shadows
/// itself. All ones: nothing.
HOST_DEVICE inline uint32_t short_sun_word(uint32_t word) {
    return word == kNoSunWord ? 0xffff : (word + 0xff) >> 8;
}
/// Packs two short words; the lower half is the first.
HOST_DEVICE inline uint32_t short_sun_words(uint32_t first, uint32_t second) {
    return short_sun_word(first) | short_sun_word(second) << 16;
}
inline size_t sun_word_bytes(uint32_t side) { return size_t(side) * side * sizeof(uint32_t); }
inline size_t short_sun_word_bytes(uint32_t side) { return sun_word_bytes(side) / 2; }

inline constexpr float kSunMargin = 0.03f;  // of the bodies' extent, left free around them on the map
inline constexpr float kSunSteps = 16;  // borders stand on a grid of about so many cells, and so seldom move

HOST_DEVICE inline sim::Vec3 sun_place(const SunView& view, const sim::Vec3& p) {
    return {sim::dot(view.axis[0], p), sim::dot(view.axis[1], p), sim::dot(view.axis[2], p)};
}

/// Returns an integer that is the greater the greater the float is; its own inverse.
HOST_DEVICE inline int32_t ordered(int32_t bits) { return bits < 0 ? bits ^ 0x7fffffff : bits; }
HOST_DEVICE inline int32_t ordered(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return ordered(bits);
}
HOST_DEVICE inline float from_ordered(int32_t order) {
    const int32_t bits = ordered(order);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

inline constexpr uint32_t kSignBit = 0x80000000u;

/// `most`: the three least sides, each inverted, and the three most, as unsigned words in the order of the floats.
HOST_DEVICE inline void take_in(uint32_t* most, const SunView& view, const sim::Vec4& sphere) {
    const sim::Vec3 place = sun_place(view, sim::xyz(sphere));
    for (int k = 0; k < 3; ++k) {
        const uint32_t low = ~(uint32_t(ordered(place[k] - sphere.w)) ^ kSignBit);
        const uint32_t high = uint32_t(ordered(place[k] + sphere.w)) ^ kSignBit;
        if (low > most[k]) most[k] = low;
        if (high > most[3 + k]) most[3 + k] = high;
    }
}

/// Returns the power of two that is at least x, of a normal x > 0.
HOST_DEVICE inline float power_of_two_above(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0x7fffff) & 0x7f800000;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// The map's place, once all bodies are taken in: rounded outwards, so that a heap that moves a little moves
/// no texel of the map.
HOST_DEVICE inline void finish_sun_bounds(const SunView& view, SunBounds& bounds) {
    for (int k = 0; k < 3; ++k) {
        float low = from_ordered(bounds.least[k]), high = from_ordered(bounds.most[k]);
        low = low > view.least[k] ? low : view.least[k];
        high = high < view.most[k] ? high : view.most[k];
        if (view.whole || !(low < high)) low = view.least[k], high = view.most[k];
        const float extent = high - low > 1e-6f ? high - low : 1e-6f;
        const float step = power_of_two_above(extent / kSunSteps);
        bounds.low[k] = floorf((low - kSunMargin * extent) / step) * step;
        bounds.size[k] = ceilf((high + kSunMargin * extent) / step) * step - bounds.low[k];
    }
}

/// Raises six words to the outermost sides of the bodies: the three least ones, each inverted, and the three most.
template <class Exec>
void write_sun_bounds(Exec& exec, const SunView& view, const sim::BodyView& bodies, SunBounds* out) {
    uint32_t* const words = reinterpret_cast<uint32_t*>(out->low);  // of the map, which is known last
    exec.each("sun bounds", 1, 0, [=] HOST_DEVICE(uint32_t) {
        for (int k = 0; k < 6; ++k) words[k] = 0;
    });
    const sim::Vec4* const position_radius = bodies.position_radius;
    exec.each_reduced(
        "sun bounds", bodies.count, sizeof(sim::Vec4), sim::RaiseSix{words},
        [=] HOST_DEVICE(uint32_t slot, uint32_t * most) { take_in(most, view, position_radius[slot]); },
        8192);
    exec.each("sun bounds", 1, sizeof(SunBounds), [=] HOST_DEVICE(uint32_t) {
        SunBounds bounds{};
        for (int k = 0; k < 3; ++k) {
            bounds.least[k] = int32_t(~words[k] ^ kSignBit);
            bounds.most[k] = int32_t(words[3 + k] ^ kSignBit);
        }
        finish_sun_bounds(view, bounds);
        *out = bounds;
    });
}

/// A square map of an even side in short words, two in each of `out`.
template <class Exec>
void shorten_sun_words(Exec& exec, const uint32_t* words, uint32_t side, uint32_t* out) {
    exec.each(
        "sun words", side * side / 2, 3 * sizeof(uint32_t),
        [=] HOST_DEVICE(uint32_t i) {
            uint64_t pair;
            memcpy(&pair, words + 2 * size_t(i), sizeof pair);
            out[i] = short_sun_words(uint32_t(pair), uint32_t(pair >> 32));
        },
        1 << 16);
}

}  // namespace app
