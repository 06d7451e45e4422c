// All pairs of given boxes on a CUDA device: the broad phase alone, without a world.
#include "sim/exec_cuda.cuh"
#include "sim/world_common.h"

namespace sim {
namespace {

template <class T>
std::vector<T> download(const T* d_items, size_t count, cudaStream_t stream) {
    std::vector<T> items(count);
    sort::check(cudaMemcpyAsync(items.data(), d_items, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
    sort::check(cudaStreamSynchronize(stream));
    return items;
}

}  // namespace

std::vector<uint32_t> find_pairs_cuda(std::span<const Box> boxes, const PairsConfig& config,
                                      uint64_t* tests) {
    std::string reason;
    if (!cuda_available(&reason, config.device)) throw sort::Unavailable(reason);
    const uint32_t n = uint32_t(boxes.size());
    sort::check(cudaSetDevice(config.device));
    CudaExec exec(config.device);
    auto algorithm = make_broad_phase<CudaExec>(
        config.broad_phase, n, {&engine_of(config.engine, Backend::cuda), config.engine_config});
    exec.reserve_scan(algorithm->longest_scan());
    sort::DeviceBuffer<Box> d_boxes(n);
    sort::DeviceBuffer<Status> d_status(1);
    sort::check(cudaMemcpyAsync(d_boxes.data(), boxes.data(), d_boxes.bytes(), cudaMemcpyHostToDevice,
                                exec.stream()));
    const SpreadFrame frame = spread_frame_of(boxes);
    algorithm->prepare(exec, n);

    // Search, once more if the pairs did not fit.
    sort::DeviceBuffer<uint32_t> d_slots(2 * first_pair_capacity(n));
    Status status{};
    for (;;) {
        sort::check(cudaMemsetAsync(d_status.data(), 0, d_status.bytes(), exec.stream()));
        algorithm->find(exec, {d_boxes.data(), n, frame.middle, frame.scale},
                        {d_slots.data(), d_slots.size() / 2, d_status.data()});
        status = download(d_status.data(), 1, exec.stream())[0];
        if (!status.overflow) break;
        d_slots = {};
        try {
            d_slots = sort::DeviceBuffer<uint32_t>(2 * status.counters.pairs);
        } catch (const sort::OverLimit& error) {
            throw sort::OverLimit("there are " + std::to_string(status.counters.pairs) +
                                  " pairs: " + error.what());
        }
    }
    if (tests) *tests = status.counters.tests;
    auto slots = download(d_slots.data(), 2 * status.counters.pairs, exec.stream());
    std::vector<uint32_t> box_of_slot(n);
    if (algorithm->order()) {
        box_of_slot = download(algorithm->order(), n, exec.stream());
    } else {
        for (uint32_t slot = 0; slot < n; ++slot) box_of_slot[slot] = slot;
    }
    return normalized_pairs(std::move(slots), box_of_slot);
}

}  // namespace sim
