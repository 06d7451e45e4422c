// Counts on the device, on the GPU.
#include "tests/gpu/device_memory.h"
#include "tests/sort/sort_live_count_suite.h"

namespace live_count {

std::string skip_reason() { return suite::no_device_reason(); }
std::vector<uint32_t> capacities() { return {5000, 70001, (1u << 20) + 3, 3000001}; }

}  // namespace live_count
