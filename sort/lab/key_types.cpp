// Maps typed keys to unsigned words, sorts those, and checks orders.
#include "sort/lab/key_types.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "sort/keys.h"

namespace sort {
namespace {

/// Calls use(typed pointer) for the type that the keys have.
template <class Use>
auto with_typed(KeyType type, const void* keys, Use use) {
    return with_key_type(type, [&](auto key) { return use(static_cast<const decltype(key)*>(keys)); });
}

/// Makes one run: `order` becomes the order of the words.
void run(const Engine& engine, Sorter& sorter, std::vector<uint32_t>& words, const Options& options,
         SortedOrder& sorted) {
    const HostSort done = sort_host_arrays(engine, sorter, words.data(), sorted.order.data(),
                                           static_cast<uint32_t>(words.size()), options);
    sorted.sort_ms += done.sort_ms;
    sorted.report.passes_run += done.report.passes_run;
    sorted.report.passes_skipped += done.report.passes_skipped;
    sorted.report.path = done.report.path;
    sorted.report.windows += done.report.windows;
    sorted.report.max_shift = std::max(sorted.report.max_shift, done.report.max_shift);
}

}  // namespace

SortedOrder sorted_order(const Engine& engine, Sorter& sorter, KeyType type, const void* keys, uint32_t count,
                         const Options& options) {
    const bool wide = size_of(type) == 8;
    if (wide && !engine.stable) {
        throw std::invalid_argument(std::string("sort: ") + engine.name + " is not stable, and " +
                                    name_of(type) + " keys need a stable engine");
    }
    Options used = options;
    if (wide) used.begin_bit = 0, used.end_bit = 32;
    SortedOrder sorted;
    sorted.order.resize(count);
    std::iota(sorted.order.begin(), sorted.order.end(), 0u);
    std::vector<uint32_t> words(count);
    with_typed(type, keys, [&](const auto* typed) {
        for (uint32_t i = 0; i < count; ++i) words[i] = static_cast<uint32_t>(ordered_key(typed[i]));
    });
    run(engine, sorter, words, used, sorted);
    if (!wide) return sorted;

    // The second run is stable, so equal high words keep the order of their low words.
    with_typed(type, keys, [&](const auto* typed) {
        for (uint32_t i = 0; i < count; ++i) {
            words[i] = static_cast<uint32_t>(uint64_t{ordered_key(typed[sorted.order[i]])} >> 32);
        }
    });
    run(engine, sorter, words, used, sorted);
    return sorted;
}

bool is_sorted_order(KeyType type, const void* keys, const std::vector<uint32_t>& order, bool stable,
                     uint32_t* wrong_place) {
    const auto wrong = [&](uint32_t place) {
        if (wrong_place) *wrong_place = place;
        return false;
    };
    const uint32_t count = static_cast<uint32_t>(order.size());
    std::vector<bool> seen(count);
    return with_typed(type, keys, [&](const auto* typed) {
        for (uint32_t place = 0; place < count; ++place) {
            if (order[place] >= count || seen[order[place]]) return wrong(place);
            seen[order[place]] = true;
            if (place == 0) continue;
            const auto before = ordered_key(typed[order[place - 1]]), here = ordered_key(typed[order[place]]);
            if (here < before) return wrong(place);
            if (stable && here == before && order[place] < order[place - 1]) return wrong(place);
        }
        return true;
    });
}

}  // namespace sort
