// Counts that a caller gives, refused where they are out of range rather than cut to fit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace sort {

inline constexpr int kMostThreads = 1024;

/// Throws std::invalid_argument for fewer than 0 threads, which stands for all cores, or more than kMostThreads.
inline void require_threads(int threads) {
    if (threads >= 0 && threads <= kMostThreads) return;
    throw std::invalid_argument("threads: " + std::to_string(threads) + " is not within 0 to " +
                                std::to_string(kMostThreads));
}

/// Returns `count` as 32 bits. Throws OverLimit, which names `what`, when it is above `most`.
inline uint32_t require_at_most(uint32_t most, size_t count, const char* what) {
    if (count <= most) return static_cast<uint32_t>(count);
    throw OverLimit(std::string(what) + ": requested " + grouped(count) + ", the limit is " + grouped(most));
}

}  // namespace sort
