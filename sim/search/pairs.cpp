// What both backends' finders share: names, limits, and the refusal of wrong calls before anything is queued.
#include "sim/pairs.h"

#include <cmath>
#include <stdexcept>

#include "sim/exec/limits.h"
#include "sim/exec/memory.h"
#include "sim/search/pair_finder.h"
#include "sort/base/counts.h"
#include "sort/base/errors.h"
#include "sort/base/float_environment.h"
#include "sort/core/memory_space.h"
#include "sort/device.h"

namespace sim {
namespace {

/// Throws sort::OverLimit for more pairs than there can be.
void require_countable(uint64_t pairs) {
    if (pairs <= kMaxPairs) return;
    throw sort::OverLimit("pairs: requested " + sort::grouped(pairs) + ", the limit is " +
                          sort::grouped(kMaxPairs));
}

/// Names and sizes that were left open, settled; an engine that is not there is refused here.
PairsConfig settled(const PairFinderConfig& config, uint32_t capacity) {
    const bool cuda = config.backend == sort::Backend::cuda;
    sort::require_threads(config.threads);
    require_countable(config.pair_capacity);
    PairsConfig own;
    own.backend = config.backend;
    own.threads = config.threads;
    own.broad_phase = config.broad_phase.empty() ? default_broad_phase(config.backend) : config.broad_phase;
    std::string reason;
    if (cuda) {
        own.device = sort::current_device();
        if (!sort::cuda_available(&reason, own.device))
            throw sort::Unavailable("pairs: " + sort::no_cuda_message("backend = cpu", reason));
    }
    own.engine = sort::engine_or_default(config.engine, config.backend).name;
    own.first_pairs = config.pair_capacity > 0 ? config.pair_capacity : first_pair_capacity(capacity);
    return own;
}

}  // namespace

bool is_finite_box(const Box& box) {
    for (int axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(box.min[axis]) || !std::isfinite(box.max[axis]) || box.min[axis] > box.max[axis])
            return false;
    }
    return true;
}

void refuse_box(size_t index) {
    throw std::invalid_argument("boxes: box " + std::to_string(index) + " is not finite, or has min > max");
}

PairFinder::PairFinder(size_t box_capacity, const PairFinderConfig& config) {
    const sort::FloatEnvironment environment;
    const uint32_t boxes = sort::require_at_most(kMaxBodies, box_capacity, "boxes");
    const uint32_t capacity = std::max(boxes, 1u);
    const PairsConfig own = settled(config, capacity);
    const bool cuda = config.backend == sort::Backend::cuda;
    if (!cuda) require_pair_memory(own.first_pairs);
    search_ = cuda ? make_cuda_finder(capacity, own) : make_cpu_finder(capacity, own);
    search_->box_capacity = boxes;
    search_->backend = config.backend;
    search_->device = cuda ? own.device : -1;
}

PairFinder::~PairFinder() = default;
PairFinder::PairFinder(PairFinder&&) noexcept = default;
PairFinder& PairFinder::operator=(PairFinder&&) noexcept = default;

void PairFinder::find(const Box* boxes, size_t count, sort::Stream stream) {
    const sort::FloatEnvironment environment;
    if (count > box_capacity()) {
        throw std::invalid_argument("boxes: " + std::to_string(count) + " for a finder made for " +
                                    std::to_string(box_capacity()));
    }
    if (count > 0 && !boxes) throw std::invalid_argument("boxes: there are none");
    if (reinterpret_cast<uintptr_t>(boxes) % alignof(Box) != 0) {
        throw std::invalid_argument("boxes: not aligned to 8 bytes");
    }
    if (count > 0) sort::require_memory_of(search_->backend, search_->device, boxes, "boxes");
    const sort::CurrentDevice on(search_->device);
    search_->find(boxes, uint32_t(count), stream);
}

const uint32_t* PairFinder::pairs() const { return search_->pairs(); }
const uint64_t* PairFinder::count() const { return search_->count(); }
uint64_t PairFinder::pair_capacity() const { return search_->pair_capacity(); }
const uint32_t* PairFinder::order() const { return search_->order(); }
uint64_t PairFinder::read_count(sort::Stream stream) const {
    const sort::CurrentDevice on(search_->device);
    return search_->read_count(stream);
}
uint32_t PairFinder::box_capacity() const { return search_->box_capacity; }
size_t PairFinder::bytes() const { return search_->bytes(); }

void PairFinder::reserve_pairs(uint64_t pairs) {
    require_countable(pairs);
    const sort::CurrentDevice on(search_->device);
    if (pairs > pair_capacity()) search_->reserve_pairs(pairs);
}

std::vector<uint32_t> overlapping_pairs(std::span<const Box> boxes, const PairFinderConfig& config) {
    const sort::FloatEnvironment environment;
    for (size_t i = 0; i < boxes.size(); ++i)
        if (!is_finite_box(boxes[i])) refuse_box(i);
    const size_t capacity = std::min<size_t>(boxes.size(), UINT32_MAX);  // too many are refused below
    PairsConfig own = settled(config, uint32_t(capacity));
    own.first_pairs = config.pair_capacity;
    return find_pairs(boxes, own);
}

}  // namespace sim
