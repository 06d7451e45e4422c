// The pair search for C, on that of C++.
#include "sweeplab/pairs_c.h"

#include <algorithm>
#include <cstddef>

#include "sort/face/guarded.h"
#include "sweeplab/pairs.h"

struct sweeplab_pair_finder {
    sweeplab::PairFinder finder;
};

namespace sweeplab {
namespace {

static_assert(sizeof(sweeplab_box) == sizeof(Box) && offsetof(sweeplab_box, max) == offsetof(Box, max));

const Box* boxes_of(const sweeplab_box* boxes) { return reinterpret_cast<const Box*>(boxes); }

PairFinder& finder_of(sweeplab_pair_finder* finder) {
    if (!finder) throw std::invalid_argument("pairs: the finder is null");
    return finder->finder;
}

PairFinderOptions finder_options(const sweeplab_pair_finder_options* given) {
    const auto own = options_of(given, sweeplab_pair_finder_defaults());
    PairFinderOptions options;
    options.backend = enum_of<Backend>(own.backend);
    options.broad_phase = text_of(own.broad_phase);
    options.engine = text_of(own.engine);
    options.pair_capacity = own.pair_capacity;
    options.threads = own.threads;
    return options;
}

/// Writes all pairs, or none where the buffer has no room for them.
void write_pairs(const std::vector<uint32_t>& found, uint32_t* pairs, size_t pair_capacity) {
    if (!pairs && pair_capacity == 0) return;
    if (found.size() / 2 > pair_capacity) {
        throw sort::OverLimit("pairs: there are " + std::to_string(found.size() / 2) + ", and room for " +
                              std::to_string(pair_capacity));
    }
    std::copy(found.begin(), found.end(), pairs);
}

}  // namespace
}  // namespace sweeplab

using namespace sweeplab;

sweeplab_pair_finder_options sweeplab_pair_finder_defaults() {
    return {sizeof(sweeplab_pair_finder_options), SWEEPLAB_CUDA, nullptr, nullptr, 0, 0};
}

sweeplab_status sweeplab_pair_finder_create(size_t box_capacity, const sweeplab_pair_finder_options* options,
                                            sweeplab_pair_finder** finder) {
    return status_for_c(guarded([&] {
        if (!finder) throw std::invalid_argument("pairs: nowhere to put the finder");
        *finder = nullptr;
        *finder = new sweeplab_pair_finder{PairFinder(box_capacity, finder_options(options))};
    }));
}
void sweeplab_pair_finder_destroy(sweeplab_pair_finder* finder) { delete finder; }

sweeplab_status sweeplab_pair_finder_find(sweeplab_pair_finder* finder, const sweeplab_box* boxes,
                                          size_t count, void* stream) {
    return status_for_c(
        guarded([&] { finder_of(finder).find(boxes_of(boxes), count, static_cast<Stream>(stream)); }));
}

const uint32_t* sweeplab_pair_finder_pairs(const sweeplab_pair_finder* finder) {
    return finder ? finder->finder.pairs() : nullptr;
}
const uint64_t* sweeplab_pair_finder_count(const sweeplab_pair_finder* finder) {
    return finder ? finder->finder.count() : nullptr;
}
uint64_t sweeplab_pair_finder_pair_capacity(const sweeplab_pair_finder* finder) {
    return finder ? finder->finder.pair_capacity() : 0;
}
const uint32_t* sweeplab_pair_finder_order(const sweeplab_pair_finder* finder) {
    return finder ? finder->finder.order() : nullptr;
}

sweeplab_status sweeplab_pair_finder_read_count(const sweeplab_pair_finder* finder, void* stream,
                                                uint64_t* count) {
    return status_for_c(guarded([&] {
        if (!finder || !count) throw std::invalid_argument("pairs: the finder or the count is null");
        *count = finder->finder.read_count(static_cast<Stream>(stream));
    }));
}

sweeplab_status sweeplab_pair_finder_reserve_pairs(sweeplab_pair_finder* finder, uint64_t pairs) {
    return status_for_c(guarded([&] { finder_of(finder).reserve_pairs(pairs); }));
}

size_t sweeplab_pair_finder_box_capacity(const sweeplab_pair_finder* finder) {
    return finder ? finder->finder.box_capacity() : 0;
}
size_t sweeplab_pair_finder_bytes(const sweeplab_pair_finder* finder) {
    return finder ? finder->finder.bytes() : 0;
}

sweeplab_status sweeplab_overlapping_pairs(const sweeplab_box* boxes, size_t count,
                                           const sweeplab_pair_finder_options* options, uint32_t* pairs,
                                           size_t pair_capacity, size_t* pair_count) {
    return status_for_c(guarded([&] {
        if (!pair_count) throw std::invalid_argument("pairs: nowhere to put the number of pairs");
        *pair_count = 0;
        if (!pairs && pair_capacity > 0) throw std::invalid_argument("pairs: the buffer is null");
        const auto found = overlapping_pairs(boxes_of(boxes), count, finder_options(options));
        *pair_count = found.size() / 2;
        write_pairs(found, pairs, pair_capacity);
    }));
}
