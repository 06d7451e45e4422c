// Stacks are mapped lazily, so that thousands cost little; the page below each of the first is closed: a kernel
// that needs more ends the program there instead of writing over its neighbour. Of all stacks of a large device that
// would be more mappings than Linux gives a program.
#include "tests/emu/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef SWEEPLAB_SANITIZED
#include <sanitizer/asan_interface.h>

// With fake stacks fibers take 30 times as long.
extern "C" const char* __asan_default_options() { return "detect_stack_use_after_return=0"; }
#endif

namespace emu {
namespace {

constexpr size_t kClosedBytes = 4096;
constexpr uint32_t kMostClosed = 16384;  // mappings: two for each; there are 65,530
constexpr size_t kApartBytes = 128;      // the stacks' tops lie in different sets of the first cache

char* mapped_stack(bool closed) {
    void* whole = mmap(nullptr, kClosedBytes + Fiber::kStackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (whole == MAP_FAILED) throw std::bad_alloc();
    if (closed && mprotect(whole, kClosedBytes, PROT_NONE) != 0) throw std::bad_alloc();
    return static_cast<char*>(whole) + kClosedBytes;
}

}  // namespace

void Fiber::begin(void (*body)()) {
    if (bottom_ == nullptr) {
        static uint32_t stacks = 0;
        bottom_ = mapped_stack(stacks < kMostClosed);
        bytes_ = kStackBytes;
        unused_bytes_ = kApartBytes * (stacks++ % 32);
    }
    body_ = body;
    char* const top = bottom_ + kStackBytes - unused_bytes_;
#if defined(EMU_BOOST_CONTEXT)
    place_ = boost::context::detail::make_fcontext(top, kStackBytes - unused_bytes_, enter);
#else
    // As after a call: the return address, here none, lies 8 bytes below a multiple of 16.
    auto* const words = reinterpret_cast<void**>(top) - 2;
    words[0] = reinterpret_cast<void*>(&enter);
    words[1] = nullptr;
    place_ = words;
#endif
}

void Fiber::give_up() {
#ifdef SWEEPLAB_SANITIZED
    if (bottom_) ASAN_UNPOISON_MEMORY_REGION(bottom_, kStackBytes);
#endif
}

#ifdef SWEEPLAB_SANITIZED
/// Where the host's stack is shows when it is left.
void Fiber::arrive(Fiber& at) {
    const void* bottom = nullptr;
    size_t bytes = 0;
    __sanitizer_finish_switch_fiber(at.fake_stack_, &bottom, &bytes);
    if (before_ != &host_) return;
    host_.bottom_ = static_cast<char*>(const_cast<void*>(bottom));
    host_.bytes_ = bytes;
}
#endif

#if defined(EMU_BOOST_CONTEXT)
void Fiber::enter(boost::context::detail::transfer_t from) {
    static_cast<Fiber*>(from.data)->place_ = from.fctx;
#else
void Fiber::enter() {
#endif
#ifdef SWEEPLAB_SANITIZED
    Fiber fresh;  // has no fake stack yet
    arrive(fresh);
#endif
    body_();
    std::abort();  // a thread that left is never resumed
}

}  // namespace emu
