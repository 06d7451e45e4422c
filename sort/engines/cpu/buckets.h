// Which bucket a key belongs to: a monotone function, so that buckets in order are keys in order.
//
// Even buckets of the key's range suit keys that are spread evenly. Others (floats: half of them in one
// binade) are sampled, and every 4096th of the range gets buckets of its own by what the sample saw there: a
// table says the first bucket and how many of the other bits choose among several. Thin parts share a bucket.
#pragma once
#include <algorithm>
#include <bit>

#include "sort/engines/cpu/range.h"

namespace sort::cpu {

constexpr int kMaxBucketBits = 11;
constexpr uint32_t kMaxBuckets = 4096;
constexpr int kPartBits = 12;  // of the range, for the table
constexpr uint32_t kParts = 1u << kPartBits;
constexpr uint32_t kSamples = 4096;

template <class Key>
struct EvenBuckets {
    Key least;
    int shift;

    uint32_t operator()(Key key) const { return static_cast<uint32_t>((key - least) >> shift); }
};

template <class Key>
struct TableBuckets {
    static constexpr int kNone = 8 * sizeof(Key) - 1;  // this shift makes 0 of what is left of a key

    Key least;
    int shift;              // of a part; less than kNone
    const uint32_t* parts;  // the first bucket, and above 16 bits the shift of the rest

    uint32_t operator()(Key key) const {
        const Key above = key - least;
        const uint32_t part = parts[above >> shift];
        return (part & 0xffff) + static_cast<uint32_t>((above & ((Key{1} << shift) - 1)) >> (part >> 16));
    }
};

/// Map from the keys of one level to buckets.
template <class Key>
class Buckets {
public:
    /// Even buckets for keys in `range`.
    void make_even(KeyRange<Key> range, int bucket_bits) {
        least_ = range.least;
        shift_ = std::max(0, range.end - bucket_bits);
        bits_ = std::min(bucket_bits, range.end);
        count_ = 1u << bits_;
        even_ = true;
    }

    /// Makes the map from a sample: load(i) returns the key of pair i, as the bits see it.
    template <class Load>
    void make(KeyRange<Key> range, int bucket_bits, uint32_t pairs, Load load) {
        make_even(range, bucket_bits);
        if (pairs < 2 * kSamples || range.end <= kPartBits) return;
        part_shift_ = range.end - kPartBits;
        std::fill_n(parts_, kParts, 0u);
        const uint32_t stride = pairs / kSamples;
        for (uint32_t k = 0; k < kSamples; ++k) ++parts_[(load(k * stride) - range.least) >> part_shift_];
        if (is_even()) return;
        even_ = false;
        fill_table();
    }

    uint32_t count() const { return count_; }

    /// Calls work(EvenBuckets) or work(TableBuckets).
    template <class Work>
    void with_map(Work work) const {
        if (even_) return work(EvenBuckets<Key>{least_, shift_});
        work(TableBuckets<Key>{least_, part_shift_, parts_});
    }

private:
    /// Does no even bucket hold more than three times its share of the sample, and some leeway?
    bool is_even() const {
        const uint32_t parts = kParts >> bits_;
        for (uint32_t part = 0; part < kParts; part += parts) {
            uint32_t seen = 0;
            for (uint32_t k = 0; k < parts; ++k) seen += parts_[part + k];
            if (seen > 3 * (kSamples >> bits_) + 8) return false;
        }
        return true;
    }

    /// Turns the counts of the sample into the table. A part with s samples gets up to 2 s / share buckets;
    /// thin parts one for each `share` samples, and one that a split part cuts short: fewer than kMaxBuckets.
    void fill_table() {
        const uint32_t share = std::max(kMinShare, kSamples >> bits_);
        uint32_t bucket = 0, filled = 0;  // samples in the bucket that thin parts share
        for (uint32_t& part : parts_) {
            const uint32_t seen = part;
            const int split =
                seen > share ? std::min<int>(part_shift_, std::bit_width((seen - 1) / share)) : 0;
            if (split > 0 && filled > 0) ++bucket;
            part = bucket | static_cast<uint32_t>(split > 0 ? part_shift_ - split : TableBuckets<Key>::kNone)
                                << 16;
            filled = split > 0 ? 0 : filled + seen;
            if (split > 0) {
                bucket += 1u << split;
            } else if (filled >= share) {
                ++bucket;
                filled = 0;
            }
        }
        count_ = bucket + 1;
    }

    static constexpr uint32_t kMinShare = 4;
    static_assert((2 + 1 + 1) * (kSamples / kMinShare) <= kMaxBuckets);

    Key least_ = 0;
    uint32_t count_ = 1;
    int shift_ = 0, bits_ = 0, part_shift_ = 0;
    bool even_ = true;
    uint32_t parts_[kParts];
};

}  // namespace sort::cpu
