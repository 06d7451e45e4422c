// Kernels against models, array by array, on the GPU: more than in sort_stage_log_test.
#include "tests/gpu/device_memory.h"
#include "tests/sort/stage_log_suite.h"

namespace suite {

std::string skip_reason() { return no_device_reason(); }
uint32_t stage_log_thinning() { return 1; }

}  // namespace suite
