// What sort_local reports of itself: nothing, or, for lessons, each of its steps as a stage with the arrays that
// it worked with. sort_local calls counted() for each digit that it has counted, before the counts become
// offsets, scattered() when a digit's pairs have moved, and fixed() after an insertion.
#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

#include "sort/engines/cpu/words.h"
#include "sort/engines/observed.h"

namespace sort::cpu {

struct NoTrace {
    void recount() const {}
    template <class Digit>
    void counted(const Digit&, const uint32_t*) const {}
    template <class Digit, class Where>
    void scattered(const Digit&, Where) const {}
    template <class Where>
    void fixed(const char*, Where) const {}
};

/// Keeps the pairs as the last stage left them, in arrays of its own. Allocates: for observers that want arrays.
class LocalTrace {
public:
    LocalTrace(Pairs pairs, Stream stream, const Options& options)
        : stream_(stream), options_(options), keys_(pairs.keys, pairs.keys + pairs.count) {
        if (pairs.values) values_.assign(pairs.values, pairs.values + pairs.count);
    }

    /// Discards the counts so far: they are not used.
    void recount() { counted_.clear(); }

    template <class Digit>
    void counted(const Digit& digit, const uint32_t* bins) {
        if (reported_) counted_.clear();
        reported_ = false;
        counted_.push_back({digit.shift, {bins, bins + digit.mask + 1}});
    }

    template <class Digit, class Where>
    void scattered(const Digit& digit, Where where) {
        if (!reported_) report_counts();
        reported_ = true;
        std::vector<uint32_t> digits, offsets;
        for (const uint32_t key : keys_) digits.push_back(digit.of_key(key));
        for (const Counted& counted : counted_) {
            if (counted.shift != digit.shift) continue;
            offsets.resize(counted.bins.size());
            std::exclusive_scan(counted.bins.begin(), counted.bins.end(), offsets.begin(), 0u);
        }
        const StageArray arrays[] = {
            {"digit", digits.data(), count()},
            {"offsets", offsets.data(), static_cast<uint32_t>(offsets.size()), 1},
        };
        report("scatter", pass_++, where, arrays);
    }

    template <class Where>
    void fixed(const char* name, Where where) {
        report(name, -1, where, {});
    }

private:
    using Words = std::vector<uint32_t>;

    struct Counted {
        int shift;
        Words bins;
    };

    uint32_t count() const { return static_cast<uint32_t>(keys_.size()); }
    Pairs pairs(Words& keys, Words& values) const {
        return {keys.data(), values.empty() ? nullptr : values.data(), count()};
    }

    /// Reports all digits that one read has counted: a column each, the lowest first.
    void report_counts() {
        std::sort(counted_.begin(), counted_.end(),
                  [](const Counted& a, const Counted& b) { return a.shift < b.shift; });
        size_t bins = 0;
        for (const Counted& counted : counted_) bins = std::max(bins, counted.bins.size());
        Words table(bins * counted_.size());
        for (size_t column = 0; column < counted_.size(); ++column) {
            for (size_t bin = 0; bin < counted_[column].bins.size(); ++bin) {
                table[bin * counted_.size() + column] = counted_[column].bins[bin];
            }
        }
        const StageArray arrays[] = {{"histograms", table.data(), static_cast<uint32_t>(table.size()),
                                      static_cast<uint32_t>(counted_.size())}};
        const Pairs now = pairs(keys_, values_);
        observed(now, {"count", -1, now, arrays, uint64_t{4} * count(), count()}, stream_, options_, [] {});
    }

    template <class Where>
    void report(const char* name, int pass, Where where, std::span<const StageArray> arrays) {
        Words keys(keys_.size()), values(values_.size());
        for (uint32_t i = 0; i < count(); ++i) {
            const uint64_t word = where.load(i);
            keys[i] = key_of(word);
            if (!values.empty()) values[i] = value_of(word);
        }
        const uint64_t bytes = uint64_t{16} * count();
        observed(pairs(keys_, values_), {name, pass, pairs(keys, values), arrays, bytes, count()}, stream_,
                 options_, [] {});
        keys_.swap(keys);
        values_.swap(values);
    }

    Stream stream_;
    const Options& options_;
    Words keys_, values_;  // as the last stage left them
    std::vector<Counted> counted_;
    bool reported_ = false;
    int pass_ = 0;
};

}  // namespace sort::cpu
