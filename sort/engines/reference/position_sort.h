// The reference sorts that sort by comparison: key and position side by side in one 64-bit word. No two words are
// equal, so any correct sort of them gives the one stable order, whatever its threads do, and needs no memory
// of its own.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "sort/base/digits.h"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort {

/// `sort_words(first, last)` sorts uint64_t ascending, in place.
template <class SortWords>
class PositionSort : public Sorter {
public:
    PositionSort(uint32_t capacity, SortWords sort_words)
        : sort_words_(std::move(sort_words)), words_(capacity), keys_(capacity), values_(capacity) {}

    static size_t bytes(uint32_t count, const EngineConfig&) {
        return size_t{count} * (sizeof(uint64_t) + 2 * sizeof(uint32_t));
    }

    uint32_t capacity() const override { return static_cast<uint32_t>(words_.size()); }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity(), options);
        const uint64_t moved_bytes = uint64_t{pairs.values ? 32u : 24u} * pairs.count;
        const Stage stage{"sort", -1, pairs, {}, moved_bytes, pairs.count};
        if (options.observer) options.observer->before(stage, stream);
        const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
        for (uint32_t i = 0; i < pairs.count; ++i) {
            words_[i] = uint64_t{bits(pairs.keys[i])} << 32 | i;
            keys_[i] = pairs.keys[i];
            if (pairs.values) values_[i] = pairs.values[i];
        }
        sort_words_(words_.data(), words_.data() + pairs.count);
        for (uint32_t i = 0; i < pairs.count; ++i) {
            const uint32_t from = static_cast<uint32_t>(words_[i]);
            pairs.keys[i] = keys_[from];
            if (pairs.values) pairs.values[i] = values_[from];
        }
        if (options.observer) options.observer->after(stage, stream);
        if (options.report) *options.report = {1, 0, 0, 0, 0};
    }

private:
    SortWords sort_words_;
    std::vector<uint64_t> words_;
    std::vector<uint32_t> keys_, values_;
};

}  // namespace sort
