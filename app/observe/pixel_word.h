// What the world's backend keeps of the nearest thing at each pixel: its depth and a word of its own.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "app/observe/screen_view.h"

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

inline size_t pixel_word_bytes(const ScreenView& view) {
    return size_t(view.width) * size_t(view.height) * sizeof(uint64_t);
}

/// Memory that those who draw for the picture use one after the other: the texels of a map or the pixels' words, and
/// lists of slots. What is in it last, the pixels, GL reads.
struct Scratch {
    void* words = nullptr;
    uint32_t* count = nullptr;  // of a list, where there are lists
    uint32_t *near = nullptr, *middle = nullptr;
};
inline constexpr uint32_t kMostShared = 1u << 19;  // slots in each list

struct ScratchLayout {
    static constexpr size_t kAlign = 256;
    size_t lists, bytes;

    /// `lists`: of threads that share what is large for one.
    static ScratchLayout of(size_t word_bytes, bool lists) {
        const size_t at = (word_bytes + kAlign - 1) / kAlign * kAlign;
        return {at, at + (lists ? kAlign + 2 * sizeof(uint32_t) * kMostShared : 0)};
    }
    Scratch in(void* base) const {
        Scratch out{base};
        if (bytes == lists) return out;
        out.count = reinterpret_cast<uint32_t*>(static_cast<char*>(base) + lists);
        out.near = out.count + kAlign / sizeof(uint32_t);
        out.middle = out.near + kMostShared;
        return out;
    }
};

/// Depth, 0 to 1, of a view-space z.
HOST_DEVICE inline float window_depth(const ScreenView& view, float z) {
    return 0.5f - 0.5f * (view.depth_scale * z + view.depth_shift) / (z < -1e-6f ? z : -1e-6f);
}

/// Returns the word of a pixel, which is less for a nearer body and, at one depth, for a lower `word`.
HOST_DEVICE inline uint64_t pixel_word(float depth, uint32_t word) {
    const float kept = depth > 0 ? depth : 0;
    uint32_t bits;
    memcpy(&bits, &kept, sizeof bits);
    return uint64_t(bits) << 32 | word;
}

}  // namespace app
