// Inputs for the engine suite: those of the command line by name, and those that only tests want. All seeded.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "sort/lab/inputs.h"

namespace suite {

using Words = std::vector<uint32_t>;

inline Words made(const std::string& input, uint32_t count, uint64_t seed = 1) {
    return sort::make_keys(sort::parse_input(input), count, seed);
}

struct Named {
    std::string name;
    Words keys;
};

inline uint32_t random_below(uint32_t bound, uint64_t seed, uint64_t n) {
    return static_cast<uint32_t>((sort::random_number(seed, n) >> 32) * bound >> 32);
}

inline Words index_values(uint32_t count) {
    Words index(count);
    std::iota(index.begin(), index.end(), 0u);
    return index;
}

/// keys[i] = key(i).
template <class Key>
Words each(uint32_t count, Key key) {
    Words keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = key(i);
    return keys;
}

/// The AND of `words` random words: fewer and fewer bits set.
inline Words entropy_keys(uint32_t count, int words) {
    Words keys = made("uniform", count, 100);
    for (int k = 1; k < words; ++k) {
        const Words more = made("uniform", count, 100 + k);
        for (uint32_t i = 0; i < count; ++i) keys[i] &= more[i];
    }
    return keys;
}

/// A sorted input in which no key is further than `most` from its place.
inline Words displaced(uint32_t count, uint32_t most) {
    const Words sorted = made("sorted", count, 31);
    Words order = index_values(count);
    const auto late = [&](uint32_t i) { return uint64_t{i} + random_below(most + 1, 32, i); };
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return late(a) < late(b); });
    return each(count, [&](uint32_t i) { return sorted[order[i]]; });
}

/// A sorted input with some keys replaced: every 1 of `one_in` on average.
inline Words replaced(uint32_t count, uint32_t one_in, bool by_largest) {
    Words keys = made("sorted", count, 33);
    for (uint32_t i = 0; i < count; ++i) {
        if (random_below(one_in, 34, i) != 0) continue;
        keys[i] = by_largest ? 0xffffffffu : static_cast<uint32_t>(sort::random_number(35, i));
    }
    return keys;
}

inline Words with_exchange(Words keys, uint32_t a, uint32_t b) {
    if (a < keys.size() && b < keys.size()) std::swap(keys[a], keys[b]);
    return keys;
}

/// Kinds of the command line that this build has, with a number where one is wanted.
inline std::vector<std::string> command_line_inputs() {
    std::vector<std::string> texts;
    for (const char* text : {"uniform",
                             "sorted",
                             "reversed",
                             "equal",
                             "few:2",
                             "few:5",
                             "swaps:1",
                             "swaps:3",
                             "gaussian",
                             "zero",
                             "bucket",
                             "staggered",
                             "zipf",
                             "sawtooth",
                             "entropy:3",
                             "banded:5-9",
                             "displaced:7",
                             "teleport:1%",
                             "organ-pipe",
                             "intruder",
                             "clusters:64",
                             "lattice:9",
                             "exponent",
                             "gas:0.01",
                             "gas24:0.01",
                             "gas-teleport:0.01:1%",
                             "gas24-teleport:0.01:1%"}) {
        const std::string whole = text;
        const auto kinds = sort::input_kinds();
        const bool there = std::any_of(kinds.begin(), kinds.end(), [&](const sort::InputKind& kind) {
            return whole.substr(0, whole.find(':')) == kind.name;
        });
        if (there) texts.push_back(whole);
    }
    return texts;
}

/// Inputs that make engines take different ways.
inline std::vector<Named> all_inputs(uint32_t count) {
    std::vector<Named> all;
    for (const std::string& text : command_line_inputs()) all.push_back({text, made(text, count)});
    for (const int words : {2, 3, 5, 8})
        all.push_back({"entropy " + std::to_string(words), entropy_keys(count, words)});
    for (const auto& [width, shift] :
         {std::pair{8, 0}, {8, 8}, {8, 16}, {8, 24}, {16, 0}, {16, 8}, {16, 16}, {24, 0}, {24, 8}}) {
        Words banded = made("uniform", count, 7);
        for (uint32_t& key : banded) key = (key & ((1u << width) - 1)) << shift;
        all.push_back({std::to_string(width) + " bits from bit " + std::to_string(shift), banded});
    }
    const auto random = [](uint64_t seed, uint32_t i) {
        return static_cast<uint32_t>(sort::random_number(seed, i) >> 32);
    };
    all.push_back({"organ pipe", each(count, [&](uint32_t i) { return 7 * std::min(i, count - 1 - i); })});
    all.push_back({"saw of 100", each(count, [](uint32_t i) { return i % 100 * 0x01010101u; })});
    all.push_back({"bell", each(count, [&](uint32_t i) {
                       uint64_t sum = 0;
                       for (uint64_t seed = 40; seed < 48; ++seed) sum += random(seed, i);
                       return static_cast<uint32_t>(sum / 8);
                   })});
    all.push_back({"one key half of the time, the next a quarter", each(count, [&](uint32_t i) {
                       return static_cast<uint32_t>(std::countl_zero(random(50, i) | 1)) * 0x9e3779b1u;
                   })});
    all.push_back({"64 clusters", each(count, [&](uint32_t i) {
                       return random_below(64, 51, i) * 0x03ffffffu + random_below(1000, 52, i);
                   })});
    // Floats: heights of a lattice's planes, and numbers of one binade.
    all.push_back({"lattice planes", each(count, [&](uint32_t i) {
                       return std::bit_cast<uint32_t>(0.25f * static_cast<float>(random_below(17, 53, i)));
                   })});
    all.push_back(
        {"shared exponent", each(count, [&](uint32_t i) { return 0xbf800000u | (random(54, i) >> 9); })});
    Words largest(count, 0xffffffffu);
    if (count > 0) largest[count / 2] = 0xfffffffeu;
    all.push_back({"one intruder among the largest", largest});
    Words smallest(count, 0);
    if (count > 0) smallest[count / 3] = 1;
    all.push_back({"one intruder among zeros", smallest});
    if (count > 1) {
        all.push_back({"ends exchanged", with_exchange(made("sorted", count, 3), 0, count - 1)});
        all.push_back({"last two exchanged", with_exchange(made("sorted", count, 4), count - 1, count - 2)});
    }
    return all;
}

/// Nearly in order: what a frame leaves to the next.
inline std::vector<Named> near_sorted_inputs(uint32_t count, uint32_t tile) {
    std::vector<Named> all;
    for (const uint32_t most : {1u, 2u, 8u, 9u, 31u, 32u, 33u, tile})
        all.push_back({"displaced by " + std::to_string(most), displaced(count, most)});
    for (const uint32_t swaps : {1u, 2u, 10u, count / 100 + 1})
        all.push_back(
            {"swaps:" + std::to_string(swaps), made("swaps:" + std::to_string(swaps), count, swaps)});
    for (const uint32_t one_in : {1000u, 100u, 20u})
        all.push_back({"one in " + std::to_string(one_in) + " elsewhere", replaced(count, one_in, false)});
    all.push_back({"some gone", replaced(count, 50, true)});
    Words tail = made("sorted", count, 36);
    for (uint32_t i = count - count / 50; i < count; ++i) tail[i] = random_below(~0u, 37, i);
    all.push_back({"tail of new keys", tail});
    Words ties = made("sorted", count, 38);
    for (uint32_t i = 0; i < count; ++i) ties[i] = i % tile < tile / 2 + 3 ? ties[i / tile * tile] : ties[i];
    all.push_back({"ties across tiles, some displaced", ties});
    return all;
}

}  // namespace suite
