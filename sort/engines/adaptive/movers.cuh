// How `adaptive` repairs where few pairs are out of place, however far they have moved: these, the movers, are
// taken out of the order and merged with the rest. One launch, one barrier of the grid.
//
// A block has a tile of the input, one each. It
//
//   reads      its keys, and kReach more on either side, into shared memory; its values into registers
//   takes out  at each descent the pair that fits less: the smaller key where the greater one fits before the
//              key behind, else the greater, and the smaller too where it does not fit either; again, up to
//              kRounds times, until the rest ascends. Neighbours nearly always come to the same answer at their
//              border, for both look at it from kReach places away; else the check fails
//   publishes  its movers, (key, place), in one list of the grid, and the first and last pair of its rest
//   barrier
//   checks     that the rest ascends strictly by (key, place) over all tile borders. So it is in order, and
//              with the movers it is all n pairs, each once
//   merges     counts the movers before its part of the output, ranks those that fall into its rest among
//              themselves, and finds their places in it by a binary search
//   writes     the pairs that change their place, straight to where they belong: all have been read
//
// Where the check fails nothing has been written. Example, two tiles: 0 9 1 2 | 3 1 5 6. The descents are 9
// 1 and 3 1: taken out are 9 and the second 1, the rest 0 1 2 3 5 6 ascends, and the movers go behind its 6
// and its 1. Bytes a pair: 16, of which the writes only where a place changes; in order 8. What a mover
// costs: every block reads it once, 8 bytes from L2, and those that fall into one tile are sorted by its
// block.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/block.cuh"
#include "sort/engines/adaptive/shapes.h"
#include "sort/sorter.h"

namespace sort::adaptive {

/// A pair of a tile's border: strictly ordered, as no two have the same place.
struct Border {
    uint32_t key, place;  // the key's bits that are sorted by
};

__device__ inline bool operator<(const Border& a, const Border& b) {
    return a.key < b.key || (a.key == b.key && a.place < b.place);
}

/// What a block tells the others of its rest: its first pair, and what stands at the tile's last place, a
/// pair or its stand-in (the pair before it, as if it were there). Of a tile without a rest the first is
/// the last, so that the comparison goes on from the tile before to the tile behind.
struct alignas(16) RestRecord {
    Border first, last;
};

struct MoverArgs {
    uint2* list;          // [kMostMovers] key, place
    uint32_t* values;     // [kMostMovers]
    uint32_t* counts;     // [2]: of this call, and 0 for the next; which is which alternates
    RestRecord* records;  // [tile]
    uint32_t tile_pairs;  // a tile a block; 0: this sort does not try
};

struct MoverShared {
    uint32_t own, incoming, before, lower, max_shift;
    Border begin, end;  // movers > begin and <= end belong to this tile
};

/// kItems: pairs a thread, at most.
template <uint32_t kThreads, uint32_t kItems>
class Movers {
public:
    static constexpr uint32_t kPlaces = kThreads * kItems;

private:
    static constexpr uint32_t kReach = 32;  // places more on either side of a tile
    static constexpr uint32_t kSlots = kPlaces + 2 * kReach, kMasks = kSlots / 32;
    static constexpr uint32_t kRounds =
        16;  // each takes a pair off either end of neighbours that moved together
    static constexpr uint32_t kMostOwn = kPlaces / 4;                                 // movers of a tile
    static constexpr uint32_t kMost = kPlaces < kMostMovers ? kPlaces : kMostMovers;  // of the grid

public:
    static constexpr uint32_t kWords = kSlots + 3 * kMasks + 3 * kMost + kMost / 2;
    static_assert(kReach == 32 && kSlots <= 1u << 16 && kMostOwn <= kMost && kMasks <= kThreads);
    using Shared = MoverShared;

    /// `turn`: which of the counts is this call's.
    __device__ Movers(const MoverArgs& args, Pairs pairs, KeyBits bits, uint32_t turn, uint32_t* words,
                      Shared& shared)
        : args_(args),
          pairs_(pairs),
          bits_(bits),
          count_(args.counts + turn),
          begin_(blockIdx.x * args.tile_pairs),
          length_(min(args.tile_pairs, pairs.count - begin_)),
          keys_(words),
          out_(words + kSlots),
          marked_(out_ + kMasks),
          out_before_(marked_ + kMasks),
          mover_keys_(out_before_ + kMasks),
          mover_places_(mover_keys_ + kMost),
          mover_numbers_(mover_places_ + kMost),
          slots_(reinterpret_cast<uint16_t*>(mover_numbers_ + kMost)),
          shared_(shared) {}

    /// By all blocks of the grid; Sync{}() is its barrier. Returns whether the pairs are repaired, the same in
    /// all threads of the grid; if not they are as they were. movers() is known then, max_shift() of this
    /// block where they are repaired.
    template <class Sync>
    __device__ bool run(Sync sync) {
        uint32_t values[kItems];
        load(values);
        const bool ascends = take_out();
        publish(ascends);
        sync();
        movers_ = __ldcg(count_);
        fetch_movers(0);  // before it is known how many there are
        if (movers_ > min(kMost, most_movers(pairs_.count)) || !rest_ascends()) return false;
        if (movers_ != 0) {
            gather_incoming();
            count_out();
            write_incoming();
            write_rest(values);
        }
        return true;
    }

    __device__ uint32_t movers() const { return movers_; }
    __device__ uint32_t max_shift() const { return shared_.max_shift; }

private:
    // Slots are the places from begin_ - kReach on; those of [low, high) exist.
    __device__ uint32_t low() const { return begin_ < kReach ? kReach - begin_ : 0; }
    __device__ uint32_t high() const { return kReach + min(length_ + kReach, pairs_.count - begin_); }
    __device__ uint32_t place_of(uint32_t slot) const { return begin_ + slot - kReach; }
    __device__ uint32_t key(uint32_t slot) const { return bits_(keys_[slot]); }
    __device__ bool is_out(uint32_t slot) const { return (out_[slot / 32] >> slot % 32 & 1) != 0; }
    __device__ bool is_own(uint32_t slot) const { return slot - kReach < length_; }

    __device__ void load(uint32_t (&values)[kItems]) {
        for (uint32_t i = threadIdx.x; i < kMasks; i += kThreads) out_[i] = marked_[i] = 0;
        if (threadIdx.x == 0) {
            shared_.own = shared_.incoming = shared_.before = shared_.lower = shared_.max_shift = 0;
        }
        // All loads are on their way before the first is waited for.
        uint32_t keys[kItems], beyond = 0;
        const uint32_t beyond_slot = threadIdx.x < kReach ? threadIdx.x : length_ + threadIdx.x;
        const bool has_beyond = threadIdx.x < 2 * kReach && beyond_slot >= low() && beyond_slot < high();
        if (has_beyond) beyond = __ldcg(pairs_.keys + place_of(beyond_slot));
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i < length_) keys[k] = __ldcg(pairs_.keys + begin_ + i);
        }
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i < length_ && pairs_.values != nullptr) values[k] = __ldcg(pairs_.values + begin_ + i);
        }
        if (has_beyond) keys_[beyond_slot] = beyond;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i < length_) keys_[kReach + i] = keys[k];
        }
        __syncthreads();
    }

    /// False where that would be too many, or does not come to an end. A thread has a word of the masks.
    __device__ bool take_out() {
        bool descends = false;
        for (uint32_t slot = low() + threadIdx.x; slot + 1 < high(); slot += kThreads) {
            if (key(slot) <= key(slot + 1)) continue;
            descends = true;
            mark(slot, slot + 1);
        }
        bool any = __syncthreads_or(descends);
        if (!any) return true;
        for (uint32_t round = 0; any; ++round) {
            const uint32_t marks = threadIdx.x < kMasks ? marked_[threadIdx.x] : 0;
            if (marks != 0) note(marks);
            __syncthreads();
            if (shared_.own > kMostOwn || round == kRounds) return false;
            // Where the rest came together again, does it descend there?
            descends = false;
            for (uint32_t left = marks; left != 0; left &= left - 1) {
                const uint32_t slot = 32 * threadIdx.x + __ffs(static_cast<int>(left)) - 1;
                const uint32_t greater = before(slot), smaller = after(slot);
                if (greater == kNone || smaller == kNone || key(greater) <= key(smaller)) continue;
                descends = true;
                mark(greater, smaller);
            }
            any = __syncthreads_or(descends);
        }
        if (threadIdx.x < kMasks) stand_in(out_[threadIdx.x]);
        __syncthreads();
        return true;
    }

    static constexpr uint32_t kNone = ~0u;

    /// The slot of the rest before this one, and after it.
    __device__ uint32_t before(uint32_t slot) const {
        uint32_t word = slot / 32, kept = ~out_[word] & ((1u << slot % 32) - 1);
        while (kept == 0 && word > low() / 32) kept = ~out_[--word];
        const uint32_t found = 32 * word + 31 - __clz(static_cast<int>(kept));
        return kept != 0 && found >= low() ? found : kNone;
    }
    __device__ uint32_t after(uint32_t slot) const {
        if (++slot >= high()) return kNone;
        uint32_t word = slot / 32, kept = ~out_[word] & (~0u << slot % 32);
        while (kept == 0 && 32 * (word + 1) < high()) kept = ~out_[++word];
        const uint32_t found = 32 * word + __ffs(static_cast<int>(kept)) - 1;
        return kept != 0 && found < high() ? found : kNone;
    }

    /// Of two neighbours in the rest the one that fits less, or both, are to be taken out.
    __device__ void mark(uint32_t greater, uint32_t smaller) {
        const uint32_t next = after(smaller);
        if (next == kNone || key(greater) <= key(next)) return mark(smaller);
        mark(greater);
        const uint32_t previous = before(greater);
        if (previous != kNone && key(previous) > key(smaller)) mark(smaller);
    }
    __device__ void mark(uint32_t slot) { atomicOr(marked_ + slot / 32, 1u << slot % 32); }

    /// Takes the marked ones of this thread's word out; those of this tile go to the list.
    __device__ void note(uint32_t marks) {
        marked_[threadIdx.x] = 0;
        out_[threadIdx.x] |= marks;
        for (; marks != 0; marks &= marks - 1) {
            const uint32_t slot = 32 * threadIdx.x + __ffs(static_cast<int>(marks)) - 1;
            if (!is_own(slot)) continue;
            const uint32_t to = atomicAdd(&shared_.own, 1);
            if (to >= kMostOwn) return;
            mover_keys_[to] = keys_[slot];
            mover_places_[to] = place_of(slot);
        }
    }

    __device__ void stand_in(uint32_t out) {
        for (; out != 0; out &= out - 1) {
            const uint32_t slot = 32 * threadIdx.x + __ffs(static_cast<int>(out)) - 1, from = before(slot);
            keys_[slot] = from != kNone ? keys_[from] : 0;
        }
    }

    __device__ void publish(bool ascends) {
        const uint32_t own = shared_.own;
        if (threadIdx.x == 0) {
            // More than there may be: every block sees it.
            const uint32_t at = atomicAdd(count_, ascends ? own : kMostMovers + 1);
            const uint32_t last = kReach + length_ - 1;
            const uint32_t first = min(is_out(kReach) ? after(kReach) : kReach, last);  // kNone is more
            args_.records[blockIdx.x] = {{key(first), place_of(first)}, {key(last), place_of(last)}};
            shared_.lower = at;
        }
        __syncthreads();
        const uint32_t at = shared_.lower;
        if (ascends && at + own <= kMostMovers) {
            for (uint32_t i = threadIdx.x; i < own; i += kThreads) {
                const uint32_t place = mover_places_[i];
                args_.list[at + i] = {mover_keys_[i], place};
                if (pairs_.values != nullptr) args_.values[at + i] = __ldcg(pairs_.values + place);
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) shared_.lower = 0;
    }

    __device__ Border read(const Border& from) const {
        const uint2 two = __ldcg(reinterpret_cast<const uint2*>(&from));
        return {two.x, two.y};
    }

    /// Every block looks at all borders by itself: the answer is the same, and needs no second barrier.
    __device__ bool rest_ascends() {
        bool descends = false;
        for (uint32_t tile = threadIdx.x; tile + 1 < gridDim.x; tile += kThreads) {
            const Border last = read(args_.records[tile].last);
            if (!(last < read(args_.records[tile + 1].first))) descends = true;
            if (tile + 1 == blockIdx.x) shared_.begin = last;
        }
        if (threadIdx.x == 0) shared_.end = read(args_.records[blockIdx.x].last);
        return !__syncthreads_or(descends);
    }

    static constexpr uint32_t kAtOnce = 4;

    __device__ void fetch_movers(uint32_t from) {
#pragma unroll
        for (uint32_t k = 0; k < kAtOnce; ++k) {
            fetched_[k] = __ldcg(args_.list + min(from + k * kThreads + threadIdx.x, kMostMovers - 1));
        }
    }

    /// The movers that belong into this tile's rest; and how many come before its pairs now, and then.
    __device__ void gather_incoming() {
        const Border begin = shared_.begin, end = shared_.end;
        const bool first = blockIdx.x == 0, last = blockIdx.x + 1 == gridDim.x;
        uint32_t before = 0, lower = 0;
        for (uint32_t from = 0; from < movers_; from += kAtOnce * kThreads) {
            if (from > 0) fetch_movers(from);
#pragma unroll
            for (uint32_t k = 0; k < kAtOnce; ++k) {
                const uint32_t i = from + k * kThreads + threadIdx.x;
                if (i >= movers_) break;
                const Border mover{bits_(fetched_[k].x), fetched_[k].y};
                before += mover.place < begin_ ? 1 : 0;
                if (!first && !(begin < mover)) {
                    ++lower;
                } else if (last || !(end < mover)) {
                    const uint32_t to = atomicAdd(&shared_.incoming, 1);
                    mover_keys_[to] = fetched_[k].x;
                    mover_places_[to] = mover.place;
                    mover_numbers_[to] = i;
                }
            }
        }
        before = warp_total(before);
        lower = warp_total(lower);
        if (own_lane() == 0) {
            atomicAdd(&shared_.before, before);
            atomicAdd(&shared_.lower, lower);
        }
        __syncthreads();
        to_ = begin_ - shared_.before + shared_.lower;
    }

    /// out_before_[word]: pairs of this tile that are out before the word.
    __device__ void count_out() {
        constexpr uint32_t kOwnMasks = kPlaces / 32;
        uint32_t all = 0;
        for (uint32_t from = 0; from < kOwnMasks; from += 32) {
            if (own_warp() != 0) break;
            const uint32_t word = from + own_lane() + 1;
            const uint32_t own = word <= kOwnMasks ? __popc(out_[word]) : 0, sums = warp_sums(own);
            if (word <= kOwnMasks) out_before_[word] = all + sums - own;
            all += __shfl_sync(kAllLanes, sums, 31);
        }
        if (threadIdx.x == 0) out_before_[kOwnMasks + 1] = all;
        __syncthreads();
    }

    /// Pairs of this tile that are out before its place i.
    __device__ uint32_t out_before(uint32_t i) const {
        const uint32_t slot = kReach + i;
        return out_before_[slot / 32] + __popc(out_[slot / 32] & ((1u << slot % 32) - 1));
    }

    /// The first place of this tile whose pair is greater.
    __device__ uint32_t upper_bound(const Border& mover) const {
        uint32_t from = 0, to = length_;
        while (from < to) {
            const uint32_t middle = (from + to) / 2, slot = kReach + middle;
            const Border there{key(slot), place_of(slot)};
            (there < mover ? from : to) = there < mover ? middle + 1 : middle;
        }
        return from;
    }

    /// By (key, place), as a bitonic network does it. Ranks by counting take as many steps as there are movers.
    __device__ void sort_incoming(uint32_t count) {
        uint32_t size = 2;
        while (size < count) size *= 2;
        const auto swap_words = [](uint32_t& a, uint32_t& b) {
            const uint32_t kept = a;
            a = b;
            b = kept;
        };
        for (uint32_t run = 2; run <= size; run *= 2) {
            for (uint32_t step = run / 2; step > 0; step /= 2) {
                for (uint32_t i = threadIdx.x; i < size / 2; i += kThreads) {
                    // All comparators point one way: those of a run's first step reach from its ends inwards.
                    const uint32_t in_step = i % step, low = i / step * 2 * step + in_step;
                    const uint32_t high =
                        step == run / 2 ? low - in_step + 2 * step - 1 - in_step : low + step;
                    if (high >= count || !(incoming(high) < incoming(low))) continue;
                    swap_words(mover_keys_[low], mover_keys_[high]);
                    swap_words(mover_places_[low], mover_places_[high]);
                    swap_words(mover_numbers_[low], mover_numbers_[high]);
                }
                __syncthreads();
            }
        }
    }

    __device__ Border incoming(uint32_t i) const { return {bits_(mover_keys_[i]), mover_places_[i]}; }

    __device__ void write_incoming() {
        const uint32_t count = shared_.incoming;
        const bool many = count > kThreads;
        if (many) sort_incoming(count);
        for (uint32_t i = threadIdx.x; i < count; i += kThreads) {
            const uint32_t value = pairs_.values != nullptr ? __ldcg(args_.values + mover_numbers_[i]) : 0;
            const Border mover = incoming(i);
            uint32_t rank = many ? i : 0;
            for (uint32_t other = 0; !many && other < count; ++other) rank += incoming(other) < mover ? 1 : 0;
            const uint32_t slot = upper_bound(mover);
            slots_[rank] = static_cast<uint16_t>(slot);
            write(mover.place, to_ + rank + slot - out_before(slot), mover_keys_[i], value);
        }
        __syncthreads();
    }

    __device__ void write_rest(const uint32_t (&values)[kItems]) {
        const uint32_t incoming = shared_.incoming;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i >= length_ || is_out(kReach + i)) continue;
            uint32_t from = 0, to = incoming;  // how many movers come before
            while (from < to) {
                const uint32_t middle = (from + to) / 2;
                (slots_[middle] <= i ? from : to) = slots_[middle] <= i ? middle + 1 : middle;
            }
            write(begin_ + i, to_ + i - out_before(i) + from, keys_[kReach + i], values[k]);
        }
        max_shift_ = warp_max(max_shift_);
        if (own_lane() == 0) atomicMax(&shared_.max_shift, max_shift_);
        __syncthreads();
    }

    __device__ void write(uint32_t from, uint32_t to, uint32_t key, uint32_t value) {
        if (from == to) return;
        max_shift_ = max(max_shift_, from < to ? to - from : from - to);
        pairs_.keys[to] = key;
        if (pairs_.values != nullptr) pairs_.values[to] = value;
    }

    const MoverArgs& args_;
    Pairs pairs_;
    KeyBits bits_;
    uint32_t* count_;
    uint32_t begin_, length_;
    uint32_t* keys_;                                         // [slot]; the rest, with stand-ins
    uint32_t *out_, *marked_, *out_before_;                  // [slot / 32]
    uint32_t *mover_keys_, *mover_places_, *mover_numbers_;  // own, then incoming
    uint16_t* slots_;                                        // of incoming movers by rank
    Shared& shared_;
    uint2 fetched_[kAtOnce];
    uint32_t movers_ = 0, to_ = 0, max_shift_ = 0;
};

}  // namespace sort::adaptive
