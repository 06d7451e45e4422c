// The reader of worlds on the CUDA backend: copies into pinned memory on the world's stream that nobody waits for.
#include "app/gl/scene_sort/frame_sort.h"
#include "sort/cuda/pinned_buffer.cuh"

namespace app {

using sort::check;

class CudaReader : public FrameSortReader {
public:
    explicit CudaReader(int device) : device_(device) {
        check(cudaSetDevice(device_));
        check(cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming));
    }
    ~CudaReader() override {
        if (started_) cudaEventSynchronize(copied_);
        cudaEventDestroy(copied_);
    }

    void start(const sim::World& world) override {
        if (started_) return;
        check(cudaSetDevice(device_));
        const sim::BodyView bodies = world.bodies();
        const cudaStream_t stream = world.stream();
        count_ = bodies.sort_keys && bodies.shift ? bodies.count : 0;
        has_ranks_ = bodies.rank != nullptr;
        const void* const from[kArrays] = {bodies.sort_keys, bodies.id, bodies.shift, bodies.rank};
        if (words_.size() < kArrays * size_t(count_)) words_ = sort::PinnedBuffer<uint32_t>(kArrays * count_);
        for (size_t k = 0; k < kArrays; ++k) {
            if (count_ == 0 || !from[k]) continue;
            check(cudaMemcpyAsync(words_.data() + k * count_, from[k], count_ * sizeof(uint32_t),
                                  cudaMemcpyDeviceToHost, stream));
        }
        check(cudaEventRecord(copied_, stream));
        started_ = true;
    }

    bool ready(bool wait) override {
        if (!started_) return false;
        const cudaError_t status = wait ? cudaEventSynchronize(copied_) : cudaEventQuery(copied_);
        if (status == cudaErrorNotReady) return false;
        check(status);
        return true;
    }

    std::optional<FrameSort> take() override {
        started_ = false;
        const uint32_t* const words = words_.data();
        if (count_ == 0) return std::nullopt;
        return frame_sort_of({count_, words, words + count_,
                              has_ranks_ ? words + 3 * size_t(count_) : nullptr,
                              reinterpret_cast<const int32_t*>(words + 2 * size_t(count_))});
    }

private:
    static constexpr size_t kArrays = 4;  // keys, ids, shifts, ranks

    int device_;
    uint32_t count_ = 0;
    bool has_ranks_ = false;
    sort::PinnedBuffer<uint32_t> words_;
    cudaEvent_t copied_ = nullptr;
};

std::unique_ptr<FrameSortReader> make_cuda_frame_sort_reader(int device) {
    return std::make_unique<CudaReader>(device);
}

}  // namespace app
