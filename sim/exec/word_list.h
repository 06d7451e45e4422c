// Lists that a stage makes: each item adds up to two words. The order is any.
#pragma once
#include <algorithm>
#include <cstdint>

#include "sim/math/atomic.h"
#include "sort/base/host_device.h"

namespace sim {

struct WordList {
    uint32_t* words;   // room for all that can come
    uint64_t* listed;  // how many there are, 0 at first
};

/// Words that one item adds to a list, at most two.
struct WordsOfItem {
    uint32_t count = 0, first = 0, second = 0;

    HOST_DEVICE void add(uint32_t word) {
        if (count == 0) {
            first = word;
        } else {
            second = word;
        }
        ++count;
    }
    HOST_DEVICE void write(uint32_t* to) const {
        if (count > 0) to[0] = first;
        if (count > 1) to[1] = second;
    }
};

/// Words that a thread of the host adds to a list, many at a time.
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

}  // namespace sim
