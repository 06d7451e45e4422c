// What the calls of an Exec give for each item and for all of them (work.h): on any backend that of a loop over the items.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "sim/exec/work.h"

namespace execs {

/// Of an item, by its bits: any number, but the same one each time.
inline uint32_t word_of(uint32_t i) {
    const uint32_t mixed = (i + 1) * 0x9e3779b9u;
    return mixed ^ mixed >> 15;
}
/// Bit 0 of about a half, the others are rare.
inline uint32_t flags_of(uint32_t i) {
    const uint32_t word = word_of(i);
    return (word & 1) | (word % 97 == 0 ? 2 : 0) | (word % 41 == 0 ? 4 : 0);
}
inline uint32_t words_to(uint32_t i, uint32_t list) { return word_of(i) >> (8 + 4 * list) & 3; }
inline void add_words(uint32_t i, uint32_t list, sim::WordsOfItem& to) {
    for (uint32_t k = 0; k < words_to(i, list) % 3; ++k) to.add(4 * i + 2 * list + k);
}

/// Totals are added to: they begin with these.
inline constexpr uint32_t kBefore = 1000;

struct Reduced {
    explicit Reduced(uint32_t count) : keys(count), order(count), list_a(2 * count), list_b(2 * count) {}
    bool operator==(const Reduced&) const = default;

    std::array<uint32_t, 3> flags{kBefore, kBefore, kBefore};
    std::array<uint64_t, 3> sums{kBefore, kBefore, kBefore};
    std::array<uint32_t, 6> most{};
    std::vector<uint32_t> keys, order, list_a, list_b;
    uint32_t descents = kBefore;
};

inline Reduced reduced_by_a_loop(uint32_t count) {
    Reduced all(count);
    all.list_a.clear();
    all.list_b.clear();
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t word = word_of(i);
        for (uint32_t k = 0; k < 3; ++k) {
            all.flags[k] += flags_of(i) >> k & 1;
            all.sums[k] += uint64_t{word} << 8 * k;
        }
        for (uint32_t k = 0; k < 6; ++k) all.most[k] = std::max(all.most[k], word >> k);
        for (uint32_t list = 0; list < 2; ++list) {
            auto& words = list ? all.list_b : all.list_a;
            for (uint32_t k = 0; k < words_to(i, list) % 3; ++k) words.push_back(4 * i + 2 * list + k);
        }
        all.keys[i] = word;
        all.order[i] = i;
        all.descents += i + 1 < count && word > word_of(i + 1);
    }
    return all;
}

/// Of an Exec whose memory the host reads.
template <class Exec>
Reduced reduced_by(Exec& exec, uint32_t count) {
    Reduced all(count);
    uint64_t listed_a = 0, listed_b = 0;
    exec.each_reduced("flags", count, 0, sim::CountFlags<3>{all.flags.data()}, flags_of);
    exec.each_reduced("sums", count, 0, sim::AddThree{all.sums.data()}, [](uint32_t i, uint64_t* sums) {
        for (uint32_t k = 0; k < 3; ++k) sums[k] += uint64_t{word_of(i)} << 8 * k;
    });
    exec.each_reduced("most", count, 0, sim::RaiseSix{all.most.data()}, [](uint32_t i, uint32_t* most) {
        for (uint32_t k = 0; k < 6; ++k) most[k] = std::max(most[k], word_of(i) >> k);
    });
    exec.each_reduced("lists", count, 0,
                      sim::AddToLists{{all.list_a.data(), &listed_a}, {all.list_b.data(), &listed_b}},
                      [](uint32_t i, sim::WordsOfItem& to_a, sim::WordsOfItem& to_b) {
                          add_words(i, 0, to_a);
                          add_words(i, 1, to_b);
                      });
    exec.each_reduced("keys", count, 0, sim::MakeKeys{all.keys.data(), all.order.data(), &all.descents},
                      word_of);
    exec.wait();
    all.list_a.resize(listed_a);
    all.list_b.resize(listed_b);
    std::sort(all.list_a.begin(), all.list_a.end());  // in any order
    std::sort(all.list_b.begin(), all.list_b.end());
    return all;
}

template <class Exec>
void expect_reductions_of_a_loop(Exec& exec) {
    for (const uint32_t count : {0u, 1u, 31u, 256u, 257u, 5000u, 20011u}) {
        const Reduced expected = reduced_by_a_loop(count), is = reduced_by(exec, count);
        EXPECT_EQ(is.flags, expected.flags) << count;
        EXPECT_EQ(is.sums, expected.sums) << count;
        EXPECT_EQ(is.most, expected.most) << count;
        EXPECT_EQ(is.list_a, expected.list_a) << count;
        EXPECT_EQ(is.list_b, expected.list_b) << count;
        EXPECT_EQ(is.keys, expected.keys) << count;
        EXPECT_EQ(is.order, expected.order) << count;
        EXPECT_EQ(is.descents, expected.descents) << count;
    }
}

/// Each item once, whether the host knows how many there are or only the backend's memory.
template <class Exec>
void expect_each_item_once(Exec& exec) {
    for (const uint32_t count : {0u, 1u, 256u, 257u, 20011u}) {
        std::vector<uint32_t> times(count + 1, 0), counted(count + 1, 0);
        exec.each("each", count, 0, [to = times.data()](uint32_t i) { ++to[i]; });
        const uint64_t known = count, most = count - count / 3;
        exec.each("counted", sim::CountedItems{&known, most}, [to = counted.data()](uint64_t i) { ++to[i]; });
        exec.wait();
        for (uint32_t i = 0; i <= count; ++i) {
            ASSERT_EQ(times[i], i < count) << i << " of " << count;
            ASSERT_EQ(counted[i], i < most) << i << " of " << most;
        }
    }
}

template <class Exec>
void expect_sums_of_a_loop(Exec& exec) {
    for (const uint32_t count : {0u, 1u, 300u, 20011u}) {
        std::vector<uint32_t> words(count);
        std::vector<uint64_t> sums(count + 1, 7), expected(count + 1, 0);
        for (uint32_t i = 0; i < count; ++i) expected[i + 1] = expected[i] + (words[i] = word_of(i));
        exec.exclusive_sum("sums", words.data(), sums.data(), count);
        exec.wait();
        EXPECT_EQ(sums, expected) << count;
    }
}

}  // namespace execs
