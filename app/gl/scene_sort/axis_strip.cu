// The strip of worlds on the CUDA backend: one kernel on the world's stream and a copy of 150 KiB into pinned memory
// that nobody waits for.
#include "app/gl/scene_sort/axis_strip.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/pinned_buffer.cuh"

namespace app {

using sort::check;

constexpr uint32_t kThreads = 256;

static __global__ void strip_kernel(sim::BodyView bodies, StripRequest request, StripData* out) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot < bodies.count) write_strip(bodies, slot, request, *out);
}

class CudaStripReader : public StripReader {
public:
    explicit CudaStripReader(int device) : device_(device) {
        check(cudaSetDevice(device_));
        data_ = sort::DeviceBuffer<StripData>(1);
        host_ = sort::PinnedBuffer<StripData>(1);
        check(cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming));
    }
    ~CudaStripReader() override {
        if (started_) cudaEventSynchronize(copied_);
        cudaEventDestroy(copied_);
    }

    void start(const sim::World& world, const StripRequest& request) override {
        const sim::BodyView bodies = world.bodies();
        if (started_ || bodies.count == 0) return;
        check(cudaSetDevice(device_));
        const cudaStream_t stream = world.stream();
        count_ = bodies.count;
        axis_ = request.axis;
        check(cudaMemsetAsync(data_.data(), 0xff, sizeof(StripData), stream));  // nobody
        check(cudaMemsetAsync(data_.data(), 0, sizeof(uint32_t), stream));      // no runs
        const uint32_t blocks = (bodies.count + kThreads - 1) / kThreads;
        strip_kernel<<<blocks, kThreads, 0, stream>>>(bodies, request, data_.data());
        sort::check_launch(stream);
        check(cudaMemcpyAsync(host_.data(), data_.data(), sizeof(StripData), cudaMemcpyDeviceToHost, stream));
        check(cudaEventRecord(copied_, stream));
        started_ = true;
    }

    std::optional<Strip> take(bool wait) override {
        if (!started_) return std::nullopt;
        const cudaError_t status = wait ? cudaEventSynchronize(copied_) : cudaEventQuery(copied_);
        if (status == cudaErrorNotReady) return std::nullopt;
        check(status);
        started_ = false;
        return strip_of(*host_.data(), count_, axis_);
    }

private:
    int device_;
    uint32_t count_ = 0, axis_ = 0;
    sort::DeviceBuffer<StripData> data_;
    sort::PinnedBuffer<StripData> host_;
    cudaEvent_t copied_ = nullptr;
    bool started_ = false;
};

std::unique_ptr<StripReader> make_cuda_strip_reader(int device) {
    return std::make_unique<CudaStripReader>(device);
}

}  // namespace app
