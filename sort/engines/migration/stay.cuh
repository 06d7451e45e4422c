// Which pairs of a tile stay in it where they are: those between its borders whose keys ascend. The others migrate.
//
//   descents  a warp compares its slots with the next ones
//   take out  at each descent, one after the other, the pair that fits less goes: the smaller one where the greater fits
//             before the pair behind, else the greater, and the smaller too where it does not fit either; again until
//             that place ascends. Of two warps' slots each warp takes out its own
//   check     what all warps leave ascends from warp to warp. Where it does not, the pairs on both sides of such a border
//             go, too, a few times. If that is no help, or too many were taken out, all between the borders stay, and
//             the tile will be sorted
//
// A warp of a whole tile first looks whether all of its slots stay, which needs few instructions: often they do.
// Taking pairs out of what ascends leaves it ascending: only at descents there is something to look at. Example: of
// 1 9 2 3 5 4 6 the pairs 9 2 and 5 4 descend; 9 does not fit before 3, and goes; 5 fits before 6, so 4 goes.
#pragma once
#include "sort/engines/migration/shapes.cuh"

namespace sort::migration {

template <class Shape>
struct StayShared {
    struct Warp {
        typename Shape::Word first, last;  // keys that stay
        uint32_t staying, between;         // counts
        uint32_t descends;
    };
    Warp warps[2][Shape::kWarps];  // in turns, so that a tile needs one barrier
};

/// A tile has one barrier of the block, rarely more; else each warp is on its own.
template <class Shape>
class Stay {
    using Key = typename Shape::Key;
    using Word = typename Shape::Word;
    using Border = typename Shape::Border;
    using Rows = TileRows<Shape>;
    static constexpr uint32_t kItems = Shape::kTileItems, kWarps = Shape::kWarps;
    static constexpr uint32_t kNone = ~0u, kMostTries = 16, kMostRounds = 4;
    static constexpr int kMostDescending = 2;
    static constexpr uint32_t kInLoad = sizeof(uint4) / sizeof(Key);  // keys
    static_assert(kItems % kInLoad == 0);
    static constexpr uint32_t kMostDescents = 2 * Shape::kMostStrays / kWarps;  // of a warp

public:
    using Shared = StayShared<Shape>;

    /// `mostly_stays`: a warp looks first whether all of its slots stay.
    __device__ Stay(KeyPairs<Key> from, KeyBitsOf<Key> bits, Shared& shared, bool mostly_stays)
        : from_(from),
          bits_(bits),
          shared_(shared),
          looks_first_(mostly_stays && reinterpret_cast<uintptr_t>(from.keys) % sizeof(uint4) == 0) {}

    /// Finds them for the tile that begins at a place, by all threads of the block.
    __device__ void find(uint32_t begin, const Rows& rows, const Border& lower, const Border& upper) {
        begin_ = begin;
        first_ = rows.slot(0) - own_lane();
        end_ = min(first_ + 32 * rows.each, rows.length);
        all_stay_ =
            looks_first_ && rows.length == Shape::kTilePairs && sees_all_stay(rows.length, lower, upper);
        if (!all_stay_) publish_own(look(rows, lower, upper));
        __syncthreads();
        judge(rows.length);
        for (uint32_t round = 0; settled_ && descends_at_ != 0 && round < kMostRounds; ++round) {
            if (__popc(descends_at_) > kMostDescending) return;
            drop_at_borders();
            publish_own(true);
            __syncthreads();
            judge(rows.length);
        }
    }

    /// Of the tile, known to all threads: how many stay, and whether they are in order; how many leave the tile.
    __device__ uint32_t staying() const { return staying_; }
    __device__ bool ordered() const { return ordered_; }
    __device__ uint32_t leaving() const { return leaving_; }
    /// Of row k of this warp, in lane k: who stays, who is between the borders.
    __device__ uint32_t row() const { return ordered_ ? kept_ : between_; }
    __device__ uint32_t between() const { return between_; }
    /// True: all of this warp's slots stay. False: perhaps.
    __device__ bool all_stay() const { return all_stay_; }

private:
    /// Returns whether all of this warp's slots stay, in a whole tile. If so the warp has published it.
    __device__ bool sees_all_stay(uint32_t length, const Border& lower, const Border& upper) {
        const uint32_t slot = first_ + kItems * own_lane();
        const auto* const own = reinterpret_cast<const uint4*>(from_.keys + begin_ + slot);
        Key keys[kItems];
#pragma unroll
        for (uint32_t i = 0; i < kItems / kInLoad; ++i) {
            const uint4 some = own[i];
            memcpy(keys + i * kInLoad, &some, sizeof some);
        }
        const bool has_before = own_lane() == 0 && first_ != 0,
                   has_behind = own_lane() == 31 && end_ < length;
        const Word before = has_before ? word(first_ - 1) : Word{0};
        Word behind = has_behind ? word(end_) : ~Word{0};
        Word words[kItems];
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) words[i] = bits_(keys[i]);
        const Word next = __shfl_down_sync(kAllLanes, words[0], 1);
        if (own_lane() != 31) behind = next;
        bool descends = before > words[0] || words[kItems - 1] > behind;
#pragma unroll
        for (uint32_t i = 0; i + 1 < kItems; ++i) descends = descends || words[i] > words[i + 1];
        const Word first = __shfl_sync(kAllLanes, words[0], 0);
        const Word last = __shfl_sync(kAllLanes, words[kItems - 1], 31);
        const bool inside =
            !(Border{first, begin_ + first_} < lower) && Border{last, begin_ + end_ - 1} < upper;
        if (__any_sync(kAllLanes, descends || !inside)) return false;
        between_ = kept_ = own_lane() < kItems ? ~0u : 0u;
        publish({first, last, 32 * kItems, 32 * kItems, 0});
        return true;
    }

    /// Finds this warp's. Returns whether that came to an end.
    __device__ bool look(const Rows& rows, const Border& lower, const Border& upper) {
        Word words[kItems + 1];
        load(words, rows);
        uint32_t descents = 0;  // of row k in lane k
        between_ = 0;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const bool there = rows.has(k);
            const Word behind = __shfl_sync(kAllLanes, own_lane() == 0 ? words[k + 1] : words[k],
                                            static_cast<int>((own_lane() + 1) % 32));
            const bool inside = lower.key < words[k] && words[k] < upper.key;
            uint32_t stay = __ballot_sync(kAllLanes, there && inside);
            if (stay != rows.lanes(k)) {  // where keys are equal, places decide
                const Border own{words[k], begin_ + rows.slot(k)};
                stay = __ballot_sync(kAllLanes, there && !(own < lower) && own < upper);
            }
            const uint32_t descend = __ballot_sync(kAllLanes, there && words[k] > behind);
            if (own_lane() == k) between_ = stay, descents = descend;
        }
        kept_ = between_;
        const bool falls = first_ != 0 && first_ < end_ && word(first_ - 1) > word(first_);
        const uint32_t found = warp_total(static_cast<uint32_t>(__popc(descents)));
        if (found > kMostDescents) return false;
        return (!falls && found == 0) || take_out(descents, falls, rows);
    }

    /// words[k]: of row k; of the last and behind it, the first slot of the next warp. Missing ones are the greatest.
    __device__ void load(Word (&words)[kItems + 1], const Rows& rows) const {
        const uint32_t own = begin_ + rows.slot(0);  // place
        Key keys[kItems + 1];
        bool there[kItems + 1];
#pragma unroll
        for (uint32_t k = 0; k <= kItems; ++k) {
            there[k] =
                rows.has(k) || (k == rows.each && own_lane() == 0 && rows.slot(0) + 32 * k < rows.length);
            if (there[k]) keys[k] = from_.keys[own + 32 * k];
        }
#pragma unroll
        for (uint32_t k = 0; k <= kItems; ++k) words[k] = there[k] ? bits_(keys[k]) : ~Word{0};
    }

    /// The word of a slot, of this warp or not.
    __device__ Word word(uint32_t slot) const { return bits_(from_.keys[begin_ + slot]); }

    /// Takes pairs out of this warp's rows. Returns false where that does not end. All lanes do the same.
    __device__ bool take_out(uint32_t descents, bool falls, const Rows& rows) {
        if (falls && !greater_goes(first_ - 1, rows.length)) drop(first_);
        bool ends = true;
        for (uint32_t k = 0; k < rows.each; ++k) {
            uint32_t left = __shfl_sync(kAllLanes, descents, static_cast<int>(k));
            for (; left != 0; left &= left - 1) {
                const uint32_t slot =
                    first_ + 32 * k + static_cast<uint32_t>(__ffs(static_cast<int>(left))) - 1;
                if (slot + 1 < end_) {
                    ends = ends && settle(slot);
                } else if (greater_goes(slot, rows.length)) {
                    drop(slot);
                }
            }
        }
        return ends;
    }

    /// Of neighbours of two warps, the first of which is greater: does it go? Else the other does. Both warps ask.
    __device__ bool greater_goes(uint32_t slot, uint32_t length) const {
        return slot + 2 < length && word(slot) > word(slot + 2);
    }

    /// Takes out of this warp's slots around `slot`, of which the next one is smaller, until what is left ascends there.
    __device__ bool settle(uint32_t slot) {
        for (uint32_t tries = 0; tries < kMostTries; ++tries) {
            const uint32_t before = kept_until(slot), after = kept_from(slot + 1);
            if (before == kNone || after == kNone) return true;
            const Word left = word(before), right = word(after);
            if (left <= right) return true;
            const uint32_t next = kept_from(after + 1);
            if (next == kNone || left <= word(next)) {
                drop(after);
                continue;
            }
            drop(before);
            const uint32_t last = kept_until(before);
            if (last != kNone && word(last) > right) drop(after);
        }
        return false;
    }

    __device__ void drop(uint32_t slot) {
        if (own_lane() == (slot - first_) / 32) kept_ &= ~(1u << slot % 32);
    }

    /// Return the nearest slot of this warp whose pair is left, from `slot` down or up; kNone: there is none.
    __device__ uint32_t kept_until(uint32_t slot) const {
        uint32_t k = (slot - first_) / 32, left = of_row(k) & (~0u >> (31 - slot % 32));
        while (left == 0 && k > 0) left = of_row(--k);
        return left != 0 ? first_ + 32 * k + 31 - static_cast<uint32_t>(__clz(static_cast<int>(left)))
                         : kNone;
    }
    __device__ uint32_t kept_from(uint32_t slot) const {
        if (slot >= end_) return kNone;
        uint32_t k = (slot - first_) / 32, left = of_row(k) & (~0u << slot % 32);
        while (left == 0 && first_ + 32 * (k + 1) < end_) left = of_row(++k);
        return left != 0 ? first_ + 32 * k + static_cast<uint32_t>(__ffs(static_cast<int>(left))) - 1 : kNone;
    }
    __device__ uint32_t of_row(uint32_t k) const {
        return __shfl_sync(kAllLanes, kept_, static_cast<int>(k));
    }

    /// Where this warp's first or last pair that stays does not ascend from that of its neighbour, it goes.
    __device__ void drop_at_borders() {
        const uint32_t own = own_warp(), behind = some_ & ~1u << own;
        if ((some_ >> own & 1) == 0) return;
        const bool first = (descends_at_ >> own & 1) != 0, last = (descends_at_ & behind & -behind) != 0;
        if (!first && !last) return;
        all_stay_ = false;
        const uint32_t from = kept_from(first_), to = kept_until(end_ - 1);
        if (first) drop(from);
        if (last) drop(to);
    }

    __device__ void publish(const typename Shared::Warp& own) {
        turn_ ^= 1;
        if (own_lane() == 0) shared_.warps[turn_][own_warp()] = own;
    }

    __device__ void publish_own(bool ends) {
        const auto own = static_cast<uint32_t>(__popc(kept_)), all = static_cast<uint32_t>(__popc(between_));
        const uint32_t staying = warp_total(own), between = warp_total(all);
        const bool some = staying != 0;
        const Word first = some ? word(kept_from(first_)) : Word{0};
        const Word last = some ? word(kept_until(end_ - 1)) : Word{0};
        publish({first, last, staying, between, ends ? 0u : 1u});
    }

    /// From the numbers of all warps, in each of them.
    __device__ void judge(uint32_t length) {
        typename Shared::Warp own{};
        if (own_lane() < kWarps) own = shared_.warps[turn_][own_lane()];
        some_ = __ballot_sync(kAllLanes, own.staying != 0);
        const uint32_t lower = some_ & ((1u << own_lane()) - 1);
        const Word before =
            __shfl_sync(kAllLanes, own.last, lower != 0 ? 31 - __clz(static_cast<int>(lower)) : 0);
        descends_at_ = __ballot_sync(kAllLanes, own.staying != 0 && lower != 0 && before > own.first);
        settled_ = !__any_sync(kAllLanes, own.descends != 0);
        const uint32_t staying = warp_total(own.staying), between = warp_total(own.between);
        ordered_ = settled_ && descends_at_ == 0 && between - staying <= Shape::kMostStrays;
        staying_ = ordered_ ? staying : between;
        leaving_ = length - between;
    }

    KeyPairs<Key> from_;
    KeyBitsOf<Key> bits_;
    Shared& shared_;
    bool looks_first_;
    uint32_t begin_ = 0, first_ = 0, end_ = 0;  // of the tile; slots of this warp
    uint32_t between_ = 0, kept_ = 0;           // of row k in lane k
    uint32_t staying_ = 0, leaving_ = 0, turn_ = 0;
    uint32_t some_ = 0,
             descends_at_ = 0;  // a bit a warp: something stays; it does not ascend from the warp before
    bool settled_ = true, ordered_ = true, all_stay_ = false;
};

}  // namespace sort::migration
