// Kernels against models, array by array, on the GPU: all of which sort_stage_log_test has a part.
#include "tests/gpu/device_memory.h"
#include "tests/sort/stage_log_suite.h"

namespace suite {

std::string skip_reason() { return no_device_reason(); }
uint32_t stage_log_thinning() { return 1; }

}  // namespace suite
