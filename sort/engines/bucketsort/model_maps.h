// The arithmetic of bucketsort for its model: from a key to its bucket. Written apart from the kernels'
// (cuda/spread.cuh), to the same bit: what the device does with floats here, IEEE arithmetic on the host
// does, too.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sort/engines/block_order_model.h"

namespace sort::bucketsort {

using Words = std::vector<uint32_t>;

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

    /// Returns the least key up to `greatest` with this bucket or a later one.
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

}  // namespace sort::bucketsort
