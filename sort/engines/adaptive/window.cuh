// One output tile of `adaptive` and the window of the input that it is made from.
//
// Splitters, one a tile border, are pairs (key, place) taken from the input near the border; they cut the
// sorted sequence into tiles of nearly the same length. The pairs of a tile are found in the window: the
// places of the tile and `halo` more on both sides. What lies in no window of the tile where it belongs is a
// mover. So each pair belongs to one tile by its key and is found once: in the window or as a mover. Example,
// tiles of 4 and halo 1, keys 0 2 1 4 | 3 9 6 7 | 8 5 10 11 with splitters (3, 4) and (8, 8): tile 0 takes
// 0 2 1; tile 1 takes 4 3 6 7 and, as a mover, 5; tile 2 takes 9 8 10 11, where 9 is a mover, too.
#pragma once
#include "sort/engines/adaptive/order.cuh"
#include "sort/engines/adaptive/state.cuh"

namespace sort {

/// Threads a block; pairs of a tile a thread, at most; places of a window a thread, at most; movers that one
/// tile can take.
template <uint32_t kThreadsOf, uint32_t kItemsOf, uint32_t kRowsOf, uint32_t kMoversOf>
struct WindowShape {
    static constexpr uint32_t kThreads = kThreadsOf, kItems = kItemsOf, kRows = kRowsOf;
    static constexpr uint32_t kMostMovers = kMoversOf;
    static constexpr uint32_t kSlots = kThreads * kItems;  // pairs that a tile can hold
    static constexpr uint32_t kPlaces = kThreads * kRows;  // of a window
    static constexpr uint32_t kMostPairs = kSlots - kMostMovers;
    static constexpr uint32_t kMostTile = kMostPairs - kMostPairs / 16;  // room for tiles of uneven length
    static_assert(kRows <= 32 && kItems * kThreads == kSlots && kPlaces < 1u << 16 &&
                  kMostMovers <= kThreads);
};

__device__ inline bool comes_before(uint32_t key, uint32_t place, Splitter splitter) {
    return key < splitter.key || (key == splitter.key && place < splitter.place);
}

/// A splitter is the one in the middle of 32 pairs around the border: a few movers do not matter. The first
/// half loads this lane's of them, the second chooses; between the two other words may be under way. All
/// lanes of a warp call it together, for a border between two tiles.
struct SplitterSample {
    uint32_t key = 0, place = 0;

    __device__ void load(Pairs pairs, KeyBits bits, uint32_t border) {
        place = min(border - 16, pairs.count - 32) + own_lane();
        key = bits(__ldcg(pairs.keys + place));
    }

    __device__ Splitter middle() const {
        uint32_t smaller = 0;
#pragma unroll 4  // code that runs once costs more to fetch than to run
        for (uint32_t lane = 0; lane < 32; ++lane) {
            const uint32_t other = __shfl_sync(kAllLanes, key, lane);
            smaller += other < key || (other == key && lane < own_lane()) ? 1 : 0;
        }
        const uint32_t lane = __ffs(__ballot_sync(kAllLanes, smaller == 16)) - 1;
        return {__shfl_sync(kAllLanes, key, lane), __shfl_sync(kAllLanes, place, lane)};
    }
};

template <class Shape>
class AdaptiveWindow {
    static constexpr uint32_t kThreads = Shape::kThreads, kItems = Shape::kItems;
    using Order = WindowOrder<kThreads, kItems>;

    // Shared memory: the tile's keys, where they come from, their values, bins. The window's keys lie where
    // values and bins will.
    static constexpr uint32_t kPlacesAt = Shape::kSlots;
    static constexpr uint32_t kValuesAt = kPlacesAt + (Shape::kSlots + 1) / 2;
    static constexpr uint32_t kBinsAt = kValuesAt + Shape::kSlots;

public:
    static constexpr uint32_t kWords = kBinsAt + Order::kBinWords;
    static_assert(Shape::kPlaces < kWords - kValuesAt + 1);

    struct Shared {
        uint32_t words[kBlockWords];
        uint32_t first;                   // place of the window
        uint32_t pairs, movers;           // found by select()
        uint32_t picked;                  // movers that belong here; their list, in any order
        uint32_t early;                   // of the picked, that come from before the window
        uint32_t max_shift, mover_shift;  // greatest |place now - place before|
        Mover list[Shape::kMostMovers];
    };

    __device__ AdaptiveWindow(const AdaptiveArgs& args, uint32_t* words, Shared& shared, uint32_t tile,
                              uint32_t halo)
        : args_(args),
          shared_(shared),
          words_(words),
          begin_(tile * args.tile_pairs),
          end_(min(args.pairs.count, begin_ + args.tile_pairs)),
          first_(begin_ > halo ? begin_ - halo : 0),
          length_(min(args.pairs.count, end_ + halo) - first_),
          rows_((length_ + kThreads - 1) / kThreads),
          own_(own_warp() * rows_ * 32 + own_lane()) {}

    /// And the key after the window, if there is one.
    __device__ void load_keys() {
        constexpr uint32_t kBatch = Shape::kRows < 12 ? Shape::kRows : 12;  // reads under way
        uint32_t* const window = words_ + kValuesAt;
        const uint32_t* const from = args_.pairs.keys + first_;
        const uint32_t length = min(length_ + 1, args_.pairs.count - first_);
#pragma unroll 1
        for (uint32_t at = threadIdx.x; at < length; at += kBatch * kThreads) {
            uint32_t keys[kBatch];
#pragma unroll
            for (uint32_t k = 0; k < kBatch; ++k) {
                if (at + k * kThreads < length) keys[k] = __ldcg(from + at + k * kThreads);
            }
#pragma unroll
            for (uint32_t k = 0; k < kBatch; ++k) {
                if (at + k * kThreads < length) window[at + k * kThreads] = keys[k];
            }
        }
        if (threadIdx.x == 0) {
            shared_.first = first_;
            shared_.pairs = shared_.movers = shared_.picked = 0;
            shared_.max_shift = shared_.mover_shift = 0;
        }
    }

    /// After a barrier: is a key of the window greater than the one after it? For this thread's keys.
    __device__ bool descends() const {
        const uint32_t* const window = words_ + kValuesAt;
        const uint32_t length = min(length_, args_.pairs.count - first_ - 1);
        bool found = false;
#pragma unroll 4
        for (uint32_t at = threadIdx.x; at < length; at += kThreads) {
            found |= args_.bits(window[at]) > args_.bits(window[at + 1]);
        }
        return found;
    }

    /// Finds the tile's pairs, from `begin` up to `end`, and which pairs of the tile's places lie in no
    /// window of the tile where they belong. `previous` is the splitter before the tile's first, `next` the
    /// one after its last. shared.movers counts them; after the next barrier shared.pairs counts the pairs.
    __device__ void select(Splitter previous, Splitter begin, Splitter end, Splitter next, uint32_t halo) {
        uint32_t of_warp = 0;
        selected_ = movers_ = 0;
#pragma unroll 2
        for (uint32_t k = 0; k < rows_; ++k) {
            const uint32_t at = own_ + k * 32, place = first_ + at;
            const uint32_t key = at < length_ ? args_.bits(words_[kValuesAt + at]) : 0;
            const bool is_below = comes_before(key, place, begin),
                       is_not_above = comes_before(key, place, end);
            const bool here = at < length_ && !is_below && is_not_above;
            of_warp += __popc(__ballot_sync(kAllLanes, here));
            selected_ |= here ? 1u << k : 0;
            if (here || at >= length_ || place < begin_ || place >= end_) continue;
            const bool reached = is_below ? !comes_before(key, place, previous) && place < begin_ + halo
                                          : comes_before(key, place, next) && place + halo >= end_;
            if (!reached) movers_ |= 1u << k;
        }
        if (movers_ != 0) atomicAdd(&shared_.movers, static_cast<uint32_t>(__popc(movers_)));
        before_ = sum_before_warp<kThreads>(of_warp, shared_.words);
        if (threadIdx.x == kThreads - 1) shared_.pairs = before_ + of_warp;
    }

    /// put(mover) for each of this thread.
    template <class Put>
    __device__ void each_mover(Put put) const {
#pragma unroll 1
        for (uint32_t left = movers_; left != 0; left &= left - 1) {
            const uint32_t at = own_ + (__ffs(left) - 1) * 32, place = first_ + at;
            put(Mover{words_[kValuesAt + at], place,
                      args_.pairs.values ? __ldcg(args_.pairs.values + place) : 0, 0});
        }
    }

    /// After select(): brings the tile's pairs together, in their order. They are all there after a barrier.
    __device__ void gather() {
        auto* const places = reinterpret_cast<uint16_t*>(words_ + kPlacesAt);
        uint32_t slot = before_;
#pragma unroll 2
        for (uint32_t k = 0; k < rows_; ++k) {
            const bool here = (selected_ >> k & 1) != 0;
            const uint32_t lanes = __ballot_sync(kAllLanes, here);
            if (here) {
                const uint32_t to = slot + __popc(lanes & ((1u << own_lane()) - 1));
                words_[to] = words_[kValuesAt + own_ + k * 32];
                places[to] = static_cast<uint16_t>(own_ + k * 32);
            }
            slot += __popc(lanes);
        }
        if (args_.pairs.values == nullptr) return;
        __syncthreads();
        constexpr uint32_t kBatch = kItems < 12 ? kItems : 12;
        const uint32_t* const from = args_.pairs.values + first_;
        const uint32_t pairs = shared_.pairs;
#pragma unroll 1
        for (uint32_t at = threadIdx.x; at < pairs; at += kBatch * kThreads) {
            uint32_t values[kBatch];
#pragma unroll
            for (uint32_t k = 0; k < kBatch; ++k) {
                if (at + k * kThreads < pairs) values[k] = __ldcg(from + places[at + k * kThreads]);
            }
#pragma unroll
            for (uint32_t k = 0; k < kBatch; ++k) {
                if (at + k * kThreads < pairs) words_[kValuesAt + at + k * kThreads] = values[k];
            }
        }
    }

    /// After gather() and a barrier of the block, shared.picked and shared.list being there: sorts the tile
    /// in shared memory. Its first pair goes to place `start`.
    __device__ static void order(const AdaptiveArgs& args, uint32_t* words, Shared& shared, uint32_t start) {
        if (shared.picked != 0) append_movers(words, shared);
        const uint32_t early = shared.picked != 0 ? shared.early : 0;
        if (!order_by_bins(args, words, shared, early, start)) {
            order_by_digits(args, words, shared, early, start);
        }
        if (shared.picked != 0) measure_movers(shared, start);
    }

    /// In place of order(), where the window does not descend and no mover belongs here.
    __device__ void keep_order(uint32_t start) {
        const auto* places = reinterpret_cast<const uint16_t*>(words_ + kPlacesAt);
        if (threadIdx.x == 0 && shared_.pairs != 0) shared_.max_shift = distance(first_ + places[0], start);
        __syncthreads();
    }

    /// Writes the sorted tile.
    __device__ void write(Pairs to, uint32_t start) const {
        const uint32_t count = shared_.pairs + shared_.picked;
#pragma unroll 4
        for (uint32_t slot = threadIdx.x; slot < count; slot += kThreads) {
            to.keys[start + slot] = words_[slot];
            if (to.values != nullptr) to.values[start + slot] = words_[kValuesAt + slot];
        }
    }

private:
    __device__ static uint32_t distance(uint32_t a, uint32_t b) { return a < b ? b - a : a - b; }

    /// Behind the tile's pairs: by place, but those from behind the window before those from before it, so
    /// that the order of the input is that of (slot + early) % count.
    __device__ __noinline__ static void append_movers(uint32_t* words, Shared& shared) {
        const uint32_t picked = shared.picked;
        const bool has = threadIdx.x < picked;
        Mover own{};
        uint32_t earlier = 0;
        if (has) {
            own = shared.list[threadIdx.x];
            for (uint32_t i = 0; i < picked; ++i) earlier += shared.list[i].place < own.place ? 1 : 0;
        }
        const auto early = static_cast<uint32_t>(__syncthreads_count(has && own.place < shared.first));
        if (has) {
            const uint32_t to = earlier < early ? earlier + picked - early : earlier - early;
            shared.list[to] = own;
            words[shared.pairs + to] = own.key;
            words[kValuesAt + shared.pairs + to] = own.value;
        }
        if (threadIdx.x == 0) shared.early = early;
        __syncthreads();
    }

    /// settle() left their ranks in `unused`.
    __device__ __noinline__ static void measure_movers(Shared& shared, uint32_t start) {
        if (threadIdx.x < shared.picked) {
            const Mover& mover = shared.list[threadIdx.x];
            atomicMax(&shared.mover_shift, distance(mover.place, start + mover.unused));
        }
        __syncthreads();
    }

    /// Keys and values go where their ranks say, in shared memory.
    __device__ static void settle(const AdaptiveArgs& args, uint32_t* words, Shared& shared, uint32_t start,
                                  uint32_t (&keys)[kItems], const uint32_t (&ranks)[kItems]) {
        const uint32_t pairs = shared.pairs, count = pairs + shared.picked;
        const bool values = args.pairs.values != nullptr;
        const uint32_t first = shared.first - start;
        const auto* places = reinterpret_cast<const uint16_t*>(words + kPlacesAt);
        int32_t most = 0;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (slot >= count) break;
            words[ranks[k]] = keys[k];
            if (slot < pairs) {
                most = max(most, abs(static_cast<int32_t>(first + places[slot] - ranks[k])));
            } else {
                shared.list[slot - pairs].unused = ranks[k];
            }
            if (values) keys[k] = words[kValuesAt + slot];
        }
        most = warp_max(most);
        if (own_lane() == 0 && most != 0) atomicMax(&shared.max_shift, static_cast<uint32_t>(most));
        __syncthreads();
        if (!values) return;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k * kThreads + threadIdx.x >= count) break;
            words[kValuesAt + ranks[k]] = keys[k];
        }
        __syncthreads();
    }

    /// False, and nothing is changed, where a bin is too crowded.
    __device__ static bool order_by_bins(const AdaptiveArgs& args, uint32_t* words, Shared& shared,
                                         uint32_t early, uint32_t start) {
        uint32_t keys[kItems], ranks[kItems];
        const uint32_t count = shared.pairs + shared.picked;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k * kThreads + threadIdx.x < count) keys[k] = words[k * kThreads + threadIdx.x];
        }
        if (!Order::rank(keys, count, early, args.bits, ranks, words, words + kBinsAt, shared.words)) {
            return false;
        }
        __syncthreads();
        settle(args, words, shared, start, keys, ranks);
        return true;
    }

    /// Slower and never surprised. A function of its own, for it would take the registers of what is not
    /// rare. The keys wait in the scratch, where this tile has its place.
    __device__ __noinline__ static void order_by_digits(const AdaptiveArgs& args, uint32_t* words,
                                                        Shared& shared, uint32_t early, uint32_t start) {
        const uint32_t count = shared.pairs + shared.picked;
        uint32_t* const kept = args.scratch.keys + start;
        uint32_t keys[kItems], ranks[kItems];
        Range range{~0u, 0};
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (slot >= count) break;
            kept[slot] = keys[k] = words[slot];
            range = {min(range.least, args.bits(keys[k])), max(range.greatest, args.bits(keys[k]))};
        }
        __syncthreads();
        range = block_range<kThreads>(range, shared.words);
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (slot >= count) break;
            words[Order::in_input(slot, early, count)] = args.bits(keys[k]) - range.least;
        }
        Order::rank_by_digits(words, words + kBinsAt, shared.words, count, range.greatest - range.least);
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (slot >= count) break;
            ranks[k] = words[Order::in_input(slot, early, count)];
            keys[k] = __ldcg(kept + slot);
        }
        __syncthreads();
        settle(args, words, shared, start, keys, ranks);
    }

    const AdaptiveArgs& args_;
    Shared& shared_;
    uint32_t* words_;
    uint32_t begin_, end_, first_, length_, rows_, own_;
    uint32_t before_ = 0, selected_ = 0, movers_ = 0;  // bit k: of the row k
};

}  // namespace sort
