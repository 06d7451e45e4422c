// A thread of a kernel as a fiber: a stack of its own, and the switch from one to another. It is in line: the
// processor foresees no return that follows a switch, so each call around one costs.
#pragma once
#if !defined(__x86_64__) || defined(EMU_BOOST_CONTEXT)
#define EMU_BOOST_CONTEXT
#include <boost/context/detail/fcontext.hpp>
#endif

#include <cstddef>
#include <cstdint>

#ifdef SWEEPLAB_SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

namespace emu {

class Fiber {
public:
#ifdef SWEEPLAB_SANITIZED
    static constexpr size_t kStackBytes = 256 * 1024;
#else
    static constexpr size_t kStackBytes = 64 * 1024;
#endif

    Fiber() = default;
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// The next switch to it calls `body`, the same for all, which never returns, on an empty stack, mapped
    /// the first time; the stack is never given back (it may hold a kernel that was given up).
    void begin(void (*body)());

    /// Returns the fiber of the program's own stack, which runs the others.
    static Fiber& host() { return host_; }

    /// Switches from `from`, which runs, to `to`, which goes on where it was. Returns once another fiber
    /// switches back; with `for_ever` none does.
    [[gnu::always_inline]] static void go(Fiber& from, Fiber& to, [[maybe_unused]] bool for_ever = false) {
#ifdef SWEEPLAB_SANITIZED
        before_ = &from;
        __sanitizer_start_switch_fiber(for_ever ? nullptr : &from.fake_stack_, to.bottom_, to.bytes_);
#endif
        jump(from, to);
#ifdef SWEEPLAB_SANITIZED
        arrive(from);
#endif
    }

    /// Clears the stack of a kernel that was given up for the address sanitizer.
    void give_up();

private:
#if defined(EMU_BOOST_CONTEXT)
    using Place = boost::context::detail::fcontext_t;
    static void enter(boost::context::detail::transfer_t from);

    [[gnu::always_inline]] static void jump(Fiber& from, Fiber& to) {
        const auto before = boost::context::detail::jump_fcontext(to.place_, &from);
        static_cast<Fiber*>(before.data)->place_ = before.fctx;
    }
#else
    using Place = void*;  // the stack's pointer; on the stack, where to go on and the frame's pointer
    static void enter();

    /// Beside these two the compiler keeps on the stack what it still needs, as around a call. Below the
    /// stack's pointer may be 128 bytes in use.
    [[gnu::always_inline]] static void jump(Fiber& from, Fiber& to) {
        Place* save = &from.place_;
        Place next = to.place_;
        asm volatile(
            "leaq -128(%%rsp), %%rsp\n\t"
            "pushq %%rbp\n\t"
            "leaq 1f(%%rip), %%rax\n\t"
            "pushq %%rax\n\t"
            "movq %%rsp, (%%rdi)\n\t"
            "movq %%rsi, %%rsp\n\t"
            "popq %%rax\n\t"
            "jmpq *%%rax\n"
            "1:\n\t"
            "popq %%rbp\n\t"
            "leaq 128(%%rsp), %%rsp"
            : "+D"(save), "+S"(next)
            :
            : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
              "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
              "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
    }
#endif

    Place place_ = nullptr;
    char* bottom_ = nullptr;     // of the stack
    size_t bytes_ = 0;           // down from its top
    uint32_t unused_bytes_ = 0;  // at the stack's top
#ifdef SWEEPLAB_SANITIZED
    static void arrive(Fiber& at);
    void* fake_stack_ = nullptr;
    static inline Fiber* before_ = nullptr;
#endif

    static inline void (*body_)() = nullptr;
    static Fiber host_;
};

inline Fiber Fiber::host_;

}  // namespace emu
