// The reductions of work.h by a thread of the CPU: each takes what f says of items [begin, end), of `count` in all, and
// adds it to the result once.
#pragma once
#include <algorithm>

#include "sim/exec/work.h"
#include "sim/math/atomic.h"

namespace sim {

template <size_t kFlags, class F>
void reduce(const CountFlags<kFlags>& into, uint64_t begin, uint64_t end, uint64_t, const F& f) {
    uint32_t yes[kFlags] = {};
    for (uint64_t i = begin; i < end; ++i) {
        const uint32_t bits = f(uint32_t(i));
        yes[0] += bits & 1;
        if (bits <= 1) continue;
        for (size_t k = 1; k < kFlags; ++k) yes[k] += bits >> k & 1;
    }
    for (size_t k = 0; k < kFlags; ++k) {
        if (yes[k] > 0) fetch_add(&into.totals[k], yes[k]);
    }
}

template <class F>
void reduce(const AddThree& into, uint64_t begin, uint64_t end, uint64_t, const F& f) {
    uint64_t sums[3] = {0, 0, 0};
    for (uint64_t i = begin; i < end; ++i) f(uint32_t(i), sums);
    for (int k = 0; k < 3; ++k) fetch_add(&into.totals[k], sums[k]);
}

template <class F>
void reduce(const RaiseSix& into, uint64_t begin, uint64_t end, uint64_t, const F& f) {
    uint32_t own[6] = {};
    for (uint64_t i = begin; i < end; ++i) f(uint32_t(i), own);
    for (int k = 0; k < 6; ++k) raise_to(&into.most[k], own[k]);
}

/// Words that a thread adds to a list, many at a time.
class WordBatch {
public:
    explicit WordBatch(const WordList& list) : list_(list) {}
    ~WordBatch() { flush(); }
    WordBatch(const WordBatch&) = delete;
    WordBatch& operator=(const WordBatch&) = delete;

    void add(const WordsOfItem& own) {
        if (count_ + own.count > kRoom) flush();
        own.write(words_ + count_);
        count_ += own.count;
    }

private:
    static constexpr uint32_t kRoom = 256;

    void flush() {
        if (count_ == 0) return;
        std::copy_n(words_, count_, list_.words + fetch_add(list_.listed, uint64_t(count_)));
        count_ = 0;
    }

    const WordList& list_;
    uint32_t words_[kRoom], count_ = 0;
};

template <class F>
void reduce(const AddToLists& into, uint64_t begin, uint64_t end, uint64_t, const F& f) {
    WordBatch to_a(into.a), to_b(into.b);
    for (uint64_t i = begin; i < end; ++i) {
        WordsOfItem of_a, of_b;
        f(uint32_t(i), of_a, of_b);
        to_a.add(of_a);
        to_b.add(of_b);
    }
}

template <class F>
void reduce(const MakeKeys& into, uint64_t begin, uint64_t end, uint64_t count, const F& f) {
    uint32_t own = f(uint32_t(begin)), greater = 0;
    for (uint64_t i = begin; i < end; ++i) {
        const uint32_t next = i + 1 < count ? f(uint32_t(i + 1)) : ~0u;
        into.keys[i] = own;
        into.order[i] = uint32_t(i);
        greater += own > next ? 1 : 0;
        own = next;
    }
    fetch_add(into.descents, greater);
}

}  // namespace sim
