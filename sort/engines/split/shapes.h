// What the engine split-sort and its model both go by.
#pragma once
#include "sort/base/table_scan.h"
#include "sort/registry.h"

namespace sort::split {

inline constexpr const char* kSentence =
    "1 bit per pass: flags, one prefix sum over all of them, scatter; the first sort of CUDPP";
inline constexpr const char* kPaper =
    "M. Harris, S. Sengupta, J. D. Owens: Parallel prefix sum (scan) with CUDA. GPU Gems 3, chapter 39, 2007";

constexpr int kDigitBits = 1;
constexpr uint32_t kMostPairs = 1u << 30;

/// Returns the words of the scanned array: a flag per pair, and a word behind the last one, whose sum is the number of
/// zeros.
inline uint32_t flag_words(uint32_t count) {
    return static_cast<uint32_t>(table_scan::padded(uint64_t{count} + 1));
}
inline uint64_t flags_bytes(uint32_t count) { return uint64_t{4} * count + uint64_t{4} * flag_words(count); }
inline uint64_t scatter_bytes(uint32_t count, bool has_values) {
    return uint64_t{has_values ? 20u : 12u} * count;
}

}  // namespace sort::split
