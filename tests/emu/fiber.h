// A thread of a kernel as a fiber: a stack of its own, and the switches to it and back to the host. They are
// in line: the processor foresees no return that follows a switch, so each call around one costs.
#pragma once
#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace emu {

class Fiber {
public:
#if defined(__SANITIZE_ADDRESS__)
    static constexpr size_t kStackBytes = 256 * 1024;
#else
    static constexpr size_t kStackBytes = 64 * 1024;
#endif

    Fiber() = default;
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// The next resume() calls `body`, the same for all, on an empty stack, mapped the first time; the stack
    /// is never given back (it may hold a kernel that was given up).
    void begin(void (*body)());

    /// By the host: runs the fiber until it pauses or its body returns.
    [[gnu::always_inline]] void resume() {
        running_ = this;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(&host_fake_stack_, stack_, kStackBytes);
#endif
        at_ = boost::context::detail::jump_fcontext(at_, nullptr).fctx;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(host_fake_stack_, nullptr, nullptr);
#endif
    }

    /// By the body that runs: back to the host.
    [[gnu::always_inline]] static void pause() { to_host(false); }

    /// What a kernel that was given up has left on the stack no longer bothers the address sanitizer.
    void give_up();

private:
    using Context = boost::context::detail::fcontext_t;
    static void enter(boost::context::detail::transfer_t from);

    [[gnu::always_inline]] static void to_host([[maybe_unused]] bool for_ever) {
#if defined(__SANITIZE_ADDRESS__)
        Fiber* const own = running_;
        __sanitizer_start_switch_fiber(for_ever ? nullptr : &own->fake_stack_, host_stack_, host_bytes_);
#endif
        host_ = boost::context::detail::jump_fcontext(host_, nullptr).fctx;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(own->fake_stack_, &host_stack_, &host_bytes_);
#endif
    }

    Context at_ = nullptr;
    char* stack_ = nullptr;
    void* fake_stack_ = nullptr;
    uint32_t unused_bytes_ = 0;  // at the stack's top

    static inline void (*body_)() = nullptr;
    static inline Fiber* running_ = nullptr;
    static inline Context host_ = nullptr;
    static inline void* host_fake_stack_ = nullptr;
    static inline const void* host_stack_ = nullptr;
    static inline size_t host_bytes_ = 0;
};

}  // namespace emu
