#include "app/bench/sort/sort_frame.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>

#include "app/base/errors.h"

namespace app {
namespace {

/// The least place below `count` where is_so(place); none when there is no such place.
template <class IsSo>
std::optional<uint32_t> first_place(uint32_t count, IsSo is_so) {
    const uint32_t first = tbb::parallel_reduce(
        tbb::blocked_range<uint32_t>(0, count, 1u << 14), count,
        [&](const tbb::blocked_range<uint32_t>& range, uint32_t least) {
            for (uint32_t place = range.begin(); place < range.end() && place < least; ++place) {
                if (is_so(place)) return place;
            }
            return least;
        },
        [](uint32_t a, uint32_t b) { return std::min(a, b); });
    return first == count ? std::nullopt : std::optional<uint32_t>(first);
}

[[noreturn]] void fail(const sort::Engine& engine, const std::string& what) {
    throw CheckFailed(std::string("check failed: ") + engine.name + ": " + what);
}

std::string not_in_order(uint32_t place) { return "at index " + std::to_string(place) + ": not in order"; }

}  // namespace

SortFrame::SortFrame(const SortPlan& plan, const SortCase& which, size_t number)
    : keys_(input_keys(which.input, number, plan.type, which.count, plan.seed)) {
    keys_.offsets = which.offsets;
    const bool whole = plan.bits.begin == 0 && plan.bits.end == 32 && which.offsets.empty();
    if (keys_.count > plan.most_referenced && plan.values != BenchValues::none && whole) return;
    reference_ =
        std::make_unique<SortReference>(plan.type, keys_.bytes.data(), keys_.count, plan.bits, keys_.offsets);
}

/// n pairs whose indices are below n, strictly ascending by (key, index): no index stands there twice, so
/// each is there once, and this is the one stable order.
std::optional<uint32_t> SortFrame::first_not_in_order(const std::vector<uint32_t>& sorted,
                                                      const std::vector<uint32_t>& order) const {
    if (sorted.size() != keys_.count || order.size() != keys_.count) return 0;
    return first_place(keys_.count, [&](uint32_t place) {
        if (order[place] >= keys_.count) return true;
        if (place == 0) return false;
        return sorted[place - 1] > sorted[place] ||
               (sorted[place - 1] == sorted[place] && order[place - 1] >= order[place]);
    });
}

void SortFrame::check_order(const sort::Engine& engine, const std::vector<uint32_t>& order) const {
    if (reference_) return reference_->check_order(engine, order);
    uint32_t place = static_cast<uint32_t>(order.size());
    if (order.size() != keys_.count ||
        !sort::is_sorted_order(keys_.type, keys_.bytes.data(), order, engine.stable, &place)) {
        fail(engine, not_in_order(place));
    }
}

void SortFrame::check_result(const sort::Engine& engine, const sort::Measured& result) const {
    if (result.values.empty() && keys_.count > 0) {
        return reference_->check_keys(engine, keys_.low, result.keys);
    }
    if (reference_ || !engine.stable) {
        check_order(engine, result.values);
    } else if (const auto place = first_not_in_order(result.keys, result.values)) {
        fail(engine, not_in_order(*place));
    }
    const auto apart = first_place(
        keys_.count, [&](uint32_t place) { return result.keys[place] != keys_.low[result.values[place]]; });
    if (apart) fail(engine, "keys and values do not match");
}

}  // namespace app
