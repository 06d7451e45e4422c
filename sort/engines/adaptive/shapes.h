// What the engine adaptive and its model agree on: its paths, and what one call leaves for the next. No CUDA
// here.
#pragma once
#include "sort/base/host_device.h"
#include "sort/engines/cooldown.h"
#include "sort/registry.h"

namespace sort::adaptive {

inline constexpr const char* kSentence =
    "repairs nearly sorted input, in windows or by moving few pairs, and verifies it; otherwise a full sort";

/// Report.path, and its names.
enum class Path : uint32_t { in_order, windows, movers, full_sort, migration };
inline constexpr const char* kPaths[] = {"in order", "windows", "movers", "full sort", "migration"};

/// Calls in a row that looked for movers and found none, after which windows are tried again.
constexpr uint32_t kQuietCalls = 8;

/// The most pairs that are moved one by one, in all, and of `count` pairs: as every block reads the whole list of them,
/// a longer one pays where pairs are more.
constexpr uint32_t kMostMovers = 1u << 15;
HOST_DEVICE constexpr uint32_t most_movers(uint32_t count) {
    constexpr uint32_t kFew = 4096;
    const uint32_t few = count / 32 < kFew ? count / 32 : kFew, many = count / 64;
    return many < few ? few : many < kMostMovers ? many : kMostMovers;
}

constexpr uint32_t kWidestHalo = ~0u;  // as wide as a window has room for

/// Returns the halo of a call: what the last one left, if there was one.
HOST_DEVICE inline uint32_t halo_of_call(uint32_t left, uint32_t most_halo) {
    return left == 0 ? most_halo / 2 : left < most_halo ? left : most_halo;
}

/// Returns the halo for the next call after a repair: a quarter more than the largest displacement found,
/// plus 32 places, but at least seven eighths of the halo that was used.
HOST_DEVICE inline uint32_t halo_after(uint32_t max_shift, uint32_t halo) {
    const uint32_t wider = max_shift + max_shift / 4 + 32, shrunk = halo - halo / 8;
    return wider > shrunk ? wider : shrunk;
}

}  // namespace sort::adaptive
