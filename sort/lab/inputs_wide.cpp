// The makers of keys of 64 bits: what renderers of splats and physics engines sort every frame.
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "sort/lab/inputs_made.h"

namespace sort::made {
namespace {

constexpr uint32_t kTiles = 120 * 68;         // of 16x16 pixels, in a picture of 1920x1080
constexpr uint64_t kOne = uint64_t{1} << 32;  // the unit of depths: they are made as whole numbers
constexpr uint64_t kNear = kOne, kFar = 100 * kOne;
constexpr uint64_t kTileChanges = 500;  // millionths of the keys: one in 2,000

/// A number from 0 to `bound` - 1; `bound` may be above 2^32.
uint64_t random_below_wide(uint64_t bound, uint64_t seed, uint64_t n) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(random_number(seed, n)) * bound) >> 64);
}

/// The bits of the float at or just below the depth, which keeps the order.
uint32_t float_bits(uint64_t depth) {
    constexpr int kMantissa = 24;
    const int dropped = std::bit_width(depth) - kMantissa;
    const float number = static_cast<float>(depth >> dropped << dropped) / static_cast<float>(kOne);
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

uint64_t key_of(uint64_t tile, uint64_t depth) { return tile << 32 | float_bits(depth); }

}  // namespace

void splat(WideKeys& keys, const Input& input, uint64_t seed) {
    // First tile << 40 | depth, which has the order of the keys and all bits of the depths.
    constexpr int kDepthBits = 40;
    for (size_t i = 0; i < keys.size(); ++i) {
        const uint64_t depth = kNear + random_below_wide(kFar - kNear, seed, counter(1, i));
        keys[i] = uint64_t{random_below(kTiles, seed, i)} << kDepthBits | depth;
    }
    tbb::parallel_sort(keys.begin(), keys.end());
    const uint64_t most = input.number * kOne / 1000000;
    for (size_t i = 0; i < keys.size(); ++i) {
        const uint64_t depth = keys[i] & ((uint64_t{1} << kDepthBits) - 1);
        const uint64_t moved =
            depth + random_below_wide(2 * most + 1, seed, counter(2, i));  // and less `most`
        keys[i] = key_of(keys[i] >> kDepthBits, std::clamp(moved, kNear + most, kFar + most - 1) - most);
    }
    choose_places(keys.size(), kTileChanges, seed, 3, [&](uint64_t i) {
        const uint64_t other = (keys[i] >> 32) + 1 + random_below(kTiles - 1, seed, counter(4, i));
        keys[i] = other % kTiles << 32 | (keys[i] & UINT32_MAX);
    });
}

void contacts(WideKeys& keys, const Input& input, uint64_t seed) {
    // The three contacts of a body are with one each of the bodies 1, 4, 7 ..., 2, 5, 8 ... and 3, 6, 9 ... above it.
    constexpr uint64_t kPerBody = 3, kReach = 16;
    const uint64_t bodies = (keys.size() + kPerBody - 1) / kPerBody;
    const auto contact = [&](uint64_t body, uint64_t farther, uint64_t n) {
        return body << 32 | (body + 1 + n % kPerBody + kPerBody * (farther + random_below(kReach, seed, n)));
    };
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = contact(i / kPerBody, 0, i);
    tbb::parallel_sort(keys.begin(), keys.end());
    // New ones reach farther than all that there were.
    choose_places(keys.size(), input.number, seed, 1, [&](uint64_t i) {
        keys[i] = contact(random_below(bodies, seed, counter(2, i)), kReach, counter(3, i));
    });
}

}  // namespace sort::made
