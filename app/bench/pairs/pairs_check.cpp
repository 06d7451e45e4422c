// Plain loops, in parallel where they are long.
#include "app/bench/pairs/pairs_check.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <numeric>

#include "app/base/interrupt.h"
#include "sim/scenes/random.h"

namespace app {
namespace {

using Words = std::vector<uint64_t>;

uint64_t word_of(uint32_t a, uint32_t b) { return a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a; }

PairList sorted_list(Words words) {
    tbb::parallel_sort(words.begin(), words.end());
    PairList pairs(2 * words.size());
    for (size_t p = 0; p < words.size(); ++p) {
        pairs[2 * p] = uint32_t(words[p] >> 32);
        pairs[2 * p + 1] = uint32_t(words[p]);
    }
    return pairs;
}

/// Gathers what find(i, words) finds for every i of [0, count).
template <class Find>
Words gathered(size_t count, size_t grain, Find find) {
    Words all;
    std::mutex mutex;
    tbb::parallel_for(tbb::blocked_range<size_t>(0, count, grain), [&](const auto& range) {
        throw_if_interrupted();
        Words own;
        for (size_t i = range.begin(); i < range.end(); ++i) find(uint32_t(i), own);
        const std::lock_guard lock(mutex);
        all.insert(all.end(), own.begin(), own.end());
    });
    return all;
}

std::string pair_text(const PairList& pairs, size_t p) {
    return "(" + std::to_string(pairs[2 * p]) + ", " + std::to_string(pairs[2 * p + 1]) + ")";
}

}  // namespace

PairList brute_force_pairs(std::span<const sim::Box> boxes) {
    const auto n = uint32_t(boxes.size());
    return sorted_list(gathered(n, 64, [&](uint32_t i, Words& words) {
        for (uint32_t j = i + 1; j < n; ++j) {
            if (sim::overlaps(boxes[i], boxes[j])) words.push_back(word_of(i, j));
        }
    }));
}

double sweep_tests(std::span<const sim::Box> boxes) {
    constexpr int kTries = 1 << 18;
    if (boxes.size() < 2) return 0;
    sim::Random random(1);
    int meet[3] = {0, 0, 0};
    for (int k = 0; k < kTries; ++k) {
        const sim::Box& a = boxes[random.bits() % boxes.size()];
        const sim::Box& b = boxes[random.bits() % boxes.size()];
        for (int axis = 0; axis < 3; ++axis) {
            meet[axis] += a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis];
        }
    }
    const double all = 0.5 * double(boxes.size()) * double(boxes.size() - 1);
    return all * *std::min_element(meet, meet + 3) / kTries;
}

PairSample::PairSample(std::span<const sim::Box> boxes, uint32_t how_many, uint64_t seed)
    : chosen_(boxes.size(), false) {
    sim::Random random(seed);
    while (ids_.size() < std::min<size_t>(how_many, boxes.size())) {
        const uint64_t id = random.bits() % boxes.size();
        if (!chosen_[id]) ids_.push_back(uint32_t(id));
        chosen_[id] = true;
    }
    pairs_ = sorted_list(gathered(boxes.size(), 4096, [&](uint32_t i, Words& words) {
        for (const uint32_t id : ids_) {
            const bool counted = chosen_[i] && i <= id;  // both are chosen: once, and never with itself
            if (!counted && sim::overlaps(boxes[i], boxes[id])) words.push_back(word_of(i, id));
        }
    }));
}

std::string PairSample::compare(const PairList& pairs) const {
    PairList of_these;
    for (size_t p = 0; p + 1 < pairs.size(); p += 2) {
        if (chosen_[pairs[p]] || chosen_[pairs[p + 1]])
            of_these.insert(of_these.end(), {pairs[p], pairs[p + 1]});
    }
    return compare_pairs(pairs_, of_these);
}

PairList in_order(PairList pairs) {
    Words words(pairs.size() / 2);
    for (size_t p = 0; p < words.size(); ++p) words[p] = word_of(pairs[2 * p], pairs[2 * p + 1]);
    return sorted_list(std::move(words));
}

std::string compare_pairs(const PairList& expected, const PairList& found) {
    if (expected == found) return "";
    const size_t both = std::min(expected.size(), found.size()) / 2;
    const std::string counts =
        std::to_string(found.size() / 2) + " pairs, " + std::to_string(expected.size() / 2) + " expected; ";
    for (size_t p = 0; p <= both; ++p) {
        const bool more = 2 * p < found.size(), needed = 2 * p < expected.size();
        if (!more && !needed) break;
        const uint64_t a = more ? word_of(found[2 * p], found[2 * p + 1]) : UINT64_MAX;
        const uint64_t b = needed ? word_of(expected[2 * p], expected[2 * p + 1]) : UINT64_MAX;
        if (a == b) continue;
        return counts +
               (b < a ? pair_text(expected, p) + " is missing" : pair_text(found, p) + " is not expected");
    }
    return counts + "the rows are out of order";
}

}  // namespace app
