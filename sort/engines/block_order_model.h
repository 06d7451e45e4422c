// The arithmetic of sort/cuda/block_order.cuh for models: from a key to its bin. Written apart from the
// kernels', to the same bit: what the device does with floats here, IEEE arithmetic on the host does, too.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "sort/keys.h"

namespace sort {

/// Rounds down to a whole number and clamps to the range of 32 bits. NaN becomes 0.
inline uint32_t to_whole(double value) {
    if (!(value > 0)) return 0;
    return value >= 4294967295.0 ? ~0u : static_cast<uint32_t>(value);
}

/// Returns half of the float that a key stands for (sort/keys.h), the greatest finite one for infinity and NaN.
inline float half_of(uint32_t key) {
    key = std::clamp(key, 0x00800000u, 0xff7fffffu);
    return key_to_float(key) * 0.5f;
}

/// The bins of the keys that a block orders: the top bits of the fine place, which is the key stretched over
/// 32 bits. `sample`: the keys that the block's threads read, one each; whole: all bits of the keys count.
class BinMap {
public:
    BinMap(std::span<const uint32_t> keys, std::span<const uint32_t> sample, bool whole) {
        constexpr uint32_t kTwoExponents = 2u << 23;
        const auto [low, high] = std::minmax_element(keys.begin(), keys.end());
        const uint32_t width = *high - *low;
        least_ = *low;
        if (width < 0x7fffffffu) {
            factor_ = to_whole(4294966272.0f * 0.999999f * (1.0f / (static_cast<float>(width) + 1.0f)));
        }
        if (width < kTwoExponents || !whole) return;

        least_value_ = 2.0 * half_of(*low);
        const double value_width = 2.0 * half_of(*high) - least_value_;
        scale_ = 4294960000.0 * static_cast<double>(1.0f / static_cast<float>(value_width));
        uint32_t by_bits[64] = {}, by_value[64] = {};
        for (const uint32_t key : sample) {
            ++by_bits[((key - least_) * factor_) >> 26];
            ++by_value[place_by_value(key) >> 26];
        }
        by_value_ = 2 * *std::max_element(by_value, by_value + 64) < *std::max_element(by_bits, by_bits + 64);
    }

    /// Returns the bin of a key, in [0, 2^bits).
    uint32_t operator()(uint32_t key, int bits) const {
        return (by_value_ ? place_by_value(key) : (key - least_) * factor_) >> (32 - bits);
    }

private:
    uint32_t place_by_value(uint32_t key) const {
        return to_whole((2.0 * half_of(key) - least_value_) * scale_);
    }

    uint32_t least_ = 0, factor_ = 1;
    bool by_value_ = false;
    double least_value_ = 0, scale_ = 0;
};

}  // namespace sort
