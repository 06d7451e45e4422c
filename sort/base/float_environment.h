// The floating-point environment that computing needs, whatever the caller's thread has.
//
// The same bits on every machine need round to nearest, subnormal numbers, and no traps. A thread can have another
// environment: any library built with -ffast-math flushes subnormals to zero in the thread that loads it, a program
// may round upwards or trap, and threads inherit all of that from the thread that starts them. So every public
// function that computes holds a FloatEnvironment while it runs, and ThreadArena (thread_arena.h) brings the same
// environment to the threads of TBB.
//
// Callbacks (StopCheck, ProgressCallback, StageObserver) run in this environment; what one changes in it holds until
// it returns. Sorts of the CPU compute with integers alone.
#pragma once
#include <cstdint>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <cfenv>
#endif

namespace sort {

/// Sets the floating-point environment of its thread while it lives: rounds to nearest, keeps subnormals,
/// masks all exceptions. The end restores the caller's environment, with its exception flags. The constructor
/// and the destructor are not inline, so that no compiler moves loads of numbers across them.
class FloatEnvironment {
public:
    FloatEnvironment();
    ~FloatEnvironment();
    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;

private:
#if defined(__x86_64__)
    uint32_t callers_;  // MXCSR; nothing here computes with the x87
#elif defined(__aarch64__)
    uint64_t callers_control_, callers_flags_;  // FPCR, FPSR
#else
    std::fenv_t callers_;
#endif
};

}  // namespace sort
