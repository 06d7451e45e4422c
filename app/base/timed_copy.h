// One piece of handing a frame over from the backend to OpenGL, on the wall clock.
#pragma once
#include <cstdint>

namespace app {

struct TimedCopy {
    const char* name;  // a literal
    double start_s, end_s;
    uint64_t bytes;  // 0: none are moved, as by mapping
};

}  // namespace app
