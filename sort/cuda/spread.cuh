// A monotone map from keys to bucket numbers, chosen by looking at a sample.
//
// Any monotone map sorts right, since keys of one bucket are compared in full later; a good one fills the
// buckets evenly. Two are tried on the sample: linear in the key's bits, and linear in the float whose image
// (sort/keys.h) the key is. Positions of bodies are floats; in their bits half of all values between 0 and 1
// share 1/126 of the range. Example, 4 buckets, keys 10 to 49 in the sample: 12 -> 0, 29 -> 1, 31 -> 2, 7
// (under the least of the sample) -> 0, 90 -> 3.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/block.cuh"

namespace sort {

/// Returns the float that the key stands for, halved so that no difference of two overflows. Infinities and
/// NaN count as the greatest finite floats: monotone.
__device__ inline float half_value(uint32_t key) {
    constexpr uint32_t kLeast = 0x00800000u, kGreatest = 0xff7fffffu;  // the images of -FLT_MAX and FLT_MAX
    key = key < kLeast ? kLeast : key > kGreatest ? kGreatest : key;
    return __uint_as_float((key & 0x80000000u) != 0 ? key ^ 0x80000000u : ~key) * 0.5f;
}

struct Spread {
    uint32_t least = 0, factor = 0, last = 0;  // factor / 2^32 buckets a step of the key; 0: one a step
    float least_half = 0, scale = 0;
    bool by_value = false;

    /// 0 to `last`.
    __device__ uint32_t operator()(uint32_t key) const {
        // lesson: bucketsort/split
        uint32_t bucket;
        if (by_value) {
            bucket = __float2uint_rz((half_value(key) - least_half) * scale);
        } else {
            bucket = key > least ? key - least : 0;
            if (factor != 0) bucket = __umulhi(bucket, factor);
        }
        return bucket < last ? bucket : last;
        // lesson end
    }
};

constexpr uint32_t kSpreadCells = 256;

struct SpreadShared {
    uint32_t words[kBlockWords];
    uint32_t cells[2][kSpreadCells];
};

/// Returns the spread over buckets 0 to `last` for keys like the `kKeys` samples of each thread.
/// Deterministic: blocks that see the same samples choose the same. `unevenness`, if given, gets the mean
/// over the samples of how many others share their one of 256 equal cells, by how many would if they were
/// even: about 1, and more the fuller the buckets of many keys will be.
template <uint32_t kThreads, uint32_t kKeys>
__device__ inline Spread make_spread(const uint32_t (&samples)[kKeys], uint32_t last, SpreadShared& shared,
                                     float* unevenness = nullptr) {
    for (uint32_t i = threadIdx.x; i < kSpreadCells; i += kThreads)
        shared.cells[0][i] = shared.cells[1][i] = 0;
    Range range{~0u, 0};
#pragma unroll
    for (uint32_t k = 0; k < kKeys; ++k) {
        range = {min(range.least, samples[k]), max(range.greatest, samples[k])};
    }
    range = block_range<kThreads>(range, shared.words);

    // Leave room for keys beyond the sample's: a 64th of its width on either side.
    constexpr uint32_t kRoom = 64;
    const uint32_t room = (range.greatest - range.least) / kRoom;
    const uint32_t least = range.least > room ? range.least - room : 0;
    const uint32_t greatest = range.greatest < ~room ? range.greatest + room : ~0u;
    const float value_room = (half_value(range.greatest) - half_value(range.least)) / kRoom;
    const float least_half = half_value(range.least) - value_room;
    const float a_step = __frcp_rn(static_cast<float>(greatest - least) + 1.0f);
    const float a_unit = __frcp_rn(half_value(range.greatest) + value_room - least_half);

    // Which of the two maps spreads the sample better?
#pragma unroll
    for (uint32_t k = 0; k < kKeys; ++k) {
        const float by_bits = static_cast<float>(samples[k] - least) * a_step;
        const float by_value = (half_value(samples[k]) - least_half) * a_unit;
        atomicAdd(&shared.cells[0][min(kSpreadCells - 1, __float2uint_rz(by_bits * kSpreadCells))], 1u);
        atomicAdd(&shared.cells[1][min(kSpreadCells - 1, __float2uint_rz(by_value * kSpreadCells))], 1u);
    }
    __syncthreads();
    uint32_t sharing[2];  // ordered pairs of samples in one cell
#pragma unroll
    for (int map = 0; map < 2; ++map) {
        uint32_t own = 0;
#pragma unroll
        for (uint32_t k = 0; k < kSpreadCells / 32; ++k) {
            const uint32_t in_cell = shared.cells[map][k * 32 + own_lane()];
            own += in_cell * in_cell - in_cell;
        }
        sharing[map] = warp_total(own);
    }
    __syncthreads();

    Spread spread;
    spread.by_value = sharing[1] < sharing[0] - sharing[0] / 4;
    spread.least = least;
    spread.last = last;
    if (greatest - least > last) {
        spread.factor = __float2uint_rz((static_cast<float>(last) + 1.0f) * a_step * 4294967296.0f);
    }
    spread.least_half = least_half;
    spread.scale = (static_cast<float>(last) + 1.0f) * a_unit;
    if (unevenness != nullptr) {
        constexpr float kSamples = static_cast<float>(kThreads * kKeys);
        constexpr float kEven = kSamples * (kSamples - 1) / kSpreadCells;
        *unevenness = static_cast<float>(sharing[spread.by_value ? 1 : 0]) * (1 / kEven);
    }
    return spread;
}

}  // namespace sort
