// The made inputs. To add one: a line in kKinds and a case in make_keys.
#include "sort/inputs.h"

#include <algorithm>
#include <stdexcept>

#include "sort/numbers.h"

namespace sort {
namespace {

constexpr InputKind kKinds[] = {
    {"uniform", "uniform", "every 32-bit key equally likely", false},
    {"sorted", "sorted", "uniform keys in ascending order", false},
    {"reversed", "reversed", "uniform keys in descending order", false},
    {"equal", "equal", "one key, again and again", false},
    {"few", "few:K", "K different keys in random order", true},
    {"swaps", "swaps:K", "sorted, then K times two random places exchanged", true},
};
enum Kind { kUniform, kSorted, kReversed, kEqual, kFew, kSwaps };

std::string kind_list() {
    std::string list;
    for (const InputKind& kind : kKinds) list += std::string(list.empty() ? "" : ", ") + kind.usage;
    return list;
}

uint64_t parse_number(const std::string& text, const std::string& whole) {
    const WholeNumber number = parse_whole_number(text);
    if (number.fault != NumberFault::none || number.value < 1 || number.value > 4294967295u) {
        throw std::invalid_argument("input '" + whole + "': '" + text +
                                    "' is not a whole number from 1 to 4294967295");
    }
    return number.value;
}

/// Even enough for test data: the top half of the product keeps the bias under n / 2^32.
uint32_t random_below(uint64_t bound, uint64_t seed, uint64_t n) {
    return static_cast<uint32_t>(((random_number(seed, n) >> 32) * bound) >> 32);
}

}  // namespace

std::span<const InputKind> input_kinds() { return kKinds; }

uint64_t random_number(uint64_t seed, uint64_t n) {
    // Two rounds of multiply and xor-shift over a counter; the odd constants only need many mixed bits.
    uint64_t x = seed * 0xd1342543de82ef95ull + n + 0x632be59bd9b4e019ull;
    for (int round = 0; round < 3; ++round) {
        x ^= x >> 32;
        x *= 0xe9846af9b1a615d5ull;
    }
    return x ^ x >> 29;
}

Input parse_input(const std::string& text) {
    const size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const InputKind& k) { return name == k.name; });
    if (kind == std::end(kKinds)) {
        throw std::invalid_argument("unknown input '" + text + "'; there are " + kind_list());
    }
    if (kind->takes_number && colon == std::string::npos) {
        throw std::invalid_argument("input '" + text + "' needs a number: " + kind->usage);
    }
    if (!kind->takes_number && colon != std::string::npos) {
        throw std::invalid_argument("input '" + text + "': " + kind->name + " takes no number");
    }
    return {&*kind, kind->takes_number ? parse_number(text.substr(colon + 1), text) : 0};
}

std::vector<uint32_t> make_keys(const Input& input, uint32_t count, uint64_t seed) {
    const auto kind = static_cast<Kind>(input.kind - kKinds);
    std::vector<uint32_t> keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = static_cast<uint32_t>(random_number(seed, i) >> 32);
    switch (kind) {
        case kUniform:
            break;
        case kSorted:
            std::sort(keys.begin(), keys.end());
            break;
        case kReversed:
            std::sort(keys.rbegin(), keys.rend());
            break;
        case kEqual:
            std::fill(keys.begin(), keys.end(), static_cast<uint32_t>(seed));
            break;
        case kFew:
            // Spread over all bits: a multiple of an odd number differs for different multiples.
            for (uint32_t i = 0; i < count; ++i) {
                keys[i] = random_below(input.number, seed, i) * 0x9e3779b1u;
            }
            break;
        case kSwaps:
            std::sort(keys.begin(), keys.end());
            for (uint64_t k = 0; k < input.number && count > 1; ++k) {
                const uint64_t n = count + 2 * k;  // past the numbers that made the keys
                std::swap(keys[random_below(count, seed, n)], keys[random_below(count, seed, n + 1)]);
            }
            break;
    }
    return keys;
}

}  // namespace sort
