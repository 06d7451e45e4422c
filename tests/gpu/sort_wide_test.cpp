// Keys of 64 bits on the GPU.
#include "tests/gpu/device_memory.h"
#include "tests/sort/sort_wide_suite.h"

namespace wide_suite {

std::string skip_reason() { return suite::no_device_reason(); }
std::vector<uint32_t> counts() { return {700, 70001, (1u << 20) + 3, 3000001}; }
uint32_t patterns() { return 10000; }

}  // namespace wide_suite
