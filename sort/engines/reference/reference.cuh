// What the reference sorts on CUDA share: a comparison of some bits, a copy back, and the bytes that CUB's two
// sorts move, for the tables that ask for bytes a second. CUB is not watched from inside: these are what its
// algorithms read and write, with nothing for sums, splitters and tickets.
#pragma once
#include <cstdint>
#include <string>

#include "sort/base/digits.h"
#include "sort/cuda/check.cuh"
#include "sort/stage.h"

namespace sort::reference {

/// Returns "CUB 3.0.1", of a version as CUB_VERSION and THRUST_VERSION have it.
inline std::string library_text(const char* name, int version) {
    return std::string(name) + ' ' + std::to_string(version / 100000) + '.' +
           std::to_string(version / 100 % 1000) + '.' + std::to_string(version % 100);
}

struct LessBits {
    KeyBits bits;

    __device__ bool operator()(uint32_t a, uint32_t b) const { return bits(a) < bits(b); }
};

constexpr int kRadixBits = 8;                   // a pass of CUB's one-sweep radix sort
constexpr uint32_t kMergeTilePairs = 256 * 17;  // CUB's choice for 4-byte keys

/// Returns the bytes of all pairs, read and written once.
inline uint64_t moved_bytes(Pairs pairs) { return uint64_t{pairs.values ? 16u : 8u} * pairs.count; }

/// Returns the bytes that a radix sort moves. The keys are read once for the histograms of all passes.
inline uint64_t radix_bytes(Pairs pairs, uint32_t passes) {
    return uint64_t{4} * pairs.count + passes * moved_bytes(pairs);
}

/// Queues a copy from the buffer where the library left its result to the caller's.
inline void queue_copy(Pairs from, Pairs to, cudaStream_t stream) {
    const size_t bytes = size_t{to.count} * sizeof(uint32_t);
    check(cudaMemcpyAsync(to.keys, from.keys, bytes, cudaMemcpyDeviceToDevice, stream));
    if (to.values) check(cudaMemcpyAsync(to.values, from.values, bytes, cudaMemcpyDeviceToDevice, stream));
}

/// Tiles are sorted in a block, then merged two by two.
inline uint64_t merge_bytes(Pairs pairs) {
    uint32_t levels = 1;
    for (uint64_t run = kMergeTilePairs; run < pairs.count; run *= 2) ++levels;
    return levels * moved_bytes(pairs);
}

}  // namespace sort::reference
