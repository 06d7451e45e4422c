#include "app/gl/base/address_room.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

// Measured with Mesa 22.3 on two cores: 530 MB for a picture of 64x48, 38 bytes more per pixel.
constexpr uint64_t kDriverBytes = uint64_t{400} << 20, kThreadBytes = uint64_t{150} << 20, kPixelBytes = 48;
constexpr unsigned kMostThreads = 16;

/// Of this process.
uint64_t mapped_bytes() {
    std::ifstream file("/proc/self/statm");
    uint64_t pages = 0;
    file >> pages;
    return pages * uint64_t(sysconf(_SC_PAGESIZE));
}

}  // namespace

uint64_t gl_address_bytes(int width, int height, unsigned threads) {
    return kDriverBytes + kThreadBytes * std::min(threads, kMostThreads) +
           kPixelBytes * uint64_t(width) * uint64_t(height);
}

void require_address_room(int width, int height) {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    const uint64_t mapped = mapped_bytes(), all = limit.rlim_cur, left = all > mapped ? all - mapped : 0;
    const uint64_t needed = gl_address_bytes(width, height, std::thread::hardware_concurrency());
    if (left >= needed) return;
    throw sort::OverLimit("OpenGL may need " + sort::human_bytes(double(needed)) +
                          " of addresses for pictures of this size; " + sort::human_bytes(double(left)) +
                          " are left of the limit of " + sort::human_bytes(double(all)) + " (ulimit -v)");
}

}  // namespace app
