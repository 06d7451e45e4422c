// Memory of a world on the CPU backend.
#include "app/observe/on_cpu.h"

namespace app {

static constexpr uint64_t kPiece = 1 << 20;  // bytes that are too few for another thread

void set_bytes(sim::CpuExec& exec, void* out, int byte, size_t bytes) {
    exec.parallel_ranges(bytes, kPiece, [=](uint64_t begin, uint64_t end) {
        std::memset(static_cast<char*>(out) + begin, byte, end - begin);
    });
}

void copy_bytes(sim::CpuExec& exec, void* out, const void* from, size_t bytes) {
    exec.parallel_ranges(bytes, kPiece, [=](uint64_t begin, uint64_t end) {
        std::memcpy(static_cast<char*>(out) + begin, static_cast<const char*>(from) + begin, end - begin);
    });
}

void upload_bytes(sim::CpuExec& exec, void* out, const void* from, size_t bytes) {
    copy_bytes(exec, out, from, bytes);
}

}  // namespace app
