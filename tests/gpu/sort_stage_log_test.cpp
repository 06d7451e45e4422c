// Kernels against models, array by array or by results, on the GPU; sort_stage_log_slow_test compares more.
#include "tests/gpu/device_memory.h"
#include "tests/sort/model_results_suite.h"
#include "tests/sort/stage_log_suite.h"

namespace suite {

std::string skip_reason() { return no_device_reason(); }
uint32_t stage_log_thinning() { return 5; }

}  // namespace suite
