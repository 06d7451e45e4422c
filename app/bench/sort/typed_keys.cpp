// The way back from the maps of sort/keys.h, and then the maps.
#include "app/bench/sort/typed_keys.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "sort/keys.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

using sort::KeyType;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Words below that of minus infinity would be NaNs with a sign, which sort last: they become minus infinity.
template <class T>
T key_of(uint64_t word) {
    using Bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Bits>(word ^ sort::ordered_key(T{0})));
}

template <>
float key_of(uint64_t word) {
    const float key =
        sort::key_to_float(std::max(static_cast<uint32_t>(word), sort::ordered_key(-kInfinity)));
    return std::isnan(key) ? std::numeric_limits<float>::quiet_NaN() : key;
}
template <>
double key_of(uint64_t word) {
    word = std::max(word, sort::ordered_key(-double{kInfinity}));
    const double key = std::bit_cast<double>(word >> 63 ? word & 0x7fffffffffffffffull : ~word);
    return std::isnan(key) ? std::numeric_limits<double>::quiet_NaN() : key;
}

/// The words of the bytes that `made` has, in unsigned order.
template <class T>
void split(TypedKeys& made) {
    for (uint32_t i = 0; i < made.count; ++i) {
        T key;
        std::memcpy(&key, &made.bytes[i * sizeof(T)], sizeof(T));
        const uint64_t word = sort::ordered_key(key);
        made.low[i] = static_cast<uint32_t>(word);
        if (made.wide()) made.high[i] = static_cast<uint32_t>(word >> 32);
    }
}

template <class Word>
TypedKeys made_of(KeyType type, const std::vector<Word>& words) {
    std::vector<std::byte> bytes(words.size() * sort::size_of(type));
    sort::with_key_type(type, [&](auto of_type) {
        for (size_t i = 0; i < words.size(); ++i) {
            const auto key = key_of<decltype(of_type)>(words[i]);
            std::memcpy(&bytes[i * sizeof key], &key, sizeof key);
        }
    });
    return typed_keys_from(type, std::move(bytes));
}

/// Words of `bits` bits in the same order: those between the least and the greatest of these in equal parts.
std::vector<uint32_t> narrowed(const std::vector<uint32_t>& words, int bits) {
    if (words.empty()) return {};
    const auto [least, greatest] = std::minmax_element(words.begin(), words.end());
    const uint64_t first = *least, range = uint64_t{*greatest} - first + 1;
    const uint64_t parts = std::min(range, uint64_t{1} << bits);
    std::vector<uint32_t> narrow(words.size());
    for (size_t i = 0; i < words.size(); ++i) {
        narrow[i] = static_cast<uint32_t>((words[i] - first) * parts / range);
    }
    return narrow;
}

}  // namespace

TypedKeys typed_keys_from(KeyType type, std::vector<std::byte> bytes) {
    TypedKeys keys;
    keys.type = type;
    keys.count = static_cast<uint32_t>(bytes.size() / sort::size_of(type));
    keys.bytes = std::move(bytes);
    keys.low.resize(keys.count);
    if (keys.wide()) keys.high.resize(keys.count);
    sort::with_key_type(type, [&](auto key) { split<decltype(key)>(keys); });
    return keys;
}

TypedKeys typed_keys(KeyType type, const std::vector<uint32_t>& words) {
    const int bits = static_cast<int>(8 * sort::size_of(type));
    if (bits == 64) return typed_keys(type, sort::widened(words));
    return bits == 32 ? made_of(type, words) : made_of(type, narrowed(words, bits));
}

TypedKeys typed_keys(KeyType type, const std::vector<uint64_t>& words) { return made_of(type, words); }

}  // namespace app
