// The statistics of a world on the CUDA backend: one kernel on the world's stream, which counts in shared memory,
// and a copy of 4 KiB into pinned memory that nobody waits for.
#include "app/gl/frame_data/body_statistics.h"
#include "sort/cuda/device_buffer.cuh"

namespace app {

using sort::check;

constexpr uint32_t kThreads = 256, kBlocks = 264;  // two a multiprocessor of an H200
constexpr uint32_t kWords = sizeof(BodyStatistics) / sizeof(uint32_t), kKeys = 8;
static_assert(offsetof(BodyStatistics, bodies) == kKeys * sizeof(uint32_t),
              "the keys come first, then only counts");

struct InShared {
    __device__ void add(uint32_t* count) const { atomicAdd(count, 1u); }
    __device__ void raise(uint32_t* key, uint32_t value) const {
        if (*key < value) atomicMax(key, value);
    }
};

/// `out` is zero at first.
static __global__ void statistics_kernel(sim::BodyView bodies, uint32_t* out) {
    __shared__ BodyStatistics own;
    uint32_t* const words = reinterpret_cast<uint32_t*>(&own);
    for (uint32_t i = threadIdx.x; i < kWords; i += kThreads) words[i] = 0;
    __syncthreads();

    for (uint32_t slot = blockIdx.x * kThreads + threadIdx.x; slot < bodies.count;
         slot += gridDim.x * kThreads)
        statistics_body(bodies, slot, own, InShared{});
    __syncthreads();

    for (uint32_t i = threadIdx.x; i < kWords; i += kThreads) {
        if (words[i] == 0) continue;
        if (i < kKeys)
            atomicMax(&out[i], words[i]);
        else
            atomicAdd(&out[i], words[i]);
    }
}

class CudaStatisticsReader : public StatisticsReader {
public:
    explicit CudaStatisticsReader(int device) : device_(device) {
        check(cudaSetDevice(device_));
        statistics_ = sort::DeviceBuffer<uint32_t>(kWords);
        check(cudaMallocHost(&host_, sizeof(BodyStatistics)));
        check(cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming));
    }
    ~CudaStatisticsReader() override {
        if (started_) cudaEventSynchronize(copied_);
        cudaFreeHost(host_);
        cudaEventDestroy(copied_);
    }

    void start(const sim::World& world) override {
        if (started_) return;
        check(cudaSetDevice(device_));
        const cudaStream_t stream = world.stream();
        check(cudaMemsetAsync(statistics_.data(), 0, sizeof(BodyStatistics), stream));
        statistics_kernel<<<kBlocks, kThreads, 0, stream>>>(world.bodies(), statistics_.data());
        sort::check_launch(stream);
        check(cudaMemcpyAsync(host_, statistics_.data(), sizeof(BodyStatistics), cudaMemcpyDeviceToHost,
                              stream));
        check(cudaEventRecord(copied_, stream));
        started_ = true;
    }

    std::optional<BodyStatistics> take(bool wait) override {
        if (!started_) return std::nullopt;
        const cudaError_t status = wait ? cudaEventSynchronize(copied_) : cudaEventQuery(copied_);
        if (status == cudaErrorNotReady) return std::nullopt;
        check(status);
        started_ = false;
        return *host_;
    }

private:
    int device_;
    sort::DeviceBuffer<uint32_t> statistics_;
    BodyStatistics* host_ = nullptr;
    cudaEvent_t copied_ = nullptr;
    bool started_ = false;
};

std::unique_ptr<StatisticsReader> make_cuda_statistics_reader(int device) {
    return std::make_unique<CudaStatisticsReader>(device);
}

}  // namespace app
