// PairSorter on the device: the default engine, and some of the published ones.
#include "tests/sort/pair_sorter_cuda_suite.h"

namespace pair_sorter {

std::vector<const char*> engine_names() { return {"adaptive", "bucketsort", "reghist", "cub-radix"}; }
uint32_t most_pairs() { return 3000001; }

TEST_F(PairSorter, on_cpu_refuses_device_memory) {
    sort::PairSorter sorter(100, {.engine = "cpu-adaptive"});
    const sort::Array device(sort::Backend::cuda, 400);
    Arrays<uint32_t> arrays(sorter.engine(), odd_keys<uint32_t>(100, 1));
    expect_refused(arrays, "values: device memory",
                   [&] { sorter.sort_pairs(arrays.keys.as<uint32_t>(), device.as<uint32_t>(), 100); });
    expect_refused(arrays, "keys: device memory", [&] { sorter.sort_keys(device.as<uint32_t>(), 100); });
}

TEST_F(PairSorter, is_captured_in_every_mode) {
    sort::PairSorter sorter(3000);
    Arrays<uint32_t> arrays(sorter.engine(), odd_keys<uint32_t>(3000, 8));
    for (const auto mode :
         {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
        cudaGraph_t graph = nullptr;
        sort::check(cudaStreamBeginCapture(stream(), mode));
        sorter.sort_pairs(arrays.keys.as<uint32_t>(), arrays.values.as<uint32_t>(), 3000, stream());
        sort::check(cudaStreamEndCapture(stream(), &graph));
        sort::check(cudaGraphDestroy(graph));
    }
}

}  // namespace pair_sorter
