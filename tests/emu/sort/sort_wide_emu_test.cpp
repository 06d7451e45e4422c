// Keys of 64 bits, with the kernels emulated.
#include "tests/sort/sort_wide_suite.h"

namespace wide_suite {

std::string skip_reason() { return ""; }
std::vector<uint32_t> counts() { return {700, 5000, 40001}; }
uint32_t patterns() {
#ifdef SWEEPLAB_SANITIZED
    return 40;
#else
    return 300;
#endif
}

}  // namespace wide_suite
