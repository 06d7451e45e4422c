// The number of pairs of a sort whose caller knows only the most it can be (Options::live_count). Kernels for such
// calls are compiled apart: the others keep the number among their arguments and have no register for it.
#pragma once
#include <cstdint>

namespace sort {

/// Returns how many pairs a kernel sorts: `most`, or with kLive the number in *live, at most that many.
template <bool kLive>
__device__ uint32_t live_pairs(uint32_t most, [[maybe_unused]] const uint32_t* live) {
    if constexpr (kLive) {
        return min(most, *live);
    } else {
        return most;
    }
}

}  // namespace sort
