#include "sim/python/pairs.h"

#include <algorithm>

#include "sort/core/memory_space.h"
#include "sort/device.h"

namespace python {
namespace {

std::vector<uint32_t> found_on_host(const sim::Box* boxes, size_t count, const PairsChoice& choice) {
    const sim::PairFinderConfig config{
        .backend = sort::Backend::cpu, .broad_phase = choice.broad_phase, .engine = choice.engine};
    if (reinterpret_cast<uintptr_t>(boxes) % alignof(sim::Box) == 0)
        return sim::overlapping_pairs({boxes, count}, config);
    std::vector<sim::Box> aligned(count);  // a part of a larger array may begin anywhere
    std::copy_n(reinterpret_cast<const char*>(boxes), count * sizeof(sim::Box),
                reinterpret_cast<char*>(aligned.data()));
    return sim::overlapping_pairs(aligned, config);
}

}  // namespace

Pairs::Pairs(int device, const sim::Box* boxes, size_t count, sort::Stream stream, const PairsChoice& choice)
    : device_(device) {
    if (device == kHost) {
        on_host_ = found_on_host(boxes, count, choice);
        count_ = on_host_.size() / 2;
        return;
    }
    std::string reason;
    if (!sort::cuda_available(&reason, device)) throw sort::Unavailable(reason);
    const sort::CurrentDevice on(device);
    on_device_ = std::make_unique<sim::PairFinder>(
        count, sim::PairFinderConfig{.broad_phase = choice.broad_phase, .engine = choice.engine});
    on_device_->find(boxes, count, stream);
    count_ = on_device_->read_count(stream);
    if (count_ > on_device_->pair_capacity()) {
        on_device_->reserve_pairs(count_);
        on_device_->find(boxes, count, stream);
        on_device_->read_count(stream);  // a wait, so that the finder may end whatever follows
    }
}

void Pairs::write(uint32_t* to, sort::Stream stream) const {
    if (device_ == kHost) {
        std::copy(on_host_.begin(), on_host_.end(), to);
        return;
    }
    const sort::CurrentDevice on(device_);
    copy_on_device(to, on_device_->pairs(), 2 * count_ * sizeof(uint32_t), stream);
    wait_for(stream);
}

}  // namespace python
