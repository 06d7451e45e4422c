// Runs the named stages of a step as kernels on one stream, each named for NVTX and the profiler.
#pragma once
#include <nvtx3/nvToolsExt.h>

#include <string>

#include "sim/exec/crew_cuda.cuh"
#include "sim/exec/group_cuda.cuh"
#include "sim/exec/stage_cost.h"
#include "sim/exec/step_log.cuh"
#include "sim/exec/word_list.h"
#include "sim/math/atomic.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/registry.h"

namespace sim {

inline constexpr int kBlock = 256, kScratchBlock = 32;

template <class F>
__global__ void each_kernel(uint32_t count, F f) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i < count) f(i);
}

/// Counts the items for which f is true, with an atomic per block: with one per warp, a million boxes out of
/// order queue at one word for 18 us (H200). Five blocks per multiprocessor, for the step's solver: more
/// threads at work are worth more than its registers.
template <class F>
__global__ void __launch_bounds__(kBlock, sort::bound_blocks(kBlock, 5))
    each_counted_kernel(uint32_t count, uint32_t* total, F f) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    const int yes = __syncthreads_count(i < count && f(i));
    if (threadIdx.x == 0 && yes != 0) atomicAdd(total, uint32_t(yes));
}

/// Counts items by flag, with an atomic per block for the first flag and one per warp for the others, which
/// are rare.
template <size_t kFlags, class F>
__global__ void __launch_bounds__(kBlock, sort::bound_blocks(kBlock, 5))
    each_flagged_kernel(uint32_t count, uint32_t (*totals)[kFlags], F f) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    const uint32_t bits = i < count ? f(i) : 0;
    const int yes = __syncthreads_count(int(bits & 1));
    if (threadIdx.x == 0 && yes != 0) atomicAdd(&(*totals)[0], uint32_t(yes));
    if (!__any_sync(sort::kAllLanes, bits > 1)) return;
    for (size_t k = 1; k < kFlags; ++k) {
        const uint32_t own = uint32_t(__popc(__ballot_sync(sort::kAllLanes, int(bits >> k & 1))));
        if (sort::own_lane() == 0 && own != 0) atomicAdd(&(*totals)[k], own);
    }
}

/// Counts items by three flags, with an atomic per block and flag.
template <class F>
__global__ void each_counted3_kernel(uint32_t count, uint32_t* totals, F f) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    const uint32_t bits = i < count ? f(i) : 0;
    for (int k = 0; k < 3; ++k) {
        const int yes = __syncthreads_count(int(bits >> k & 1));
        if (threadIdx.x == 0 && yes != 0) atomicAdd(&totals[k], uint32_t(yes));
    }
}

/// Appends the words of items to two lists, with an atomic per block and list: warps sum what they have, the
/// block takes room for all of it.
template <class F>
__global__ void __launch_bounds__(kBlock) each_listing_kernel(uint32_t count, WordList a, WordList b, F f) {
    constexpr uint32_t kWarps = kBlock / 32;
    __shared__ uint32_t s_totals[2][kWarps];
    __shared__ uint64_t s_begins[2];
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x, warp = sort::own_warp();
    WordsOfItem of_a, of_b;
    if (i < count) f(i, of_a, of_b);
    const uint32_t to_a = sort::warp_sums(of_a.count), to_b = sort::warp_sums(of_b.count);
    if (sort::own_lane() == 31) s_totals[0][warp] = to_a, s_totals[1][warp] = to_b;
    __syncthreads();
    if (threadIdx.x < 2) {
        uint32_t* totals = s_totals[threadIdx.x];
        uint32_t all = 0;
        for (uint32_t w = 0; w < kWarps; ++w) {
            const uint32_t own = totals[w];
            totals[w] = all;
            all += own;
        }
        s_begins[threadIdx.x] = all ? fetch_add((threadIdx.x ? b : a).listed, uint64_t(all)) : 0;
    }
    __syncthreads();
    of_a.write(a.words + s_begins[0] + s_totals[0][warp] + to_a - of_a.count);
    of_b.write(b.words + s_begins[1] + s_totals[1][warp] + to_b - of_b.count);
}

/// Makes keys, and counts descents. Each thread makes one key and compares it with that of the next thread;
/// the last of a block makes two.
template <class F>
__global__ void make_keys_kernel(uint32_t count, uint32_t* keys, uint32_t* order, uint32_t* descents, F key) {
    __shared__ uint32_t s_keys[kBlock + 1];
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    const bool there = i < count;
    const uint32_t own = there ? key(i) : ~0u;
    if (there) keys[i] = own, order[i] = i;
    s_keys[threadIdx.x] = own;
    if (threadIdx.x == kBlock - 1) s_keys[kBlock] = i + 1 < count ? key(i + 1) : ~0u;
    __syncthreads();
    const int greater = __syncthreads_count(own > s_keys[threadIdx.x + 1] && i + 1 < count);
    if (threadIdx.x == 0 && greater != 0) atomicAdd(descents, uint32_t(greater));
}

template <class F>
__global__ void each_pair_kernel(const uint64_t* count, uint64_t capacity, F f) {
    const uint64_t n = *count < capacity ? *count : capacity;
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < n; i += stride) f(i);
}

/// Calls f for each listed item, with a block per item.
template <class F>
__global__ void each_listed_kernel(const uint32_t* list, const uint32_t* listed, F f) {
    __shared__ Vec3 s_words[kBlock];
    for (uint32_t i = blockIdx.x; i < *listed; i += gridDim.x) f(BlockGroup<kBlock>(s_words), list[i]);
}

/// Calls f for each item, with a few lanes of a warp per item.
template <uint32_t kLanes, class F>
__global__ void __launch_bounds__(kBlock) each_by_lanes_kernel(uint32_t count, F f) {
    const uint32_t i = (blockIdx.x * kBlock + threadIdx.x) / kLanes;
    if (i < count) f(LaneGroup<kLanes>{}, i);
}

template <uint32_t kLanes, class F>
__global__ void __launch_bounds__(kBlock)
    each_pair_by_lanes_kernel(const uint64_t* count, uint64_t capacity, F f) {
    const uint64_t n = *count < capacity ? *count : capacity;
    const uint64_t stride = uint64_t(gridDim.x) * (kBlock / kLanes);
    for (uint64_t i = uint64_t(blockIdx.x) * (kBlock / kLanes) + threadIdx.x / kLanes; i < n; i += stride)
        f(LaneGroup<kLanes>{}, i);
}

/// Calls f for the items of a count by warps, each with shared memory of its own. A block is a warp, and
/// there are more than run at once: items take very different times.
template <class Scratch, class F>
__global__ void __launch_bounds__(kScratchBlock, sort::bound_blocks(kScratchBlock, 32))
    each_pair_by_group_with_kernel(const uint64_t* count, uint64_t capacity, F f) {
    __shared__ Scratch s_scratch[kScratchBlock / 32];
    const uint64_t n = *count < capacity ? *count : capacity;
    const uint64_t stride = uint64_t(gridDim.x) * (kScratchBlock / 32);
    for (uint64_t i = uint64_t(blockIdx.x) * (kScratchBlock / 32) + threadIdx.x / 32; i < n; i += stride)
        f(WarpGroup{}, i, s_scratch[threadIdx.x / 32]);
}

/// Adds three sums over f to `total`. Each thread sums a few items, each warp adds its sums to the totals:
/// integers, so any order is right.
template <class F>
__global__ void sum3_kernel(uint32_t count, uint64_t* total, F f) {
    uint64_t sum[3] = {0, 0, 0};
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < count; i += stride)
        f(uint32_t(i), sum);
    for (int k = 0; k < 3; ++k) {
        const uint64_t whole = sort::warp_total(sum[k]);
        if (sort::own_lane() == 0) atomicAdd(reinterpret_cast<unsigned long long*>(&total[k]), whole);
    }
}

/// Raises six words to the largest of f. Each thread computes a few items, each block raises the words of all once.
template <class F>
__global__ void each_most6_kernel(uint32_t count, uint32_t* most, F f) {
    __shared__ uint32_t s_most[6];
    if (threadIdx.x < 6) s_most[threadIdx.x] = 0;
    __syncthreads();
    uint32_t own[6] = {};
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < count; i += stride)
        f(uint32_t(i), own);
    for (int k = 0; k < 6; ++k) {
        const uint32_t warp = sort::warp_max(own[k]);
        if (sort::own_lane() == 0) atomicMax(&s_most[k], warp);
    }
    __syncthreads();
    if (threadIdx.x < 6) atomicMax(&most[threadIdx.x], s_most[threadIdx.x]);
}

/// A named range for profilers that listen to NVTX.
class NvtxRange {
public:
    explicit NvtxRange(const char* name) { nvtxRangePushA(name); }
    ~NvtxRange() { nvtxRangePop(); }
    NvtxRange(const NvtxRange&) = delete;
    NvtxRange& operator=(const NvtxRange&) = delete;
};

class CudaExec : private sort::StageObserver {
public:
    static constexpr sort::Backend kBackend = sort::Backend::cuda;
    template <class T>
    using Array = sort::DeviceBuffer<T>;

    /// Makes its own stream, on the current device.
    CudaExec();

    /// Allocates for scans of up to `longest` items.
    void reserve_scan(uint32_t longest);

    cudaStream_t stream() const { return stream_; }
    /// Sets the stream for all later work, instead of its own one.
    void work_on(cudaStream_t stream) { stream_ = stream; }
    void wait() const { sort::check(cudaStreamSynchronize(stream_)); }
    uint32_t multiprocessors() const { return multiprocessors_; }
    size_t bytes() const { return scan_scratch_.bytes(); }

    /// Sets the log to which launches are added from now on; null: none. `traced`: every pass of a sort is
    /// added as well.
    void note_in(StepLog* log, bool traced) {
        log_ = log;
        traced_ = traced;
    }

    /// Makes a launch of any kind: f() queues it on stream().
    template <class F>
    void launch(const char* name, const StageCost& cost, F f) {
        const NvtxRange range(name);
        if (log_) log_->before(name, cost, stream());
        f();
        sort::check_launch(stream());
        if (log_) log_->after(stream());
    }

    template <class F>
    void each(const char* name, uint32_t count, uint32_t item_bytes, F f, uint32_t = 0) {
        if (count == 0) return;
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count},
               [&] { each_kernel<<<(count + kBlock - 1) / kBlock, kBlock, 0, stream()>>>(count, f); });
    }

    /// Adds to *total the number of i in [0, count) for which f(i) is true.
    template <class F>
    void each_counted(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* total, F f) {
        if (count == 0) return;
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            each_counted_kernel<<<(count + kBlock - 1) / kBlock, kBlock, 0, stream()>>>(count, total, f);
        });
    }

    /// Adds to totals[k] how many i of [0, count) have bit k of f(i) set, for k in [0, 3).
    template <class F>
    void each_counted3(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* totals, F f) {
        if (count == 0) return;
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            each_counted3_kernel<<<(count + kBlock - 1) / kBlock, kBlock, 0, stream()>>>(count, totals, f);
        });
    }

    /// Adds to (*totals)[k] how many i of [0, count) have bit k of f(i) set. Bits above the first are rare.
    template <size_t kFlags, class F>
    void each_flagged(const char* name, uint32_t count, uint32_t item_bytes, uint32_t (*totals)[kFlags], F f,
                      uint32_t = 0) {
        if (count == 0) return;
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            each_flagged_kernel<<<(count + kBlock - 1) / kBlock, kBlock, 0, stream()>>>(count, totals, f);
        });
    }

    /// Calls f(i, words, others) for i in [0, count): the words go to list a, the others to list b.
    template <class F>
    void each_listing(const char* name, uint32_t count, uint32_t item_bytes, const WordList& a,
                      const WordList& b, F f) {
        if (count == 0) return;
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            each_listing_kernel<<<(count + kBlock - 1) / kBlock, kBlock, 0, stream()>>>(count, a, b, f);
        });
    }

    /// Raises most[k] to the largest that f(i, most) makes of it, for k in [0, 6).
    template <class F>
    void each_most6(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* most, F f) {
        const uint32_t blocks = std::min((count + kBlock - 1) / kBlock, multiprocessors_ * 4);
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count},
               [&] { each_most6_kernel<<<blocks, kBlock, 0, stream()>>>(count, most, f); });
    }

    /// Sets keys[i] = key(i) and order[i] = i. Adds to *descents how many keys are greater than the next one.
    template <class F>
    void make_keys(const char* name, uint32_t count, uint32_t item_bytes, uint32_t* keys, uint32_t* order,
                   uint32_t* descents, F key) {
        if (count == 0) return;
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            make_keys_kernel<<<(count + kBlock - 1) / kBlock, kBlock, 0, stream()>>>(count, keys, order,
                                                                                     descents, key);
        });
    }

    template <class F>
    void each_pair(const char* name, const uint64_t* count, uint64_t capacity, uint32_t pair_bytes, F f,
                   uint32_t = 0) {
        launch(name, {.bytes_a_pair = pair_bytes},
               [&] { each_pair_kernel<<<multiprocessors_ * 8, kBlock, 0, stream()>>>(count, capacity, f); });
    }

    /// Calls f(word) for each word of a list, of at most `capacity`; all of them move `bytes`.
    template <class F>
    void each_word(const char* name, const WordList& list, uint64_t capacity, uint64_t bytes, F f) {
        const uint32_t* words = list.words;
        launch(name, {.bytes = bytes}, [&] {
            each_pair_kernel<<<multiprocessors_ * 8, kBlock, 0, stream()>>>(
                list.listed, capacity, [=] __device__(uint64_t i) { f(words[i]); });
        });
    }

    /// Calls f(group, list[i]) for i in [0, *listed): a block works on each (group.h).
    template <class F>
    void each_listed(const char* name, const uint32_t* list, const uint32_t* listed, F f) {
        launch(name, {},
               [&] { each_listed_kernel<<<multiprocessors_ * 4, kBlock, 0, stream()>>>(list, listed, f); });
    }

    /// Calls f(group, i) for i in [0, count): kLanes of a warp work on each (group.h).
    template <uint32_t kLanes, class F>
    void each_by_lanes(const char* name, uint32_t count, uint32_t item_bytes, F f, uint32_t = 0) {
        if (count == 0) return;
        constexpr uint32_t kGroups = kBlock / kLanes;
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
            each_by_lanes_kernel<kLanes, F>
                <<<(count + kGroups - 1) / kGroups, kBlock, 0, stream()>>>(count, f);
        });
    }

    /// Calls f(group, i) for i in [0, *count), at most `capacity`: kLanes lanes of a warp work on each.
    template <uint32_t kLanes, class F>
    void each_pair_by_lanes(const char* name, const uint64_t* count, uint64_t capacity, F f, uint32_t = 0) {
        launch(name, {}, [&] {
            each_pair_by_lanes_kernel<kLanes, F>
                <<<multiprocessors_ * 8, kBlock, 0, stream()>>>(count, capacity, f);
        });
    }

    /// Calls f(group, i, scratch) for i in [0, *count), at most `capacity`, by warps, with memory that a group shares.
    template <class Scratch, class F>
    void each_pair_by_group_with(const char* name, const uint64_t* count, uint64_t capacity, F f) {
        launch(name, {}, [&] {
            each_pair_by_group_with_kernel<Scratch, F>
                <<<multiprocessors_ * 128, kScratchBlock, 0, stream()>>>(count, capacity, f);
        });
    }

    /// Calls f(crew) by all threads of the device in phases (crew.h).
    template <class F>
    void together(const char* name, const F& f) {
        launch(name, {}, [&] { launch_together(cooperative_, multiprocessors_, stream(), f); });
    }

    template <class F>
    void sum3(const char* name, uint32_t count, uint32_t item_bytes, uint64_t* total, F f) {
        const uint32_t blocks = std::min((count + kBlock - 1) / kBlock, multiprocessors_ * 4);
        launch(name, {.bytes = uint64_t(item_bytes) * count, .items = count},
               [&] { sum3_kernel<<<blocks, kBlock, 0, stream()>>>(count, total, f); });
    }

    /// Sets out[i] = in[0] + ... + in[i - 1] for i in [0, count]: `in` has count places, `out` count + 1.
    void exclusive_sum(const char* name, const uint32_t* in, uint64_t* out, uint32_t count);
    void exclusive_sum(const char* name, const uint64_t* in, uint64_t* out, uint32_t count);

    void sort(const char* name, sort::Sorter& sorter, sort::Pairs pairs, sort::Report* report);

private:
    void before(const sort::Stage& stage, sort::Stream stream) override;
    void after(const sort::Stage& stage, sort::Stream stream) override;

    sort::OwnedStream own_stream_;
    cudaStream_t stream_ = own_stream_.get();
    uint32_t multiprocessors_ = 0;
    bool cooperative_ = false;
    sort::DeviceBuffer<char> scan_scratch_;
    StepLog* log_ = nullptr;
    bool traced_ = false;
    std::string sort_name_;
};

}  // namespace sim
