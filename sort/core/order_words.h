// The numbers by which pairs are sorted, where keys are not sorted where they lie: the segment of a pair above the asked
// bits of its key, in pieces that engines sort one after the other.
#pragma once
#include "sort/sort_call.h"

namespace sort {

/// Returns how many of the ascending numbers are at most `value`: a place's segment, counted from 1.
HOST_DEVICE inline uint32_t count_up_to(const uint32_t* numbers, uint32_t count, uint32_t value) {
    uint32_t first = 0;
    while (count > 0) {
        const uint32_t half = count / 2;
        const bool up_to = numbers[first + half] <= value;
        first += up_to ? half + 1 : 0;
        count = up_to ? count - half - 1 : half;
    }
    return first;
}

/// Most pairs of a segment that a warp sorts (short_segments.h).
inline constexpr uint32_t kShortSegment = 512;

/// What is found of the segments of a call before short ones are sorted: bits of a word where the pairs lie. 0: all are
/// short, and sorted.
struct SegmentState {
    static constexpr uint32_t some_long = 1;
    static constexpr uint32_t not_ascending = 2;  // the offsets: no segment is sorted yet
};

/// Makes the only piece where all bits of keys of up to 32 are asked, and nothing else: a loop that compilers vectorize.
template <class Key>
struct WholeWords {
    static constexpr const uint32_t* state = nullptr;  // as OrderWords has
    const Key* keys;

    HOST_DEVICE uint32_t operator()(uint32_t place, int) const {
        return static_cast<uint32_t>(ordered_key(keys[place]));
    }
};

/// Makes the pieces. Keys that no segment or live count reaches, and those of segments that are sorted already, get equal
/// ones, so that stable sorts leave them.
template <class Key>
struct OrderWords {
    const Key* keys;
    int begin, bits;  // of the ordered key
    PairSortOptions options;
    const uint32_t* state = nullptr;  // SegmentState; null: no segment is sorted yet

    /// Are they those of WholeWords?
    bool whole() const {
        return bits == 8 * sizeof(Key) && bits <= 32 && !options.descending && !options.live_count &&
               !options.offsets;
    }

    /// Bits of the whole number: 0 to 96.
    int total_bits() const {
        int segment_bits = 0;
        for (uint64_t most = uint64_t{options.segments} + 1; options.offsets && most > 0; most >>= 1)
            ++segment_bits;
        return bits + segment_bits;
    }

    /// Returns up to 64 bits of the number of the pair at `place`, from bit `from` on; those that it does not have are any.
    HOST_DEVICE uint64_t operator()(uint32_t place, int from) const {
        if (options.live_count && place >= *options.live_count) return ~0ull;
        const uint64_t segment =
            options.offsets ? count_up_to(options.offsets, options.segments + 1, place) : 0;
        const bool outside = options.offsets && (segment == 0 || segment > options.segments);
        const bool done = outside || is_done(static_cast<uint32_t>(segment));
        const uint64_t key = done ? 0 : asked_bits(ordered_key(keys[place]));
        if (from >= bits) return segment >> (from - bits);
        const int left = bits - from;
        return key >> from | (left < 64 ? segment << left : 0);
    }

    /// Is the pair at `place` in a segment that is sorted already? Its keys and values stand where they belong.
    HOST_DEVICE bool stands(uint32_t place) const {
        if (!state) return false;
        const uint32_t segment = count_up_to(options.offsets, options.segments + 1, place);
        return segment > 0 && segment <= options.segments && is_done(segment);
    }

private:
    /// `segment` is counted from 1.
    HOST_DEVICE bool is_done(uint32_t segment) const {
        return state && (*state & SegmentState::not_ascending) == 0 &&
               options.offsets[segment] - options.offsets[segment - 1] <= kShortSegment;
    }

    HOST_DEVICE uint64_t asked_bits(uint64_t ordered) const {
        if (bits == 0) return 0;
        return (options.descending ? ~ordered : ordered) >> begin & ~0ull >> (64 - bits);
    }
};

}  // namespace sort
