// The wall clock of the window: how long a frame or a copy took, since when a message stands. Never for stages.
#pragma once
#include <chrono>

namespace app {

inline double now_s() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace app
