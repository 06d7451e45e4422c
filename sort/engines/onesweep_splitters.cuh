// Buckets for keys that no linear map spreads: the quantiles of a sorted sample split them.
//
// A key's bucket is the number of splitters at or below it, found by halving. A key that is so frequent that
// it is two quantiles or more gets a bucket of its own: where splitters repeat, all but the first are one
// greater. Such a bucket may hold any number of pairs, since it needs no order. Example, four buckets, sample
// 2 5 5 5 5 5 7 9: quantiles 5 5 7 become 5 6 7, and keys 3, 5, 6, 8 go to buckets 0, 1, 2, 3; bucket 1 holds
// fives alone.
#pragma once
#include "sort/digits.h"

namespace sort {

/// The bucket of a key, 0 to 2^kBits - 1. `splitters`: 2^kBits words of shared memory, the first is not used.
template <int kBits>
struct SplitterDigit {
    const uint32_t* splitters;
    KeyBits bits;

    __device__ uint32_t operator()(uint32_t key) const {
        key = bits(key);
        uint32_t bucket = 0;
#pragma unroll
        for (uint32_t step = 1u << (kBits - 1); step > 0; step /= 2) {
            if (splitters[bucket + step] <= key) bucket += step;
        }
        return bucket;
    }
};

/// Does this bucket hold one key only, whatever is sorted?
template <int kBits>
__device__ inline bool one_key(const uint32_t* splitters, uint32_t bucket) {
    if (bucket == 0 || bucket + 1 == 1u << kBits) return false;
    return splitters[bucket + 1] - splitters[bucket] == 1;
}

}  // namespace sort
