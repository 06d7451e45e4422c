// Sorts (key, index) items once; what it keeps, order and groups of equal keys, is the same for every type.
#include "app/measure/sort_check.h"

#include <algorithm>
#include <cmath>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "sort/base/digits.h"
#include "sort/keys.h"

namespace app {
namespace {

using sort::KeyType;

constexpr uint32_t kComparedUnasked = 1 << 20;

// The order of the contract: every NaN last, -0 equal to +0.
template <typename T>
bool before(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::isnan(b) ? !std::isnan(a) : a < b;
    return a < b;
}

template <typename T>
std::vector<uint32_t> digits_of(const T* keys, uint32_t count, BitRange bits) {
    const sort::KeyBits digit = sort::key_bits(bits.begin, bits.end);
    std::vector<uint32_t> digits(count);
    for (uint32_t i = 0; i < count; ++i) digits[i] = digit(sort::ordered_key(keys[i]));
    return digits;
}

[[noreturn]] void fail(const sort::Engine& engine, size_t place, const std::string& what) {
    throw CheckFailed(std::string("check failed: ") + engine.name + ": at index " + std::to_string(place) +
                      ": " + what);
}

}  // namespace

template <typename T>
void SortReference::sort_items(const T* keys, uint32_t count, std::span<const uint32_t> offsets) {
    struct Item {
        T key;
        uint32_t index;
    };
    std::vector<Item> items(count);
    for (uint32_t i = 0; i < count; ++i) items[i] = {keys[i], i};
    // It takes seconds for many keys: an interrupt need not wait for its end.
    uint32_t compared = 0;
    const auto sort_part = [&](uint32_t first, uint32_t last) {
        std::stable_sort(items.begin() + first, items.begin() + last,
                         [&compared](const Item& a, const Item& b) {
                             if (++compared % kComparedUnasked == 0) throw_if_interrupted();
                             return before(a.key, b.key);
                         });
    };
    if (offsets.empty()) sort_part(0, count);
    for (size_t s = 0; s + 1 < offsets.size(); ++s) sort_part(offsets[s], offsets[s + 1]);
    std::vector<bool> starts(offsets.empty() ? 0 : count + 1);
    for (const uint32_t offset : offsets) starts[offset] = true;
    order_.resize(count);
    group_.resize(count);
    uint32_t group = 0;
    for (uint32_t place = 0; place < count; ++place) {
        const bool is_first = !starts.empty() && starts[place];
        if (place > 0 && (is_first || before(items[place - 1].key, items[place].key))) ++group;
        order_[place] = items[place].index;
        group_[items[place].index] = group;
    }
}

SortReference::SortReference(KeyType type, const void* keys, uint32_t count, BitRange bits,
                             std::span<const uint32_t> offsets) {
    sort::with_key_type(type, [&](auto key) {
        using Key = decltype(key);
        const auto* typed = static_cast<const Key*>(keys);
        if constexpr (sizeof(Key) == 4) {
            if (bits.begin != 0 || bits.end != 32)
                return sort_items(digits_of(typed, count, bits).data(), count, offsets);
        }
        sort_items(typed, count, offsets);
    });
}

void SortReference::check_order(const sort::Engine& engine, std::span<const uint32_t> order) const {
    if (order.size() != order_.size()) fail(engine, order.size(), "keys are missing");
    std::vector<bool> seen(order.size());
    for (size_t place = 0; place < order.size(); ++place) {
        const uint32_t index = order[place], expected = order_[place];
        if (index >= order.size() || seen[index]) {
            fail(engine, place, "value " + std::to_string(index) + " is repeated or out of range");
        }
        seen[index] = true;
        if (engine.stable && index != expected) {
            fail(engine, place,
                 "value " + std::to_string(index) + ", " + std::to_string(expected) + " expected");
        }
        if (group_[index] != group_[expected]) fail(engine, place, "not the expected key");
    }
}

void SortReference::check_keys(const sort::Engine& engine, const std::vector<uint32_t>& words,
                               std::vector<uint32_t> sorted) const {
    if (sorted.size() != order_.size()) fail(engine, sorted.size(), "keys are missing");
    std::vector<uint32_t> expected(words.size());
    for (size_t place = 0; place < expected.size(); ++place) expected[place] = words[order_[place]];
    if (!engine.stable) {
        // Of equal keys any may come first, and with few bits equal keys can be different words.
        const auto order_groups = [&](std::vector<uint32_t>& keys) {
            for (size_t first = 0, last = 0; first < keys.size(); first = last) {
                const uint32_t group = group_[order_[first]];
                while (last < keys.size() && group_[order_[last]] == group) ++last;
                std::sort(keys.begin() + static_cast<ptrdiff_t>(first),
                          keys.begin() + static_cast<ptrdiff_t>(last));
            }
        };
        order_groups(expected);
        order_groups(sorted);
    }
    const auto wrong = std::mismatch(expected.begin(), expected.end(), sorted.begin());
    if (wrong.first != expected.end()) {
        fail(engine, static_cast<size_t>(wrong.first - expected.begin()), "not the expected key");
    }
}

}  // namespace app
