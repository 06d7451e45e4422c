// The arithmetic of bucketsort for its model: from a key to its bucket, and from a key to its bin within the
// bucket. Written apart from the kernels' (cuda/spread.cuh, block_order.cuh), to the same bit: what the
// device does with floats here, IEEE arithmetic on the host does, too.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sort::bucketsort {

using Words = std::vector<uint32_t>;

/// What does not fit becomes the nearest that does, NaN 0.
inline uint32_t to_whole(double value) {
    if (!(value > 0)) return 0;
    return value >= 4294967295.0 ? ~0u : static_cast<uint32_t>(value);
}

/// Half of the float that a key stands for (sort/keys.h), the greatest finite one for infinity and NaN.
inline float half_of(uint32_t key) {
    key = std::clamp(key, 0x00800000u, 0xff7fffffu);
    return std::bit_cast<float>(key & 0x80000000u ? key ^ 0x80000000u : ~key) * 0.5f;
}

/// The buckets: linear in the bits of a key, or in the float that it stands for, as a sample suggests.
class BucketMap {
public:
    BucketMap(std::span<const uint32_t> samples, uint32_t buckets) : last_(buckets - 1) {
        const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
        constexpr uint32_t kRoom = 64;
        const uint32_t room = (*high - *low) / kRoom;
        least_ = *low > room ? *low - room : 0;
        const uint32_t greatest = *high < ~room ? *high + room : ~0u;
        const float value_room = (half_of(*high) - half_of(*low)) / static_cast<float>(kRoom);
        least_half_ = half_of(*low) - value_room;
        const float step = 1.0f / (static_cast<float>(greatest - least_) + 1.0f);
        const float unit = 1.0f / (half_of(*high) + value_room - least_half_);

        Words by_bits(kCells), by_value(kCells);
        for (const uint32_t key : samples) {
            ++by_bits[cell(static_cast<float>(key - least_) * step)];
            ++by_value[cell((half_of(key) - least_half_) * unit)];
        }
        const uint32_t sharing_bits = sharing(by_bits), sharing_value = sharing(by_value);
        by_value_ = sharing_value < sharing_bits - sharing_bits / 4;
        const float all = static_cast<float>(last_) + 1.0f;
        if (greatest - least_ > last_) factor_ = to_whole(all * step * 4294967296.0f);
        scale_ = all * unit;
        const float count = static_cast<float>(samples.size());
        const float even = count * (count - 1) / kCells;
        unevenness_ = static_cast<float>(by_value_ ? sharing_value : sharing_bits) * (1 / even);
    }

    bool by_value() const { return by_value_; }
    bool uneven() const { return unevenness_ > 1.5f; }

    uint32_t operator()(uint32_t key) const {
        uint32_t bucket;
        if (by_value_) {
            bucket = to_whole((half_of(key) - least_half_) * scale_);
        } else {
            bucket = key > least_ ? key - least_ : 0;
            if (factor_ != 0) bucket = static_cast<uint32_t>(uint64_t{bucket} * factor_ >> 32);
        }
        return std::min(bucket, last_);
    }

    /// The least key up to `greatest` with this bucket or a later one.
    uint32_t first_key(uint32_t bucket, uint32_t greatest) const {
        uint32_t low = 0, high = greatest;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            ((*this)(middle) < bucket ? low : high) = (*this)(middle) < bucket ? middle + 1 : middle;
        }
        return low;
    }

private:
    static constexpr uint32_t kCells = 256;

    static uint32_t cell(float part) { return std::min(kCells - 1, to_whole(part * kCells)); }

    /// Ordered pairs of samples in one cell.
    static uint32_t sharing(const Words& cells) {
        uint32_t sum = 0;
        for (const uint32_t in_cell : cells) sum += in_cell * (in_cell - 1);
        return sum;
    }

    uint32_t last_, least_ = 0, factor_ = 0;
    float least_half_ = 0, scale_ = 0, unevenness_ = 0;
    bool by_value_ = false;
};

/// The bins of a bucket: the top bits of the fine place, which is the key stretched over 32 bits. `block`:
/// threads of a block, which take a key each for the sample; whole: all bits of the keys count.
class BinMap {
public:
    BinMap(std::span<const uint32_t> keys, uint32_t block, bool whole) {
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
        for (const uint32_t key : keys.first(std::min<size_t>(keys.size(), block))) {
            ++by_bits[((key - least_) * factor_) >> 26];
            ++by_value[place_by_value(key) >> 26];
        }
        by_value_ = 2 * *std::max_element(by_value, by_value + 64) < *std::max_element(by_bits, by_bits + 64);
    }

    /// Of 2^bits bins.
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

}  // namespace sort::bucketsort
