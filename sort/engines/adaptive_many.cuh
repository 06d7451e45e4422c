// `adaptive` where there are more tiles than blocks. One launch, four barriers:
//
//   splitters  all of them, to memory; the counts become 0
//   count      each block reads its tiles, a tile's keys once, counts the pairs that go to the tile itself
//              and to its neighbours, and puts movers on the list of the tile where they belong
//   check      every block sums all counts, as in adaptive_one.cuh
//   commit     each block reads the windows of its tiles and writes the tiles, sorted, to the scratch pairs
//   copy       back to the caller's, once all windows are known to have held what was counted
//
// Bytes a pair: 4 to find that nothing descends; 4 + 16 + 16 to repair.
#pragma once
#include "sort/engines/adaptive_control.cuh"
#include "sort/engines/adaptive_window.cuh"

namespace sort {

/// CountShape: of a window that is the tile alone.
template <class Shape, class CountShape>
class AdaptiveMany {
    static constexpr uint32_t kThreads = Shape::kThreads;
    using Window = AdaptiveWindow<Shape>;
    using CountWindow = AdaptiveWindow<CountShape>;

public:
    static constexpr uint32_t kWords = Window::kWords;

    struct Shared {
        typename Window::Shared window;
        typename CountWindow::Shared counted;
        uint32_t before, all, flags;
    };

    __device__ AdaptiveMany(const AdaptiveArgs& args, uint32_t* words, Shared& shared)
        : args_(args),
          words_(words),
          shared_(shared),
          plan_(plan_call(args)),
          first_tile_(part_begin(blockIdx.x)),
          end_tile_(part_begin(blockIdx.x + 1)) {}

    /// The caller has to go on with the full sort where this returns true, in every thread of the grid.
    template <class Sync>
    __device__ bool run(Sync sync) {
        if (args_.stage == AdaptiveStage::full_sort) return __ldcg(&args_.state->full) != 0;
        if (args_.stage != AdaptiveStage::commit) {
            find_splitters();
            sync();
            count();
            if (args_.stage == AdaptiveStage::windows) return false;
            sync();
        }
        const uint32_t flags = __ldcg(&own_call().flags);
        if (args_.check_order && (flags & kDescends) == 0) return end(AdaptivePath::in_order);
        if ((flags & kTooMuch) != 0 || !check()) return fail();
        commit();
        sync();
        if (__ldcg(&own_call().lost) != 0) return fail();
        copy_back();
        return end(__ldcg(&own_call().movers) != 0 ? AdaptivePath::movers : AdaptivePath::windows);
    }

private:
    __device__ AdaptiveCall& own_call() const { return args_.state->calls[plan_.call % 3]; }

    __device__ static bool first_thread() { return blockIdx.x == 0 && threadIdx.x == 0; }

    __device__ uint32_t part_begin(uint32_t block) const {
        return static_cast<uint32_t>(uint64_t{args_.tiles} * block / gridDim.x);
    }

    __device__ bool end(AdaptivePath path) const {
        if (first_thread()) end_call(args_, plan_, path);
        return false;
    }

    __device__ bool fail() const {
        end(AdaptivePath::full_sort);
        return args_.stage == AdaptiveStage::all;
    }

    __device__ void find_splitters() {
        if (first_thread()) begin_call(args_, plan_);
        for (uint32_t tile = first_tile_ + own_warp(); tile < end_tile_; tile += kThreads / 32) {
            Splitter splitter{0, 0};
            if (tile != 0) {
                SplitterSample sample;
                sample.load(args_.pairs, args_.bits, tile * args_.tile_pairs);
                splitter = sample.middle();
            }
            if (own_lane() != 0) continue;
            args_.splitters[tile] = splitter;
            args_.records[tile] = {0, 0};
            args_.mover_counts[tile] = 0;
        }
        if (first_thread()) args_.splitters[args_.tiles] = {~0u, ~0u};
    }

    __device__ Splitter splitter(uint32_t tile) const {
        const uint2 words = __ldcg(reinterpret_cast<const uint2*>(args_.splitters) + tile);
        return {words.x, words.y};
    }

    /// The tile where a pair belongs.
    __device__ uint32_t tile_of(uint32_t key, uint32_t place) const {
        uint32_t low = 0, high = args_.tiles;  // the splitter of `low` is not after the pair, of `high` it is
        while (high - low > 1) {
            const uint32_t middle = (low + high) / 2;
            if (comes_before(key, place, splitter(middle))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    __device__ void put_mover(const Mover& mover) const {
        const uint32_t tile = tile_of(args_.bits(mover.key), mover.place);
        const uint32_t at = atomicAdd(&args_.mover_counts[tile], 1u);
        if (at < args_.most_movers) args_.movers[size_t{tile} * args_.most_movers + at] = mover;
    }

    __device__ void count() {
        uint32_t flags = plan_.tries ? 0 : kTooMuch, movers = 0;
        for (uint32_t tile = first_tile_; tile < end_tile_; ++tile) {
            const Splitter begin = splitter(tile), end = splitter(tile + 1);
            CountWindow window(args_, words_, shared_.counted, tile, 0);
            window.load_keys();
            if (tile + 1 < end_tile_) {
                const uint32_t next = (tile + 1) * args_.tile_pairs;
                prefetch_words(args_.pairs.keys + next, min(args_.tile_pairs, args_.pairs.count - next));
            }
            __syncthreads();
            const bool descends = __syncthreads_or(window.descends());
            if (descends) flags |= kDescends;
            if ((flags & kTooMuch) != 0) {
                if ((flags & kDescends) != 0) break;
                continue;
            }
            if (!descends && window.lies_within(begin, end)) {  // nothing of it goes elsewhere
                if (threadIdx.x == 0) atomicAdd(&args_.records[tile].pairs, window.length());
                __syncthreads();
                continue;
            }
            window.template select<true>(splitter(tile == 0 ? 0 : tile - 1), begin, end,
                                         splitter(min(tile + 2, args_.tiles)), plan_.halo);
            __syncthreads();
            if (4 * shared_.counted.movers > args_.tile_pairs) {
                flags |= kTooMuch;
            } else if (args_.fault != AdaptiveFault::lose_movers) {
                window.each_mover([&](const Mover& mover) { put_mover(mover); });
                movers += shared_.counted.movers;
            }
            if (threadIdx.x == 0) {
                atomicAdd(&args_.records[tile].pairs, shared_.counted.pairs);
                if (shared_.counted.below != 0)
                    atomicAdd(&args_.records[tile - 1].pairs, shared_.counted.below);
                if (shared_.counted.above != 0)
                    atomicAdd(&args_.records[tile + 1].pairs, shared_.counted.above);
            }
            __syncthreads();
        }
        if (threadIdx.x != 0) return;
        if (flags != 0) atomicOr(&own_call().flags, flags);
        if (movers != 0) atomicAdd(&own_call().movers, movers);
    }

    /// Are all pairs found, and does each tile fit a block? Afterwards shared.before is the place of the
    /// block's first pair.
    __device__ bool check() {
        if (threadIdx.x == 0) shared_.before = shared_.all = 0;
        __syncthreads();
        uint32_t before = 0, all = 0;
        bool bad = false;
        for (uint32_t tile = threadIdx.x; tile < args_.tiles; tile += kThreads) {
            const uint32_t movers = __ldcg(args_.mover_counts + tile);
            const uint32_t pairs = __ldcg(&args_.records[tile].pairs);
            const Splitter next = splitter(tile + 1), own = splitter(tile);
            bad = bad || movers > args_.most_movers || pairs > Shape::kMostPairs ||
                  !comes_before(own.key, own.place, next);
            all += movers + pairs;
            before += tile < first_tile_ ? movers + pairs : 0;
        }
        before = __reduce_add_sync(kAllLanes, before);
        all = __reduce_add_sync(kAllLanes, all);
        if (own_lane() == 0) {
            atomicAdd(&shared_.before, before);
            atomicAdd(&shared_.all, all);
        }
        bad = __syncthreads_or(bad);
        return !bad && shared_.all == args_.pairs.count;
    }

    __device__ void commit() {
        const uint32_t halo = args_.fault == AdaptiveFault::narrow_windows ? plan_.halo / 8 : plan_.halo;
        uint32_t start = shared_.before, windows = 0, max_shift = 0, mover_shift = 0;
        for (uint32_t tile = first_tile_; tile < end_tile_; ++tile) {
            Window window(args_, words_, shared_.window, tile, halo);
            window.load_keys();
            if (tile + 1 < end_tile_) {
                const uint32_t next = (tile + 1) * args_.tile_pairs;
                const uint32_t length = min(args_.tile_pairs, args_.pairs.count - next);
                prefetch_words(args_.pairs.keys + next, length);
                if (args_.pairs.values != nullptr) prefetch_words(args_.pairs.values + next, length);
            }
            const uint32_t picked = __ldcg(args_.mover_counts + tile);
            const uint32_t counted = __ldcg(&args_.records[tile].pairs);
            __syncthreads();
            bool ranks = __syncthreads_or(window.descends());
            const Splitter begin = splitter(tile), end = splitter(tile + 1);
            window.template select<false>(begin, begin, end, end, 0);
            if (threadIdx.x < picked) {
                const uint4 words = __ldcg(reinterpret_cast<const uint4*>(args_.movers) +
                                           size_t{tile} * args_.most_movers + threadIdx.x);
                shared_.window.list[threadIdx.x] = {words.x, words.y, words.z, words.w};
            }
            if (threadIdx.x == 0) shared_.window.picked = picked;
            __syncthreads();
            if (shared_.window.pairs != counted) {  // then the counts say nothing about what is written
                if (threadIdx.x == 0) own_call().lost = 1;
                break;
            }
            window.gather();
            __syncthreads();
            ranks = ranks || picked != 0;
            if (ranks) {
                order(args_, shared_.window, start);
                ++windows;
            } else {
                window.keep_order(start);
            }
            window.write(args_.scratch, start);
            start += counted + picked;
            max_shift = max(max_shift, shared_.window.max_shift);
            mover_shift = max(mover_shift, shared_.window.mover_shift);
            __syncthreads();
        }
        if (threadIdx.x == 0) report_tile(args_, plan_, windows, max_shift, mover_shift);
    }

    /// A function of its own: with the loop over tiles around it the compiler runs out of registers. It sees
    /// here, not through a parameter, that the words are shared memory.
    __device__ __noinline__ static void order(const AdaptiveArgs& args, typename Window::Shared& shared,
                                              uint32_t start) {
        extern __shared__ __align__(16) uint32_t words[];
        Window::order(args, words, shared, start);
    }

    __device__ void copy_back() const {
        const auto begin = static_cast<uint32_t>(uint64_t{args_.pairs.count} * blockIdx.x / gridDim.x);
        const auto end = static_cast<uint32_t>(uint64_t{args_.pairs.count} * (blockIdx.x + 1) / gridDim.x);
        copy(args_.pairs.keys, args_.scratch.keys, begin, end);
        if (args_.pairs.values != nullptr) copy(args_.pairs.values, args_.scratch.values, begin, end);
    }

    /// 16 bytes at a time where both arrays allow it.
    __device__ static void copy(uint32_t* to, const uint32_t* from, uint32_t begin, uint32_t end) {
        const auto alignment = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from);
        if (alignment % sizeof(uint4) == 0) {
            const uint32_t aligned = min(end, (begin + 3) & ~3u);
            if (begin + threadIdx.x < aligned) to[begin + threadIdx.x] = __ldcg(from + begin + threadIdx.x);
            const uint32_t fours_end = end / 4;
#pragma unroll 4
            for (uint32_t i = aligned / 4 + threadIdx.x; i < fours_end; i += kThreads) {
                reinterpret_cast<uint4*>(to)[i] = __ldcg(reinterpret_cast<const uint4*>(from) + i);
            }
            begin = max(aligned, fours_end * 4);
        }
#pragma unroll 4
        for (uint32_t i = begin + threadIdx.x; i < end; i += kThreads) to[i] = __ldcg(from + i);
    }

    const AdaptiveArgs& args_;
    uint32_t* words_;
    Shared& shared_;
    AdaptivePlan plan_;
    uint32_t first_tile_, end_tile_;
};

}  // namespace sort
