// Capture and graphs of the emulation: what a capture keeps, when it runs, what breaks it.
#include "sort/cuda/check.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/if_node.cuh"
#include "sort/cuda/owned.cuh"
#include "tests/emu/emu_cases.h"
#include "tests/emu/profile.h"

namespace {

using sort::DeviceBuffer;
using sort::OwnedGraphExec;
using sort::OwnedStream;

static __global__ void add_kernel(unsigned* word, unsigned amount) { atomicAdd(word, amount); }

void queue_add(cudaStream_t stream, unsigned* word, unsigned amount) {
    emu::launcher("add", emu::Site::current(), add_kernel, 1, 2, 0, stream)(word, amount);
}

TEST(EmulatedGraph, runs_when_it_is_launched_with_the_arguments_of_its_capture) {
    const OwnedStream stream;
    const DeviceBuffer<unsigned> words(2);
    words.data()[0] = words.data()[1] = 0;
    unsigned amount = 5;
    const OwnedGraphExec graph(stream.get(), [&] {
        queue_add(stream.get(), words.data(), amount);
        sort::check(cudaMemcpyAsync(words.data() + 1, words.data(), sizeof(unsigned),
                                    cudaMemcpyDeviceToDevice, stream.get()));
        sort::check(cudaMemsetAsync(words.data(), 0, sizeof(unsigned), stream.get()));
    });
    amount = 7;
    EXPECT_EQ(words.data()[1], 0u);
    for (int turn = 0; turn < 3; ++turn) {
        sort::check(cudaGraphLaunch(graph.get(), stream.get()));
        EXPECT_EQ(words.data()[0], 0u);
        EXPECT_EQ(words.data()[1], 10u);
        words.data()[0] = 0;
    }
}

TEST(EmulatedGraph, says_whether_a_stream_is_captured) {
    const OwnedStream stream, other;
    EXPECT_FALSE(sort::being_captured(stream.get()));
    const OwnedGraphExec graph(stream.get(), [&] {
        EXPECT_TRUE(sort::being_captured(stream.get()));
        EXPECT_FALSE(sort::being_captured(other.get()));
        EXPECT_NE(sort::capture_point(stream.get()).graph, nullptr);
    });
    EXPECT_FALSE(sort::being_captured(stream.get()));
    EXPECT_EQ(sort::capture_point(stream.get()).graph, nullptr);
}

TEST(EmulatedGraph, is_broken_by_what_waits_and_allocates) {
    const OwnedStream stream;
    const auto refused = [&](auto call) {
        return [&, call] {
            EXPECT_EQ(call(), cudaErrorStreamCaptureUnsupported);
            EXPECT_FALSE(sort::being_captured(stream.get()));
        };
    };
    unsigned* memory = nullptr;
    const sort::OwnedEvent event;
    const auto breaks = [&](auto call) {
        EXPECT_THROW(OwnedGraphExec(stream.get(), refused(call)), sort::Unavailable);
        EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
    };
    breaks([&] { return cudaStreamSynchronize(stream.get()); });
    breaks([&] { return cudaDeviceSynchronize(); });
    breaks([&] { return cudaMalloc(&memory, 4); });
    breaks([&] { return cudaEventRecord(event.get(), stream.get()); });
    EXPECT_EQ(memory, nullptr);
    EXPECT_NO_THROW(OwnedGraphExec(stream.get(), [] {}));
}

TEST(EmulatedGraph, records_external_events_each_time) {
    const OwnedStream stream;
    const sort::OwnedEvent begin, end;
    const OwnedGraphExec graph(stream.get(), [&] {
        sort::check(cudaEventRecordWithFlags(begin.get(), stream.get(), cudaEventRecordExternal));
        sort::check(cudaEventRecordWithFlags(end.get(), stream.get(), cudaEventRecordExternal));
    });
    float ms = -1;
    EXPECT_EQ(cudaEventElapsedTime(&ms, begin.get(), end.get()), cudaErrorInvalidResourceHandle);
    sort::check(cudaGraphLaunch(graph.get(), stream.get()));
    EXPECT_EQ(cudaEventElapsedTime(&ms, begin.get(), end.get()), cudaErrorNotReady);
    sort::check(cudaStreamSynchronize(stream.get()));
    EXPECT_EQ(cudaEventElapsedTime(&ms, begin.get(), end.get()), cudaSuccess);
    EXPECT_GE(ms, 0);
}

TEST(EmulatedGraph, runs_the_body_of_an_if_node_when_its_word_says_so) {
    const OwnedStream stream, body_stream;
    const DeviceBuffer<unsigned> words(2);
    unsigned* const gate = words.data();
    gate[1] = 0;
    const OwnedGraphExec graph(stream.get(), [&] {
        sort::capture_if(stream.get(), body_stream.get(), gate,
                         [&](cudaStream_t body) { queue_add(body, gate + 1, 1); });
        queue_add(stream.get(), gate + 1, 100);
    });
    for (const unsigned open : {0u, 1u, 0u}) {
        *gate = open;
        gate[1] = 0;
        sort::check(cudaGraphLaunch(graph.get(), stream.get()));
        EXPECT_EQ(gate[1], 200 + 2 * open);
    }
}

TEST(EmulatedGraph, has_no_if_nodes_with_an_older_driver) {
    const emu::OnDevice desktop(emu::named_profile("desktop"));
    const OwnedStream stream, body_stream;
    const DeviceBuffer<unsigned> words(2);
    EXPECT_THROW(
        OwnedGraphExec(
            stream.get(),
            [&] { sort::capture_if(stream.get(), body_stream.get(), words.data(), [](cudaStream_t) {}); }),
        sort::Unavailable);
}

}  // namespace
