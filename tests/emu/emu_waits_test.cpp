// What the emulation knows only behind a wait of the host.
#include <functional>

#include "sort/cuda/check.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "tests/emu/emu_cases.h"

namespace {

using sort::check;
using sort::OwnedEvent;
using sort::OwnedStream;

static __global__ void set_kernel(unsigned* word) { *word = 7; }

void launch_on(cudaStream_t stream, unsigned* word) {
    emu::launcher("set", emu::Site::current(), set_kernel, 1, 1, 0, stream)(word);
}

cudaError_t time_between(const OwnedEvent& start, const OwnedEvent& stop) {
    float ms = 0;
    return cudaEventElapsedTime(&ms, start.get(), stop.get());
}

/// Of two events on `stream`, a third behind them and a fourth on `other`, which waits for the second: which waits make
/// the time between the first two known?
TEST(EmulatedWaits, the_time_between_events_is_known_behind_a_wait_for_both) {
    const OwnedStream stream, other, third;
    const OwnedEvent start, stop, behind, on_other;
    struct Case {
        const char* what;
        std::function<void()> wait;
        bool known;
    };
    unsigned word = 0;
    const Case cases[] = {
        {"nothing", [] {}, false},
        {"the first", [&] { check(cudaEventSynchronize(start.get())); }, false},
        {"the second", [&] { check(cudaEventSynchronize(stop.get())); }, true},
        {"the second, asked", [&] { check(cudaEventQuery(stop.get())); }, true},
        {"one behind them", [&] { check(cudaEventSynchronize(behind.get())); }, true},
        {"one of a stream that waits", [&] { check(cudaEventSynchronize(on_other.get())); }, true},
        {"the stream", [&] { check(cudaStreamSynchronize(stream.get())); }, true},
        {"the stream, asked", [&] { check(cudaStreamQuery(stream.get())); }, true},
        {"a stream that waits", [&] { check(cudaStreamSynchronize(other.get())); }, true},
        {"a stream that does not", [&] { check(cudaStreamSynchronize(third.get())); }, false},
        {"the default stream", [&] { check(cudaStreamSynchronize(nullptr)); }, false},
        {"a copy", [&] { check(cudaMemcpy(&word, &word, sizeof word, cudaMemcpyDeviceToHost)); }, false},
        {"the device", [&] { check(cudaDeviceSynchronize()); }, true},
    };
    EXPECT_EQ(time_between(start, stop), cudaErrorInvalidResourceHandle);
    for (const Case& one : cases) {
        check(cudaEventRecord(start.get(), stream.get()));
        check(cudaEventRecord(stop.get(), stream.get()));
        check(cudaEventRecord(behind.get(), stream.get()));
        check(cudaStreamWaitEvent(other.get(), stop.get()));
        check(cudaEventRecord(on_other.get(), other.get()));
        one.wait();
        EXPECT_EQ(time_between(start, stop), one.known ? cudaSuccess : cudaErrorNotReady) << one.what;
    }
}

/// After a cudaMemset, and a wait: may a kernel run on a stream that does not wait for the default stream?
TEST(EmulatedWaits, a_memset_is_done_behind_a_wait_for_the_default_stream) {
    const OwnedStream apart;
    cudaStream_t blocking = nullptr;
    check(cudaStreamCreate(&blocking));
    const OwnedEvent event;
    const sort::DeviceBuffer<unsigned> words(1);
    unsigned word = 0;
    const auto copy = [&](cudaMemcpyKind kind) {
        check(cudaMemcpy(kind == cudaMemcpyHostToDevice ? words.data() : &word, &word, sizeof word, kind));
    };
    struct Case {
        const char* what;
        std::function<void()> wait;
        bool done;
    };
    const Case cases[] = {
        {"nothing", [] {}, false},
        {"another stream", [&] { check(cudaStreamSynchronize(apart.get())); }, false},
        {"the default stream", [] { check(cudaStreamSynchronize(nullptr)); }, true},
        {"the device", [] { check(cudaDeviceSynchronize()); }, true},
        {"an event of the default stream",
         [&] {
             check(cudaEventRecord(event.get(), nullptr));
             check(cudaEventSynchronize(event.get()));
         },
         true},
        {"a copy to the device", [&] { copy(cudaMemcpyHostToDevice); }, false},
        {"a copy from the device", [&] { copy(cudaMemcpyDeviceToHost); }, true},
    };
    const auto ran_early = [](const auto& launch) {
        return has(fault_of(launch), "may run before a cudaMemset has");
    };
    for (const Case& one : cases) {
        check(cudaMemset(words.data(), 0, words.bytes()));
        one.wait();
        EXPECT_EQ(ran_early([&] { launch_on(nullptr, words.data()); }), false) << one.what;
        EXPECT_EQ(ran_early([&] { launch_on(blocking, words.data()); }), false) << one.what;
        EXPECT_EQ(ran_early([&] { launch_on(apart.get(), words.data()); }), !one.done) << one.what;
        EXPECT_EQ(
            ran_early([&] {
                check(cudaMemcpyAsync(&word, words.data(), sizeof word, cudaMemcpyDeviceToHost, apart.get()));
            }),
            !one.done)
            << one.what;
    }
    check(cudaDeviceSynchronize());
    check(cudaStreamDestroy(blocking));
}

/// A graph runs on the stream on which it is launched, whatever the one that it was captured on waits for.
TEST(EmulatedWaits, a_graph_runs_on_the_stream_of_its_launch) {
    const OwnedStream apart;
    cudaStream_t blocking = nullptr;
    check(cudaStreamCreate(&blocking));
    const sort::DeviceBuffer<unsigned> words(1);
    for (const cudaStream_t captured_on : {apart.get(), blocking}) {
        const sort::OwnedGraphExec graph(captured_on, [&] { launch_on(captured_on, words.data()); });
        check(cudaMemset(words.data(), 0, words.bytes()));
        const auto launch = [&](cudaStream_t stream) {
            return fault_of([&] { check(cudaGraphLaunch(graph.get(), stream)); });
        };
        EXPECT_FALSE(has(launch(blocking), "may run before a cudaMemset has"));
        EXPECT_TRUE(has(launch(apart.get()), "may run before a cudaMemset has"));
        check(cudaDeviceSynchronize());
    }
    check(cudaStreamDestroy(blocking));
}

}  // namespace
