// sweeplab::PairFinder is sim::PairFinder with other words for its types.
#include <cstddef>

#include "sim/pairs.h"
#include "sort/face/guarded.h"
#include "sweeplab/pairs.h"

namespace sweeplab {
namespace {

static_assert(sizeof(Box) == sizeof(sim::Box) && alignof(Box) == alignof(sim::Box) &&
              offsetof(Box, max) == offsetof(sim::Box, max));

const sim::Box* boxes_of(const Box* boxes) { return reinterpret_cast<const sim::Box*>(boxes); }

sim::PairFinderConfig config_of(const PairFinderOptions& options) {
    if (options.backend != Backend::cpu && options.backend != Backend::cuda) {
        throw std::invalid_argument("pairs: there is no backend " +
                                    std::to_string(static_cast<int>(options.backend)));
    }
    return {static_cast<sort::Backend>(options.backend), options.broad_phase, options.engine,
            options.pair_capacity, options.threads};
}

}  // namespace

struct PairFinder::State {
    State(size_t box_capacity, const PairFinderOptions& options) : finder(box_capacity, config_of(options)) {}

    /// Throws std::invalid_argument where there is no state.
    static sim::PairFinder& of(const std::unique_ptr<State>& state) {
        if (!state)
            throw std::invalid_argument("pairs: the finder is empty: none was created, or it was moved");
        return state->finder;
    }

    sim::PairFinder finder;
};

PairFinder::PairFinder() noexcept = default;
PairFinder::PairFinder(size_t box_capacity, const PairFinderOptions& options) {
    try_create(box_capacity, options).or_throw();
}
PairFinder::~PairFinder() = default;
PairFinder::PairFinder(PairFinder&&) noexcept = default;
PairFinder& PairFinder::operator=(PairFinder&&) noexcept = default;

Status PairFinder::try_create(size_t box_capacity, const PairFinderOptions& options) noexcept {
    return guarded([&] { state_ = std::make_unique<State>(box_capacity, options); });
}

Status PairFinder::try_find(const Box* boxes, size_t count, Stream stream) noexcept {
    return guarded([&] { State::of(state_).find(boxes_of(boxes), count, stream); });
}

const uint32_t* PairFinder::pairs() const noexcept { return state_ ? state_->finder.pairs() : nullptr; }
const uint64_t* PairFinder::count() const noexcept { return state_ ? state_->finder.count() : nullptr; }
uint64_t PairFinder::pair_capacity() const noexcept { return state_ ? state_->finder.pair_capacity() : 0; }
const uint32_t* PairFinder::order() const noexcept { return state_ ? state_->finder.order() : nullptr; }

Status PairFinder::try_read_count(uint64_t& count, Stream stream) const noexcept {
    return guarded([&] { count = State::of(state_).read_count(stream); });
}

Status PairFinder::try_reserve_pairs(uint64_t pairs) noexcept {
    return guarded([&] { State::of(state_).reserve_pairs(pairs); });
}

size_t PairFinder::box_capacity() const noexcept { return state_ ? state_->finder.box_capacity() : 0; }
size_t PairFinder::bytes() const noexcept { return state_ ? state_->finder.bytes() : 0; }

Status try_overlapping_pairs(const Box* boxes, size_t count, std::vector<uint32_t>& pairs,
                             const PairFinderOptions& options) noexcept {
    return guarded([&] {
        if (count > 0 && !boxes) throw std::invalid_argument("boxes: there are none");
        if (reinterpret_cast<uintptr_t>(boxes) % alignof(Box) != 0) {
            throw std::invalid_argument("boxes: not aligned to 8 bytes");
        }
        pairs = sim::overlapping_pairs({boxes_of(boxes), count}, config_of(options));
    });
}

}  // namespace sweeplab
