#include "app/frames/carried_order.h"

#include <cstring>
#include <unordered_map>

namespace app {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

/// Finds items of one frame by their ids.
class IndexById {
public:
    explicit IndexById(const FrameItems& items) : items_(items) {
        index_.reserve(items.ids.size());
        for (uint32_t i = 0; i < items.ids.size(); ++i) index_.emplace(items.ids[i], i);
    }
    uint32_t operator()(uint64_t id) const {
        if (items_.ids.empty()) return id < items_.count() ? uint32_t(id) : kNone;
        const auto at = index_.find(id);
        return at == index_.end() ? kNone : at->second;
    }

private:
    const FrameItems& items_;
    std::unordered_map<uint64_t, uint32_t> index_;
};

template <class Key>
void add_words(const SortedKeys& keys, int begin, int end, std::vector<uint64_t>& words) {
    constexpr bool wide = sizeof(Key) == 8;
    const uint64_t mask = wide ? ~uint64_t{0} : (uint64_t{1} << (end - begin)) - 1;
    for (uint32_t i = 0; i < keys.count; ++i) {
        Key key;
        std::memcpy(&key, &keys.bytes[i * sizeof key], sizeof key);
        words[i] = (uint64_t{sort::ordered_key(key)} >> (wide ? 0 : begin)) & mask;
    }
}

}  // namespace

std::vector<uint32_t> CarriedOrder::arranged(const FrameItems& items) const {
    const uint32_t count = items.count();
    std::vector<uint32_t> order;
    order.reserve(count);
    std::vector<bool> placed(count);
    if (!ids_.empty()) {
        const IndexById index(items);
        for (const uint64_t id : ids_) {
            const uint32_t at = index(id);
            if (at == kNone || placed[at]) continue;
            placed[at] = true;
            order.push_back(at);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (!placed[i]) order.push_back(i);
    }
    return order;
}

void CarriedOrder::keep(const FrameItems& items, const std::vector<uint32_t>& sorted) {
    ids_.clear();
    ids_.reserve(sorted.size());
    for (const uint32_t index : sorted) ids_.push_back(items.id(index));
}

SortedKeys keys_in_order(const FrameItems& items, int axis, const std::vector<uint32_t>& order) {
    SortedKeys keys{sorted_type(items), {}, uint32_t(order.size())};
    const size_t size = sort::size_of(keys.type);
    keys.bytes.resize(order.size() * size);
    for (size_t place = 0; place < order.size(); ++place) {
        if (items.kind == ItemKind::keys) {
            std::memcpy(&keys.bytes[place * size], &items.keys[order[place] * size], size);
        } else {
            const float low = items.boxes[order[place]].min[axis];
            std::memcpy(&keys.bytes[place * size], &low, size);
        }
    }
    return keys;
}

std::vector<uint64_t> words_of_keys(const SortedKeys& keys, int begin, int end) {
    std::vector<uint64_t> words(keys.count);
    sort::with_key_type(keys.type, [&](auto key) { add_words<decltype(key)>(keys, begin, end, words); });
    return words;
}

}  // namespace app
