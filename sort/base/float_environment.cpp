// Reads and writes the control registers: a few cycles where nothing differs.
#include "sort/base/float_environment.h"

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace sort {

#if defined(__x86_64__)

static constexpr uint32_t kFlags = 0x3f, kDefault = 0x1f80;  // all exceptions masked

FloatEnvironment::FloatEnvironment() : callers_(_mm_getcsr()) {
    if ((callers_ & ~kFlags) != kDefault) _mm_setcsr(kDefault);
}

FloatEnvironment::~FloatEnvironment() {
    if (_mm_getcsr() != callers_) _mm_setcsr(callers_);
}

#elif defined(__aarch64__)

static uint64_t control() {
    uint64_t value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
}
static uint64_t flags() {
    uint64_t value;
    asm volatile("mrs %0, fpsr" : "=r"(value));
    return value;
}
static void set_control(uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
static void set_flags(uint64_t value) { asm volatile("msr fpsr, %0" : : "r"(value)); }

FloatEnvironment::FloatEnvironment() : callers_control_(control()), callers_flags_(flags()) {
    if (callers_control_ != 0) set_control(0);
}

FloatEnvironment::~FloatEnvironment() {
    if (flags() != callers_flags_) set_flags(callers_flags_);
    if (control() != callers_control_) set_control(callers_control_);
}

#else

FloatEnvironment::FloatEnvironment() {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
}

FloatEnvironment::~FloatEnvironment() { std::fesetenv(&callers_); }

#endif

}  // namespace sort
