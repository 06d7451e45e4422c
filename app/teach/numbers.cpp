// Counts everything by plain loops: lessons have a few hundred pairs.
#include "app/teach/numbers.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <set>

namespace app {

uint32_t descents(std::span<const uint32_t> keys) {
    uint32_t count = 0;
    for (size_t i = 1; i < keys.size(); ++i) count += keys[i - 1] > keys[i] ? 1 : 0;
    return count;
}

std::vector<uint32_t> places_before(std::span<const uint32_t> values_before,
                                    std::span<const uint32_t> values_after) {
    const size_t count = values_before.size();
    if (values_after.size() != count) return {};
    constexpr uint32_t kNowhere = 0xffffffffu;
    std::vector<uint32_t> place_of(count, kNowhere), from(count);
    for (size_t place = 0; place < count; ++place) {
        const uint32_t value = values_before[place];
        if (value >= count || place_of[value] != kNowhere) return {};
        place_of[value] = static_cast<uint32_t>(place);
    }
    std::vector<bool> seen(count, false);
    for (size_t place = 0; place < count; ++place) {
        const uint32_t value = values_after[place];
        if (value >= count || seen[value]) return {};
        seen[value] = true;
        from[place] = place_of[value];
    }
    return from;
}

std::vector<uint32_t> inverse(std::span<const uint32_t> from) {
    std::vector<uint32_t> to(from.size());
    for (size_t place = 0; place < from.size(); ++place) to[from[place]] = static_cast<uint32_t>(place);
    return to;
}

uint32_t same_digit_runs(std::span<const uint32_t> digits, uint32_t tile_pairs) {
    uint32_t runs = 0;
    for (size_t i = 0; i < digits.size(); ++i) {
        runs += i % tile_pairs == 0 || digits[i - 1] != digits[i] ? 1 : 0;
    }
    return runs;
}

std::vector<uint32_t> sectors_of_warps(std::span<const uint32_t> to, uint32_t warp_threads) {
    std::vector<uint32_t> counts;
    for (size_t first = 0; first < to.size(); first += warp_threads) {
        std::set<uint32_t> sectors;
        for (const uint32_t place : to.subspan(first, std::min<size_t>(warp_threads, to.size() - first))) {
            sectors.insert(place / kSectorWords);
        }
        counts.push_back(static_cast<uint32_t>(sectors.size()));
    }
    return counts;
}

uint32_t Written::all_sectors() const { return std::accumulate(sectors.begin(), sectors.end(), 0u); }

Written written(std::span<const uint32_t> digits, std::span<const uint32_t> to, uint32_t tile_pairs,
                bool exchanged, uint32_t warp_threads) {
    // Within a tile, the exchange leaves the pairs in the order of the places that they go to.
    std::vector<uint32_t> order(to.size());
    std::iota(order.begin(), order.end(), 0u);
    for (size_t first = 0; exchanged && first < order.size(); first += tile_pairs) {
        const auto begin = order.begin() + static_cast<ptrdiff_t>(first);
        const auto end = begin + static_cast<ptrdiff_t>(std::min<size_t>(tile_pairs, order.size() - first));
        std::sort(begin, end, [&](uint32_t a, uint32_t b) { return to[a] < to[b]; });
    }
    std::vector<uint32_t> own_digits, own_to;
    for (const uint32_t i : order) {
        own_digits.push_back(digits[i]);
        own_to.push_back(to[i]);
    }
    return {same_digit_runs(own_digits, tile_pairs), sectors_of_warps(own_to, warp_threads)};
}

std::string fixed(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string decimal(uint32_t word, int decimals) {
    std::string text = std::to_string(word);
    if (decimals <= 0) return text;
    const auto places = static_cast<size_t>(decimals);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    return text.insert(text.size() - places, 1, '.');
}

}  // namespace app
