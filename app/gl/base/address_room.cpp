#include "app/gl/base/address_room.h"

#include <malloc.h>

#include <algorithm>
#include <string>
#include <thread>

#include "sort/base/errors.h"
#include "sort/base/host_memory.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

// Measured with Mesa 22.3 on two cores: 530 MB for a picture of 64x48, 38 bytes more per pixel.
constexpr uint64_t kDriverBytes = uint64_t{400} << 20, kThreadBytes = uint64_t{150} << 20, kPixelBytes = 48;
constexpr uint64_t kReadBytes = 8;  // of a pixel that is read back and written to a file
constexpr unsigned kMostThreads = 16;

}  // namespace

uint64_t gl_address_bytes(int width, int height, unsigned threads) {
    return kDriverBytes + kThreadBytes * std::min(threads, kMostThreads) +
           kPixelBytes * uint64_t(width) * uint64_t(height);
}

void require_address_room(int width, int height) {
    const sort::MemorySource process = sort::MemorySource::of_this_process();
    const uint64_t all = process.address_bytes, left = sort::host_memory(process).addresses;
    const uint64_t needed = gl_address_bytes(width, height, std::thread::hardware_concurrency());
    if (left >= needed) return;
    throw sort::OverLimit("OpenGL may need " + sort::human_bytes(double(needed)) +
                          " of addresses for pictures of this size; " + sort::human_bytes(double(left)) +
                          " are left of the limit of " + sort::human_bytes(double(all)) + " (ulimit -v)");
}

void require_picture_memory(int width, int height, bool software) {
    const uint64_t pixels = uint64_t(width) * uint64_t(height);
    sort::require_host_memory(
        "a picture of " + std::to_string(width) + "x" + std::to_string(height) + " needs",
        pixels * (software ? kPixelBytes : kReadBytes));
}

void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);  // its most
#endif
}

}  // namespace app
