// PairSorter on a CUDA engine, its kernels emulated.
#include "tests/sort/pair_sorter_cuda_suite.h"
#include "tests/sort/pair_sorter_forms_suite.h"

namespace pair_sorter {

std::vector<const char*> engine_names() { return {"adaptive"}; }
uint32_t most_pairs() { return 5003; }
int form_count() { return 5; }

}  // namespace pair_sorter
