// Runs the named stages of a step as kernels on one stream, each named for NVTX and the profiler.
#pragma once
#include <string>

#include "sim/exec/by_group_cuda.cuh"
#include "sim/exec/crew_cuda.cuh"
#include "sim/exec/reduce_cuda.cuh"
#include "sim/exec/stage_cost.h"
#include "sim/exec/step_log.cuh"
#include "sort/base/nvtx_range.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/registry.h"

namespace sim {

template <class F>
__global__ void each_kernel(uint32_t count, F f, Stamp stamp) {
    begin_launch(stamp);
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i < count) f(i);
}

template <class Count, class F>
__global__ void each_found_kernel(CountedItems<Count> items, F f, Stamp stamp) {
    begin_launch(stamp);
    const uint64_t n = items.size(), stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < n; i += stride) f(i);
}

class CudaExec : private sort::StageObserver {
public:
    static constexpr sort::Backend kBackend = sort::Backend::cuda;
    template <class T>
    using Array = sort::DeviceBuffer<T>;
    using Alone = Solo;  // who works on an item without others

    /// Makes its own stream, on the current device.
    CudaExec();

    /// Allocates for scans of up to `longest` items.
    void reserve_scan(uint32_t longest);

    cudaStream_t stream() const { return stream_; }
    /// Sets the stream for all later work, instead of its own one.
    void work_on(cudaStream_t stream) { stream_ = stream; }
    void wait() const { sort::check(cudaStreamSynchronize(stream_)); }
    uint32_t multiprocessors() const { return multiprocessors_; }
    /// Threads that the device holds at once, at most.
    uint32_t resident_threads() const { return resident_threads_; }
    size_t bytes() const { return scan_scratch_.bytes(); }

    /// Sets the log to which launches are added from now on; null: none. `traced`: every pass of a sort is
    /// added as well.
    void note_in(StepLog* log, bool traced) {
        log_ = log;
        traced_ = traced;
    }

    /// Makes launches by a queue: f(queue).
    template <class F>
    void queue(const char* name, const StageCost& cost, F f) {
        const sort::NvtxRange range(name);
        LaunchQueue queue(stream(), log_ ? log_->before(name, cost, stream()) : Stamp{});
        f(queue);
        sort::check_launch(stream());
        if (log_) log_->after(stream());
    }

    /// Makes launches of any other kind: f() puts them on stream().
    template <class F>
    void launch(const char* name, const StageCost& cost, F f) {
        const sort::NvtxRange range(name);
        const Stamp stamp = log_ ? log_->before(name, cost, stream()) : Stamp{};
        if (stamp.d_ns) queue_stamp(stream(), stamp);
        f();
        sort::check_launch(stream());
        if (log_) log_->after(stream());
    }

    template <class F>
    void each(const char* name, uint32_t count, uint32_t item_bytes, F f, uint32_t = 0) {
        if (count == 0) return;
        queue(name, {.bytes = uint64_t(item_bytes) * count, .items = count},
              [&](LaunchQueue& queue) { queue(each_kernel<F>, blocks_for(count), kBlock, count, f); });
    }

    template <class Count, class F>
    void each(const char* name, const CountedItems<Count>& items, F f, uint32_t = 0) {
        queue(name, {.bytes = items.bytes, .bytes_a_pair = items.item_bytes}, [&](LaunchQueue& queue) {
            queue(each_found_kernel<Count, F>, multiprocessors_ * 8, kBlock, items, f);
        });
    }

    /// Calls f for i in [0, count) and reduces what it says (work.h).
    template <class Into, class F>
    void each_reduced(const char* name, uint32_t count, uint32_t item_bytes, const Into& into, F f,
                      uint32_t = 0) {
        if (count == 0) return;
        queue(name, {.bytes = uint64_t(item_bytes) * count, .items = count},
              [&](LaunchQueue& queue) { reduce(into, count, f, multiprocessors_, queue); });
    }

    /// Calls f(group, i) for i in [0, count), or f(group, i, scratch): a group works on each (work.h).
    template <class Group, class F>
    void by_group(const Group& group, const char* name, uint32_t count, uint32_t item_bytes, F f,
                  uint32_t = 0) {
        if (count == 0) return;
        queue(name, {.bytes = uint64_t(item_bytes) * count, .items = count},
              [&](LaunchQueue& queue) { call_by_group(group, count, f, queue); });
    }
    template <class Group, class Count, class F>
    void by_group(const Group& group, const char* name, const CountedItems<Count>& items, F f, uint32_t = 0) {
        queue(name, {}, [&](LaunchQueue& queue) { call_by_group(group, items, f, multiprocessors_, queue); });
    }

    /// Calls f(crew) by all threads of the device in phases (crew.h).
    template <class F>
    void together(const char* name, const F& f) {
        launch(name, {}, [&] { launch_together(cooperative_, multiprocessors_, stream(), f); });
    }

    /// Sets out[i] = in[0] + ... + in[i - 1] for i in [0, count]: `in` has count places, `out` count + 1.
    void exclusive_sum(const char* name, const uint32_t* in, uint64_t* out, uint32_t count);
    void exclusive_sum(const char* name, const uint64_t* in, uint64_t* out, uint32_t count);

    /// Sorts by the lowest `end_bit` bits of the keys, of 32 or 64 bits. `live_count`: sort::Options::live_count; the
    /// host knows the most of its items, and gives 0 for its bytes.
    template <class Key>
    void sort(const char* name, sort::SorterOf<Key>& sorter, sort::KeyPairs<Key> pairs, sort::Report* report,
              int end_bit = 8 * sizeof(Key), const uint32_t* live_count = nullptr);

private:
    void before(const sort::Stage& stage, sort::Stream stream) override;
    void after(const sort::Stage& stage, sort::Stream stream) override;

    sort::OwnedStream own_stream_;
    cudaStream_t stream_ = own_stream_.get();
    uint32_t multiprocessors_ = 0, resident_threads_ = 0;
    bool cooperative_ = false;
    sort::DeviceBuffer<char> scan_scratch_;
    StepLog* log_ = nullptr;
    bool traced_ = false;
    std::string sort_name_;      // of the sort that is being traced
    bool sort_counted_ = false;  // it has a live count
};

}  // namespace sim
