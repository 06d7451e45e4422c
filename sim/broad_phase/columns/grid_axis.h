// Axes of the grid: whole steps along an axis, for the columns and for the places in them.
//
// An axis never decreases, so boxes that overlap along it have steps that overlap too, whatever its marks
// are. Where most boxes stand close together and some far away, it has fine marks in the middle and coarse
// ones outside: with equal ones all the many would share a few steps.
#pragma once
#include "sim/math/float_bits.h"
#include "sim/math/vec3.h"

namespace sim {

inline constexpr uint32_t kMostSteps = 1u << 20;  // of an axis: more would be less than a float tells apart

/// Ranges of the box centres on an axis: of all, and of most of them. Halves of coordinates, as are all
/// numbers here: whole extents may exceed the largest float.
struct GridRange {
    float low, high;
    float core_low, core_high;
    bool has_core;  // else the core is all

    HOST_DEVICE float extent() const { return high - low; }
    HOST_DEVICE float core() const { return core_high - core_low; }
};

/// Returns x without the fraction, clamped to 0 to `most`, which is at most kMostSteps. A device has an instruction
/// that does so for all numbers; elsewhere integers of 32 bits are quicker, which hold no more than that.
HOST_DEVICE inline uint32_t whole_part(float x, uint32_t most) {
#ifdef __CUDA_ARCH__
    const uint32_t whole = __float2uint_rz(x);
    return whole < most ? whole : most;
#else
    const float limit = float(int32_t(most));
    const float above_zero = x > 0 ? x : 0;
    return uint32_t(int32_t(above_zero < limit ? above_zero : limit));
#endif
}

/// Equal steps over a part of an axis. Read as a whole, 16 bytes.
struct alignas(16) GridAxisPart {
    float low, steps_a_half;
    uint32_t first, more;  // its first step, and how many there are beside it

    HOST_DEVICE uint32_t step_of(float half) const {
        const GridAxisPart own = *this;
        return own.first + whole_part((half - own.low) * own.steps_a_half, own.more);
    }
};

struct GridAxis {
    GridAxisPart core;
    GridAxisPart below, above;
    float core_low, core_high;  // what lies outside goes to the other two
    uint32_t steps;

    HOST_DEVICE uint32_t step_of(float x) const {
        const float half = 0.5f * x;
        const GridAxisPart* part = &core;
        if (half < core_low) part = &below;
        if (half >= core_high) part = &above;
        return part->step_of(half);
    }
};

inline constexpr float kFloatMost = 3.4028235e38f;
/// The core is that of which all is more than this many times as long as its middle half.
inline constexpr float kFarAway = 16;
/// Share of an axis's steps that lie on either side of the core.
inline constexpr uint32_t kOutsideShare = 8;
/// A range is widened to multiples of 1 / this of itself: while bodies move a little it stays the same, and
/// so do the keys of those that stay where they are.
inline constexpr float kSnaps = 64;

/// Steps [first, end) over [low, high]. A range too short for floats
/// gets its first step alone.
HOST_DEVICE inline GridAxisPart grid_axis_part(float low, float high, uint32_t first, uint32_t end) {
    const float scale = high > low ? float(end - first) / (high - low) : 0;
    return {low, scale < 1e38f ? scale : 0, first, end > first ? end - first - 1 : 0};
}

/// Boxes begin by up to `half`, half of the largest's half side, before their centres.
HOST_DEVICE inline GridAxis make_grid_axis(const GridRange& range, float half, uint32_t steps) {
    const uint32_t outside = range.has_core ? steps / kOutsideShare : 0;
    GridAxis axis;
    axis.steps = steps;
    axis.core_low = outside > 0 ? range.core_low - half : -kFloatMost;
    axis.core_high = outside > 0 ? range.core_high : kFloatMost;
    axis.core = grid_axis_part(range.core_low - half, range.core_high, outside, steps - outside);
    axis.below = axis.above = axis.core;  // infinities ask them even where they have no steps
    if (outside == 0) return axis;
    axis.below = grid_axis_part(range.low - half, axis.core_low, 0, outside);
    axis.above = grid_axis_part(axis.core_high, range.high, steps - outside, steps);
    return axis;
}

/// Steps that a box of this half size covers, about; in the core.
HOST_DEVICE inline uint32_t span_of(float half, const GridAxis& axis) {
    const float steps = half * axis.core.steps_a_half;
    return steps < float(axis.steps) ? uint32_t(steps) + 1 : axis.steps;
}

/// Returns the multiple of `unit` that is not greater.
HOST_DEVICE inline float snapped_down(float value, float unit) {
    const float count = value / unit;
    if (!(fabsf(count) < 1e6f)) return value;
    const float whole = float(int32_t(count));
    return (whole > count ? whole - 1 : whole) * unit;
}

/// Makes a range from the least and the greatest centre and the two quartiles of a sample. `had_core`: the
/// range before had a core, and a little less is enough to have one again: the quartiles of a sample vary.
HOST_DEVICE inline GridRange make_range(float low, float high, float quarter, float three_quarters,
                                        bool had_core) {
    const float middle = three_quarters - quarter;
    GridRange all = {low, high, low, high, false};
    if (middle > 0 && high - low > (had_core ? kFarAway / 2 : kFarAway) * middle) {
        all.has_core = true;
        all.core_low = larger(low, quarter - middle);
        all.core_high = smaller(high, three_quarters + middle);
    }
    const float unit = bits_float(float_bits(all.core()) & 0x7f800000u) / kSnaps;
    if (!(unit > 1e-30f)) return all;
    all.core_low = snapped_down(all.core_low, unit);
    all.core_high = -snapped_down(-all.core_high, unit);
    if (!all.has_core || all.core_low < all.low) all.low = all.core_low;
    if (!all.has_core || all.core_high > all.high) all.high = all.core_high;
    return all;
}

/// A plan keeps the range of the one before, made longer if need be, while that is not longer than it
/// need be by more than this share. A new one gives nearly every box another key, and the sort nothing in
/// order.
inline constexpr float kSpareRange = 1.0f / 16;

/// `now`, made longer to hold `previous` too where that is little; with the core of `previous` while it is
/// about where it was.
HOST_DEVICE inline GridRange kept_range(const GridRange& previous, const GridRange& now) {
    if (previous.has_core != now.has_core) return now;
    GridRange both = now;
    both.low = smaller(previous.low, now.low);
    both.high = larger(previous.high, now.high);
    if (!(both.extent() <= (1 + kSpareRange) * now.extent())) return now;
    both.core_low = now.has_core ? previous.core_low : both.low;
    both.core_high = now.has_core ? previous.core_high : both.high;
    if (!now.has_core) return both;
    const float shift_low = fabsf(previous.core_low - now.core_low);
    const float shift_high = fabsf(previous.core_high - now.core_high);
    return shift_low + shift_high < 0.5f * now.core() ? both : now;
}

}  // namespace sim
