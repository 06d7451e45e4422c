#include "app/frames/frame_facts.h"

#include <algorithm>
#include <numeric>

#include "app/frames/box_items.h"
#include "sort/registry.h"

namespace app {
namespace {

uint64_t varying_bits(const std::vector<uint64_t>& words) {
    uint64_t varying = 0;
    for (const uint64_t word : words) varying |= word ^ words[0];
    return varying;
}

}  // namespace

std::vector<uint32_t> FrameExaminer::sorted(SortedKeys keys, std::string& path) {
    if (!sorter_ || sorter_->capacity() < keys.count) {
        const uint64_t room = std::min<uint64_t>(uint64_t{keys.count} + keys.count / 4 + 1, UINT32_MAX);
        sorter_ = std::make_unique<sort::PairSorter>(
            room, sort::PairSorterConfig{.engine = "cpu-adaptive", .keys = keys.type});
    }
    std::vector<uint32_t> order(keys.count);
    std::iota(order.begin(), order.end(), 0u);
    sort::Report report;
    sort::PairSortOptions options;
    if (form_.bits && sort::size_of(keys.type) == 4)
        options.begin_bit = form_.bits->begin, options.end_bit = form_.bits->end;
    options.report = &report;
    sorter_->sort(keys.type, keys.bytes.data(), order.data(), keys.count, nullptr, options);
    path = sort::path_name(sorter_->engine(), report.path);
    return order;
}

FrameFacts FrameExaminer::examine(const FrameSet& set, const ReadFrame& frame) {
    FrameFacts facts{set.number(frame.frame), set.name(frame.frame), frame.fault};
    if (!facts.read()) return facts;
    const FrameItems& items = frame.items;
    facts.count = items.count();
    if (!items.boxes.empty()) facts.extent = extent_of(items.boxes);
    const BitRange bits = form_.bits.value_or(BitRange{});
    const auto words_of = [&](const std::vector<uint32_t>& order) {
        return words_of_keys(keys_in_order(items, form_.axis, order), bits.begin, bits.end);
    };
    std::vector<uint32_t> order = CarriedOrder().arranged(items);
    std::vector<uint64_t> words = words_of(order);
    facts.recorded_descents = descents_of(words);
    facts.carried = !carried_.empty();
    if (facts.carried && !form_.in_last_order) {
        order = carried_.arranged(items);
        words = words_of(order);
    }
    facts.varying = words.empty() ? 0 : varying_bits(words);
    facts.descents = descents_of(words);
    facts.movers = movers_of(words);
    std::vector<uint32_t> places = sorted(keys_in_order(items, form_.axis, order), facts.path);
    facts.disorder = disorder_of(places);
    for (uint32_t& place : places) place = order[place];
    carried_.keep(items, places);
    return facts;
}

std::string items_text(const FrameSet& set) {
    return set.kind() == ItemKind::keys ? std::string(sort::name_of(set.type())) + " keys"
                                        : name_of(set.kind());
}

}  // namespace app
