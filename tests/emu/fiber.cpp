// Stacks are mapped lazily, so that thousands cost little; the page below each is closed: a kernel that needs
// more ends the program there instead of writing over its neighbour.
#include "tests/emu/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace emu {
namespace {

constexpr size_t kClosedBytes = 4096;
constexpr size_t kApartBytes = 128;  // the stacks' tops lie in different sets of the first cache

char* mapped_stack() {
    void* whole = mmap(nullptr, kClosedBytes + Fiber::kStackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (whole == MAP_FAILED || mprotect(whole, kClosedBytes, PROT_NONE) != 0) throw std::bad_alloc();
    return static_cast<char*>(whole) + kClosedBytes;
}

}  // namespace

void Fiber::begin(void (*body)()) {
    if (stack_ == nullptr) {
        static uint32_t stacks = 0;
        stack_ = mapped_stack();
        unused_bytes_ = kApartBytes * (stacks++ % 32);
    }
    body_ = body;
    const size_t bytes = kStackBytes - unused_bytes_;
    at_ = boost::context::detail::make_fcontext(stack_ + bytes, bytes, enter);
}

void Fiber::give_up() {
#if defined(__SANITIZE_ADDRESS__)
    if (stack_) ASAN_UNPOISON_MEMORY_REGION(stack_, kStackBytes);
#endif
}

void Fiber::enter(boost::context::detail::transfer_t from) {
    host_ = from.fctx;
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &host_stack_, &host_bytes_);
#endif
    body_();
    to_host(true);
    std::abort();  // a thread that left is never resumed
}

}  // namespace emu
