// How `adaptive` repairs where few pairs are out of place, however far they have moved: these, the movers, are
// removed from the order and merged with the remainder. One launch, one barrier of the grid, two where movers are many.
//
// A block has a tile of the input, one each. It
//
//   reads      its keys, and kReach more on either side, into shared memory; its values into registers
//   removes    at each descent the pair that fits less: the smaller key where the greater one fits before the
//              key behind, else the greater, and the smaller too where it does not fit either; again, up to
//              kRounds times, until the remainder ascends. Neighbours nearly always come to the same result at
//              their border, for both read it from kReach places away; else the check fails
//   publishes  its movers, (key, place), in one list of the grid, and both ends of its remainder
//   barrier
//   checks     that the remainder ascends strictly by (key, place) over all tile borders. So it is in order,
//              and with the movers it is all n pairs, each once
//   merges     counts the movers before its part of the output, ranks those that fall into its remainder
//              among themselves, and finds their places in it by a binary search. Where more fall into one tile
//              than its block has room for, which all learn by another barrier, nothing is written either
//   writes     the pairs that change their place, straight to where they belong: all have been read
//
// Where the check fails nothing has been written. Example, two tiles: 0 9 1 2 | 3 1 5 6. The descents are 9
// 1 and 3 1: removed are 9 and the second 1, the remainder 0 1 2 3 5 6 ascends, and the movers go behind its
// 6 and its 1. Bytes a pair: 16, of which the writes only where a place changes; in order 8. What a mover
// costs: every block reads it once, 8 bytes from L2, and those that fall into one tile are sorted by its
// block.
#pragma once
#include "sort/cuda/publish.cuh"
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/adaptive/tile_remainder.cuh"

namespace sort::adaptive {

/// Record that a block publishes of its remainder: its first pair, and the pair at the tile's last place, or
/// a stand-in (the pair before it, as if it were there). Where a tile has no remainder, the first is the
/// last, so that the comparison continues from the tile before to the tile after.
struct alignas(16) RemainderRecord {
    Border first, last;
};

struct MoverCounts {
    uint32_t movers;
    uint32_t overflow;  // not 0: more fall into one tile than its block has room for
};

struct MoverArgs {
    uint2* list;               // [capacity] key, place
    uint32_t* values;          // [capacity]
    MoverCounts* counts;       // [2]: of this call, and 0 for the next; which is which alternates
    RemainderRecord* records;  // [tile]
    uint32_t capacity;         // at least most_movers() of the pairs, and 1
    uint32_t tile_pairs;       // a tile a block; 0: this sort does not try
};

struct MoverShared {
    uint32_t own, incoming, before, lower, max_shift;
    Border begin, end;  // movers > begin and <= end belong to this tile
};

/// Movers into a tile of so many places, at most.
constexpr uint32_t most_incoming(uint32_t places) { return places < 4096 ? places : 4096; }

/// kItems: pairs a thread, at most.
template <uint32_t kThreads, uint32_t kItems, uint32_t kReachOf = 32,
          uint32_t kMostIncoming = most_incoming(kThreads* kItems)>
class Movers : TileRemainder<kThreads, kItems, kReachOf> {
    using Rest = TileRemainder<kThreads, kItems, kReachOf>;
    using Rest::kPlaces, Rest::kReach, Rest::kMostOwn;
    using Rest::pairs_, Rest::bits_, Rest::begin_, Rest::length_, Rest::keys_;
    using Rest::removed_keys_, Rest::removed_places_;

    static_assert(kMostOwn <= kMostIncoming);

public:
    static constexpr uint32_t kWords = Rest::kWords + 3 * kMostIncoming + kMostIncoming / 2;
    using Shared = MoverShared;

    /// `turn`: which of the counts is this call's.
    __device__ Movers(const MoverArgs& args, Pairs pairs, KeyBits bits, uint32_t turn, uint32_t* words,
                      Shared& shared)
        : Rest(pairs, bits, args.tile_pairs, words, words + Rest::kWords,
               words + Rest::kWords + kMostIncoming),
          args_(args),
          counts_(args.counts + turn),
          numbers_(words + Rest::kWords + 2 * kMostIncoming),
          slots_(reinterpret_cast<uint16_t*>(numbers_ + kMostIncoming)),
          shared_(shared) {}

    /// Repairs the pairs, by all blocks of the grid; Sync{}() is its barrier. Returns whether they are
    /// repaired, the same in all threads of the grid; if not they are unchanged. movers() is known in either
    /// case, max_shift() of this block if they are repaired.
    template <class Sync>
    __device__ bool run(Sync sync) {
        if (threadIdx.x == 0) {
            shared_.own = shared_.incoming = shared_.before = shared_.lower = shared_.max_shift = 0;
        }
        uint32_t values[kItems];
        this->load(values);
        const bool ascends = this->remove(shared_.own);
        publish(ascends);
        sync();
        movers_ = __ldcg(&counts_->movers);
        fetch_movers(0);  // before it is known how many there are
        if (movers_ > most_movers(pairs_.count) || !rest_ascends()) return false;
        if (movers_ != 0) {
            gather_incoming();
            if (movers_ > kMostIncoming && overflows(sync)) return false;
            this->count_removed();
            write_incoming();
            write_rest(values);
        }
        return true;
    }

    __device__ uint32_t movers() const { return movers_; }
    __device__ uint32_t max_shift() const { return shared_.max_shift; }

private:
    __device__ void publish(bool ascends) {
        const uint32_t own = shared_.own;
        if (threadIdx.x == 0) {
            // More than there may be: every block sees it.
            const uint32_t at = atomicAdd(&counts_->movers, ascends ? own : kMostMovers + 1);
            const uint32_t last = kReach + length_ - 1;
            const uint32_t first =
                min(this->is_removed(kReach) ? this->after(kReach) : kReach, last);  // kNone is more
            args_.records[blockIdx.x] = {{this->key(first), this->place_of(first)},
                                         {this->key(last), this->place_of(last)}};
            shared_.lower = at;
        }
        __syncthreads();
        const uint32_t at = shared_.lower;
        if (ascends && at + own <= args_.capacity) {
            for (uint32_t i = threadIdx.x; i < own; i += kThreads) {
                const uint32_t place = removed_places_[i];
                args_.list[at + i] = {removed_keys_[i], place};
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

    /// Returns whether the remainder ascends over all tile borders. Every block checks all borders itself:
    /// the result is the same, and needs no second barrier.
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
            fetched_[k] = __ldcg(args_.list + min(from + k * kThreads + threadIdx.x, args_.capacity - 1));
        }
    }

    /// Gathers the movers that belong into this tile's remainder, and counts those before its pairs, now and then.
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
                    if (to >= kMostIncoming) continue;
                    removed_keys_[to] = fetched_[k].x;
                    removed_places_[to] = mover.place;
                    numbers_[to] = i;
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

    /// Returns, the same in all threads of the grid, whether more came into some tile than there is room for.
    template <class Sync>
    __device__ bool overflows(Sync sync) {
        if (threadIdx.x == 0 && shared_.incoming > kMostIncoming) raise_flag(&counts_->overflow);
        sync();
        return flag_is_raised(&counts_->overflow);
    }

    /// Sorts the incoming movers by (key, place), with a bitonic network. Ranks by counting would take as
    /// many steps as there are movers.
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
                    swap_words(removed_keys_[low], removed_keys_[high]);
                    swap_words(removed_places_[low], removed_places_[high]);
                    swap_words(numbers_[low], numbers_[high]);
                }
                __syncthreads();
            }
        }
    }

    __device__ Border incoming(uint32_t i) const { return {bits_(removed_keys_[i]), removed_places_[i]}; }

    __device__ void write_incoming() {
        const uint32_t count = shared_.incoming;
        const bool many = count > kThreads;
        if (many) sort_incoming(count);
        for (uint32_t i = threadIdx.x; i < count; i += kThreads) {
            const uint32_t value = pairs_.values != nullptr ? __ldcg(args_.values + numbers_[i]) : 0;
            const Border mover = incoming(i);
            uint32_t rank = many ? i : 0;
            for (uint32_t other = 0; !many && other < count; ++other) rank += incoming(other) < mover ? 1 : 0;
            const uint32_t slot = this->upper_bound(mover);
            slots_[rank] = static_cast<uint16_t>(slot);
            write(mover.place, to_ + rank + slot - this->removed_before(slot), removed_keys_[i], value);
        }
        __syncthreads();
    }

    __device__ void write_rest(const uint32_t (&values)[kItems]) {
        const uint32_t incoming = shared_.incoming;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i >= length_ || this->is_removed(kReach + i)) continue;
            uint32_t from = 0, to = incoming;  // how many movers come before
            while (from < to) {
                const uint32_t middle = (from + to) / 2;
                (slots_[middle] <= i ? from : to) = slots_[middle] <= i ? middle + 1 : middle;
            }
            write(begin_ + i, to_ + i - this->removed_before(i) + from, keys_[kReach + i], values[k]);
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
    MoverCounts* counts_;
    uint32_t* numbers_;  // of incoming movers, in the list
    uint16_t* slots_;    // of incoming movers by rank
    Shared& shared_;
    uint2 fetched_[kAtOnce];
    uint32_t movers_ = 0, to_ = 0, max_shift_ = 0;
};

}  // namespace sort::adaptive
