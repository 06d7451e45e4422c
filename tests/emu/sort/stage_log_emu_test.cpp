// Kernels against models, array by array or by results, the kernels emulated on the CPU.
#include "tests/sort/model_results_suite.h"
#include "tests/sort/stage_log_suite.h"

namespace suite {

std::string skip_reason() { return ""; }
uint32_t stage_log_thinning() { return 17; }

}  // namespace suite
