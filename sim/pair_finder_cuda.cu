// PairFinder on a CUDA device: the launches of a search on the caller's stream.
#include "sim/exec/exec_cuda.cuh"
#include "sim/pair_finder.h"
#include "sort/cuda/warp.cuh"

namespace sim {
namespace {

constexpr uint32_t kBlocksAMultiprocessor = 4;

/// Computes the bounds of all boxes. Each warp reduces the results of its threads, each block those of its
/// warps: few atomics collide.
__global__ void bounds_kernel(const Box* boxes, uint32_t count, BoxBounds* bounds) {
    __shared__ BoxBounds s_all;
    if (threadIdx.x < 3) s_all.low_inverted[threadIdx.x] = s_all.high[threadIdx.x] = 0;
    __syncthreads();
    BoxBounds own{};
    const uint64_t stride = uint64_t(gridDim.x) * kBlock;
    for (uint64_t i = uint64_t(blockIdx.x) * kBlock + threadIdx.x; i < count; i += stride) own.add(boxes[i]);
    for (int axis = 0; axis < 3; ++axis) {
        const uint32_t low = sort::warp_max(own.low_inverted[axis]), high = sort::warp_max(own.high[axis]);
        if (sort::own_lane() != 0) continue;
        atomicMax(&s_all.low_inverted[axis], low);
        atomicMax(&s_all.high[axis], high);
    }
    __syncthreads();
    if (threadIdx.x >= 3) return;
    atomicMax(&bounds->low_inverted[threadIdx.x], s_all.low_inverted[threadIdx.x]);
    atomicMax(&bounds->high[threadIdx.x], s_all.high[threadIdx.x]);
}

class CudaFinder : public FinderSearch<CudaExec> {
public:
    CudaFinder(uint32_t capacity, const PairsConfig& config)
        : FinderSearch(capacity, config, std::make_unique<CudaExec>()) {
        exec_->reserve_scan(algorithm_->longest_scan());
        sort::check(cudaMemset(status_.data(), 0, status_.bytes()));
    }

    void find(const Box* boxes, uint32_t count, sort::Stream stream) override {
        exec_->work_on(stream);
        sort::check(cudaMemsetAsync(bounds_.data(), 0, bounds_.bytes(), stream));
        queue(boxes, count);
    }

    uint64_t read_count(sort::Stream stream) const override {
        uint64_t pairs = 0;
        sort::check(cudaMemcpyAsync(&pairs, count(), sizeof pairs, cudaMemcpyDeviceToHost, stream));
        sort::check(cudaStreamSynchronize(stream));
        return pairs;
    }

    void reserve_pairs(uint64_t pairs) override {
        sort::DeviceBuffer<uint32_t> slots(2 * pairs);
        slots_ = std::move(slots);  // the old list is freed, which waits for the device
    }

    size_t bytes() const override { return FinderSearch::bytes() + exec_->bytes(); }
};

}  // namespace

void measure_bounds(CudaExec& exec, const Box* boxes, uint32_t count, BoxBounds* bounds) {
    const uint32_t blocks =
        std::min((count - 1) / kBlock + 1, exec.multiprocessors() * kBlocksAMultiprocessor);
    exec.launch("bounds", {.bytes = count * sizeof(Box), .items = count},
                [&] { bounds_kernel<<<blocks, kBlock, 0, exec.stream()>>>(boxes, count, bounds); });
}

std::unique_ptr<PairFinder::Search> make_cuda_finder(uint32_t capacity, const PairsConfig& config) {
    return std::make_unique<CudaFinder>(capacity, config);
}

}  // namespace sim
