// A thousand simulated frames on the device, every sort of every frame compared on the host: in replayed
// graphs, and on a plain stream.
#include "sort/cuda/pinned_buffer.cuh"
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_frames_suite.h"

using namespace testing_worlds;

namespace {

struct PinnedMemory {
    using Words = sort::PinnedBuffer<uint32_t>;
    static void copy(uint32_t* to, const uint32_t* from, size_t count, sort::Stream stream) {
        sort::check(cudaMemcpyAsync(to, from, count * sizeof(uint32_t), cudaMemcpyDeviceToHost, stream));
    }
};

const bool registered = sort::add_engine(watched_engine<PinnedMemory>(sort::Backend::cuda));

using Frames = Cuda;

TEST_F(Frames, a_thousand_of_the_gas_are_sorted_like_std_stable_sort) {
    for (const sort::Engine* engine : engines_to_watch(sort::Backend::cuda)) {
        expect_sorted_frames(config_of("gas", 131072, sort::Backend::cuda), *engine, 1000);
    }
}

TEST_F(Frames, a_thousand_of_the_pile_are_sorted_like_std_stable_sort) {
    for (const sort::Engine* engine : engines_to_watch(sort::Backend::cuda)) {
        expect_sorted_frames(config_of("pile", 131072, sort::Backend::cuda), *engine, 1000);
    }
}

TEST_F(Frames, of_a_plain_stream_and_of_three_axes_are_too) {
    for (const sort::Engine* engine : engines_to_watch(sort::Backend::cuda)) {
        sim::WorldConfig config = config_of("gas", 20000, sort::Backend::cuda);
        config.traced = true;
        expect_sorted_frames(config, *engine, 200);
        config.traced = false;
        config.broad_phase = "endpoint";
        expect_sorted_frames(config, *engine, 200);
    }
}

}  // namespace
