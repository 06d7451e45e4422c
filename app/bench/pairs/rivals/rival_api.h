// What `bench pairs --rival` finds in a module beside the executable: one other library's way from boxes to
// the list of their pairs. A module a library, opened only when it is asked for: the program needs neither
// the library nor its packages.
#pragma once
#include <cstdint>

namespace app {

inline constexpr int kRivalVersion = 1;
inline constexpr const char* kRivalSymbol = "sweeplab_rival";

struct RivalApi {
    int version;
    const char* what;  // library, version and function

    /// Finds all pairs of closed boxes, six floats each: min x y z, max x y z. Returns the ms from these
    /// floats to the library's list; then, not timed, gives the list to `take`: two indices a pair, in any
    /// order.
    double (*find)(const float* boxes, uint32_t count,
                   void (*take)(void* to, const uint32_t* pairs, uint64_t count), void* to);
};

using RivalFunction = const RivalApi* (*)();

}  // namespace app
