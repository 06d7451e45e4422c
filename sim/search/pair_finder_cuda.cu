// PairFinder on a CUDA device: the launches of a search on the caller's stream.
#include "sim/exec/exec_cuda.cuh"
#include "sim/search/pair_finder.h"

namespace sim {
namespace {

class CudaFinder : public FinderSearch<CudaExec> {
public:
    CudaFinder(uint32_t capacity, const PairsConfig& config)
        : FinderSearch(capacity, config, std::make_unique<CudaExec>()) {
        exec_->reserve_scan(algorithm_->longest_scan());
        sort::check(cudaMemset(status_.data(), 0, status_.bytes()));
        sort::check(cudaStreamSynchronize(nullptr));  // streams of callers may not wait for it
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

std::unique_ptr<PairFinder::Search> make_cuda_finder(uint32_t capacity, const PairsConfig& config) {
    return std::make_unique<CudaFinder>(capacity, config);
}

}  // namespace sim
