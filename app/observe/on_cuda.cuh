// The CUDA backend as an observer: what the forms of its Exec do not say, and copies that nobody waits for.
#pragma once
#include <algorithm>

#include "app/observe/work.h"
#include "sim/exec/exec_cuda.cuh"
#include "sim/world.h"
#include "sort/cuda/pinned_buffer.cuh"

namespace app {

class CudaCopy;

/// Works on what a world's steps have left, on the world's own stream.
class CudaObserver {
public:
    using Exec = sim::CudaExec;
    using Copy = CudaCopy;

    explicit CudaObserver(int device) : device_(used(device)) {}

    /// Returns who works behind the last queued step; the device is the current one then.
    Exec& after(const sim::World& world) {
        sort::check(cudaSetDevice(device_));
        exec_.work_on(world.stream());
        return exec_;
    }

private:
    static int used(int device) {
        sort::check(cudaSetDevice(device));
        return device;
    }

    int device_;
    sim::CudaExec exec_;  // made on that device
};

inline constexpr uint32_t kSortThreads = 512;

/// A bitonic sort of the list's keys by one block.
template <uint32_t kMost, class List>
__global__ void sort_few_kernel(List list) {
    static_assert((kMost & (kMost - 1)) == 0, "a bitonic sort's size");
    using Key = decltype(list.key(0));
    __shared__ Key s_keys[kMost];
    const uint32_t count = list.size();
    for (uint32_t i = threadIdx.x; i < kMost; i += kSortThreads)
        s_keys[i] = i < count ? list.key(i) : ~Key(0);
    __syncthreads();
    for (uint32_t size = 2; size <= kMost; size *= 2) {
        for (uint32_t apart = size / 2; apart > 0; apart /= 2) {
            for (uint32_t k = threadIdx.x; k < kMost / 2; k += kSortThreads) {
                const uint32_t low = 2 * k - (k & (apart - 1)), high = low + apart;
                const Key a = s_keys[low], b = s_keys[high];
                const bool rising = (low & size) == 0;
                if ((a > b) == rising) s_keys[low] = b, s_keys[high] = a;
            }
            __syncthreads();
        }
    }
    for (uint32_t i = threadIdx.x; i < count; i += kSortThreads) list.put(i, s_keys[i]);
}

template <uint32_t kMost, class List>
void sort_few(sim::CudaExec& exec, const char* name, const List& list) {
    exec.launch(name, {}, [&] { sort_few_kernel<kMost, List><<<1, kSortThreads, 0, exec.stream()>>>(list); });
}

struct AddInShared {
    __device__ void add(uint32_t* count) const { atomicAdd(count, 1u); }
    __device__ void raise(uint32_t* key, uint32_t value) const {
        if (*key < value) atomicMax(key, value);
    }
};

/// Counts in shared memory; a block adds what it has found once.
template <class T, uint32_t kRaised, class F>
__global__ void tally_kernel(uint32_t count, T* out, F f, sim::Stamp stamp) {
    __shared__ T s_own;
    sim::begin_launch(stamp);
    uint32_t* const words = reinterpret_cast<uint32_t*>(&s_own);
    uint32_t* const to = reinterpret_cast<uint32_t*>(out);
    constexpr uint32_t kWords = Tally<T, kRaised>::kWords;
    for (uint32_t k = threadIdx.x; k < kWords; k += sim::kBlock) words[k] = 0;
    __syncthreads();
    for (uint32_t i = blockIdx.x * sim::kBlock + threadIdx.x; i < count; i += gridDim.x * sim::kBlock)
        f(i, s_own, AddInShared{});
    __syncthreads();
    for (uint32_t k = threadIdx.x; k < kWords; k += sim::kBlock) {
        if (words[k] == 0) continue;
        if (int(k) < int(kRaised))
            atomicMax(&to[k], words[k]);
        else
            atomicAdd(&to[k], words[k]);
    }
}

template <class T, uint32_t kRaised, class F>
void reduce(const Tally<T, kRaised>& into, uint32_t count, const F& f, uint32_t multiprocessors,
            sim::LaunchQueue& queue) {
    const uint32_t blocks = std::min(sim::blocks_for(count), multiprocessors * 2);
    queue(tally_kernel<T, kRaised, F>, blocks, sim::kBlock, count, into.out, f);
}

/// Bytes on their way from a world to pinned memory.
class CudaCopy {
public:
    CudaCopy() { sort::check(cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming)); }
    ~CudaCopy() {
        if (started_) cudaEventSynchronize(copied_);
        cudaEventDestroy(copied_);
    }
    CudaCopy(const CudaCopy&) = delete;
    CudaCopy& operator=(const CudaCopy&) = delete;

    void begin(size_t bytes) {
        if (bytes_.size() < bytes) bytes_ = sort::PinnedBuffer<std::byte>(bytes);
    }
    void add(sim::CudaExec& exec, size_t offset, const void* from, size_t bytes) {
        sort::check(
            cudaMemcpyAsync(bytes_.data() + offset, from, bytes, cudaMemcpyDeviceToHost, exec.stream()));
    }
    void end(sim::CudaExec& exec) {
        sort::check(cudaEventRecord(copied_, exec.stream()));
        started_ = true;
    }

    bool started() const { return started_; }
    /// Returns whether all is there; `wait` waits for it.
    bool ready(bool wait) const {
        if (!started_) return false;
        const cudaError_t status = wait ? cudaEventSynchronize(copied_) : cudaEventQuery(copied_);
        if (status == cudaErrorNotReady) return false;
        sort::check(status);
        return true;
    }
    /// Returns what was copied and is ready, valid until begin().
    const std::byte* take() {
        started_ = false;
        return bytes_.data();
    }

private:
    sort::PinnedBuffer<std::byte> bytes_;
    cudaEvent_t copied_ = nullptr;
    bool started_ = false;
};

}  // namespace app
