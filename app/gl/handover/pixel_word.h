// What the world's backend keeps of the nearest thing at each pixel: its depth and a word of its own.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "app/gl/handover/screen_view.h"

namespace app {

/// The pixels first to last whose centres lie within `half` of `middle`; none when first > last.
struct PixelSpan {
    int first, last;
};
HOST_DEVICE inline PixelSpan pixel_span(float middle, float half, float size) {
    const float low = ceilf(middle - half - 0.5f), high = floorf(middle + half - 0.5f);
    return {int(low < 0      ? 0
                : low < size ? low
                             : size),
            int(high < size - 1 ? (high < -1 ? -1 : high) : size - 1)};
}

inline constexpr uint64_t kNobodySeen = ~0ull;  // at a pixel

/// Depth, 0 to 1, of a view-space z.
HOST_DEVICE inline float window_depth(const ScreenView& view, float z) {
    return 0.5f - 0.5f * (view.depth_scale * z + view.depth_shift) / (z < -1e-6f ? z : -1e-6f);
}

/// What is nearer is less, and at one depth what has the lower word.
HOST_DEVICE inline uint64_t pixel_word(float depth, uint32_t word) {
    const float kept = depth > 0 ? depth : 0;
    uint32_t bits;
    memcpy(&bits, &kept, sizeof bits);
    return uint64_t(bits) << 32 | word;
}

}  // namespace app
