// PairSorter on the device: the default engine, and some of the published ones.
#include <atomic>
#include <thread>

#include "tests/sort/pair_sorter_cuda_suite.h"
#include "tests/sort/pair_sorter_forms_suite.h"

namespace pair_sorter {

std::vector<const char*> engine_names() { return {"adaptive", "bucketsort", "reghist", "cub-radix"}; }
uint32_t most_pairs() { return 3000001; }
int form_count() { return 4; }

TEST_F(PairSorter, on_cpu_refuses_device_memory) {
    sort::PairSorter sorter(100, {.engine = "cpu-adaptive"});
    const sort::Array device(sort::Backend::cuda, 400);
    Arrays<uint32_t> arrays(sorter.engine(), odd_keys<uint32_t>(100, 1));
    expect_refused(arrays, "values: device memory",
                   [&] { sorter.sort_pairs(arrays.keys.as<uint32_t>(), device.as<uint32_t>(), 100); });
    expect_refused(arrays, "keys: device memory", [&] { sorter.sort_keys(device.as<uint32_t>(), 100); });
}

/// Sorts by a graph that was captured in this mode; right?
void expect_captured_right(sort::PairSorter& sorter, uint32_t count, cudaStreamCaptureMode mode) {
    const auto keys = odd_keys<uint32_t>(count, count);
    Arrays<uint32_t> arrays(sorter.engine(), keys);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    sort::check(cudaStreamBeginCapture(stream(), mode));
    sorter.sort_pairs(arrays.keys.as<uint32_t>(), arrays.values.as<uint32_t>(), count, stream());
    sort::check(cudaStreamEndCapture(stream(), &graph));
    sort::check(cudaGraphInstantiate(&ready, graph, 0));
    sort::check(cudaGraphDestroy(graph));
    sort::check(cudaGraphLaunch(ready, stream()));
    sort::check(cudaStreamSynchronize(stream()));
    sort::check(cudaGraphExecDestroy(ready));
    if (sorter.engine().stable) {
        EXPECT_EQ(arrays.values_now(), reference_order(keys, 0, 32));
    }
    const auto sorted = arrays.keys_now();
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
}

constexpr cudaStreamCaptureMode kModes[] = {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                                            cudaStreamCaptureModeRelaxed};

TEST_F(PairSorter, is_captured_in_every_mode) {
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cuda || !engine.capturable) continue;
        if (!sort::refusal_of(engine, 0).empty()) continue;
        for (const uint32_t count : {500u * 128, 501u * 128, 502u * 128}) {
            sort::PairSorter sorter(count, {.engine = engine.name});
            for (const auto mode : kModes) {
                SCOPED_TRACE(std::string(engine.name) + ", n = " + std::to_string(count) + ", mode " +
                             std::to_string(mode));
                expect_captured_right(sorter, count, mode);
            }
        }
    }
}

/// Another thread waits for the device, allocates and asks events, as libraries beside us do.
TEST_F(PairSorter, is_captured_while_another_thread_waits_for_the_device) {
    sort::PairSorter sorter(64000);
    std::atomic<bool> ends = false;
    std::thread other([&] {
        const sort::OwnedStream own;
        const sort::OwnedEvent event;
        while (!ends) {
            void* memory = nullptr;
            sort::check(cudaMalloc(&memory, 1 << 20));
            sort::check(cudaMemsetAsync(memory, 0, 1 << 20, own.get()));
            sort::check(cudaEventRecord(event.get(), own.get()));
            sort::check(cudaEventSynchronize(event.get()));
            sort::check(cudaStreamSynchronize(own.get()));
            sort::check(cudaFree(memory));
        }
    });
    for (int turn = 0; turn < 20; ++turn)
        expect_captured_right(sorter, 64000, cudaStreamCaptureModeThreadLocal);
    for (int turn = 0; turn < 20; ++turn) expect_captured_right(sorter, 64000, cudaStreamCaptureModeRelaxed);
    ends = true;
    other.join();
}

/// Runs `work` while `device` is current, and makes the first current again.
template <class Work>
void on_device(int device, Work work) {
    sort::check(cudaSetDevice(device));
    work();
    sort::check(cudaSetDevice(0));
}

TEST_F(PairSorter, works_on_the_device_that_it_was_made_on) {
    int devices = 0;
    sort::check(cudaGetDeviceCount(&devices));
    if (devices < 2) GTEST_SKIP() << "skipped: one CUDA device alone";
    for (const char* name : engine_names()) {
        SCOPED_TRACE(name);
        std::unique_ptr<sort::PairSorter> sorter;
        std::unique_ptr<Arrays<float>> arrays;
        std::unique_ptr<sort::OwnedStream> own;
        const auto keys = odd_keys<float>(70000, 5);
        on_device(1, [&] {
            sorter = std::make_unique<sort::PairSorter>(
                70000, sort::PairSorterConfig{.engine = name, .keys = sort::KeyType::f32});
            arrays = std::make_unique<Arrays<float>>(sorter->engine(), keys);
            own = std::make_unique<sort::OwnedStream>();
        });
        sorter->sort_pairs(arrays->keys.as<float>(), arrays->values.as<uint32_t>(), 70000, own->get());
        sort::check(cudaStreamSynchronize(own->get()));
        int current = -1;
        sort::check(cudaGetDevice(&current));
        EXPECT_EQ(current, 0) << "the caller's device";
        EXPECT_EQ(arrays->values_now(), reference_order(keys, 0, 32));
        Arrays<float> here(sorter->engine(), keys);
        expect_refused(here, "memory of CUDA device 0", [&] {
            sorter->sort_pairs(here.keys.as<float>(), here.values.as<uint32_t>(), 70000, own->get());
        });
    }
}

}  // namespace pair_sorter
