// `adaptive` in the variant `movers`, where every block has one tile: up to about two million pairs on an
// H200. One barrier; a second where only some tiles descend, a third where movers are many.
//
//   windows   each block loads the keys of its window, finds the pairs of its tile and brings them into
//             shared memory, puts movers on a list, and publishes how many pairs it has
//   barrier
//   check     every block sums all counts and reads all movers. The tiles are cut by strictly ascending
//             splitters, so the tiles one after the other are strictly ascending in (key, place in the
//             input); when they are n pairs together nothing is lost and nothing is there twice
//   commit    each block sorts its tile, with the movers that belong there, and writes it in place
//
// If nothing descends nobody writes; if the check fails the input is still whole, and the full sort runs.
#pragma once
#include "sort/engines/adaptive/control.cuh"
#include "sort/engines/adaptive/window.cuh"

namespace sort {

template <class Shape>
class AdaptiveOne {
    static constexpr uint32_t kThreads = Shape::kThreads;
    using Window = AdaptiveWindow<Shape>;

public:
    static constexpr uint32_t kWords = Window::kWords;

    struct Shared {
        typename Window::Shared window;
        Splitter splitters[4];  // before the tile before this one, before this one, and the next two
        uint32_t before, all, flags;
    };

    __device__ AdaptiveOne(const AdaptiveArgs& args, uint32_t* words, Shared& shared)
        : args_(args), words_(words), shared_(shared) {}

    /// The caller has to go on with the full sort where this returns true, in every thread of the grid.
    template <class Sync>
    __device__ bool run(Sync sync) {
        SplitterSample sample;
        const uint32_t border = blockIdx.x + own_warp();  // one more than the number of the splitter
        const bool has_sample = own_warp() < 4 && border > 1 && border <= args_.tiles;
        if (has_sample) sample.load(args_.pairs, args_.bits, (border - 1) * args_.tile_pairs);
        plan_ = plan_call(args_);
        const uint32_t halo = args_.fault == AdaptiveFault::narrow_windows ? plan_.halo / 8 : plan_.halo;
        Window window(args_, words_, shared_.window, blockIdx.x, halo);
        window.load_keys();
        if (own_warp() < 4) {
            Splitter splitter = border <= 1 ? Splitter{0, 0} : Splitter{~0u, ~0u};
            if (has_sample) splitter = sample.middle();
            if (own_lane() == 0) shared_.splitters[own_warp()] = splitter;
        }
        __syncthreads();
        const bool descends = __syncthreads_or(window.descends());

        // Where nothing seems to be done, it is first asked whether the others have anything to do.
        const bool deferred = !descends && !plan_.expects_movers && args_.check_order;
        if (first_thread()) begin_call(args_, plan_);
        TileRecord record{0, deferred ? kDeferred : descends ? kDescends : 0};
#pragma unroll 1  // code that runs once costs more to fetch than to run
        for (uint32_t round = 0; round < 2; ++round) {
            if (deferred == (round != 0)) find(window, record);
            if (threadIdx.x == 0) args_.records[round * args_.tiles + blockIdx.x] = record;
            sync();
            sum_tiles(round);
            if (args_.check_order && (shared_.flags & kDescends) == 0 && round == 0) {
                return end(AdaptivePath::in_order);
            }
            if ((shared_.flags & kTooMuch) != 0) return fail();
            if ((shared_.flags & kDeferred) == 0) break;
        }

        const uint32_t movers = __ldcg(&own_call().movers);
        if (shared_.all + movers != args_.pairs.count || movers > args_.most_movers) return fail();
        if (movers != 0) {
            pick_movers(args_, shared_, movers);
            if (movers > Shape::kMostMovers) {
                if (threadIdx.x == 0 && shared_.window.picked > Shape::kMostMovers) own_call().lost = 1;
                sync();
                if (__ldcg(&own_call().lost) != 0) return fail();
            }
        }
        commit(window, descends, movers);
        return end(movers != 0 ? AdaptivePath::movers : AdaptivePath::windows);
    }

private:
    __device__ AdaptiveCall& own_call() const { return args_.state->calls[plan_.call % 3]; }

    __device__ static bool first_thread() { return blockIdx.x == 0 && threadIdx.x == 0; }

    __device__ bool end(AdaptivePath path) const {
        if (first_thread()) end_call(args_, plan_, path);
        return false;
    }

    __device__ bool fail() const {
        end(AdaptivePath::full_sort);
        return true;
    }

    /// Finds the tile's pairs and puts movers on the list.
    __device__ void find(Window& window, TileRecord& record) {
        const Splitter* const s = shared_.splitters;
        record.flags &= ~kDeferred;
        if (!plan_.tries || !comes_before(s[1].key, s[1].place, s[2])) {
            record.flags |= kTooMuch;
            return;
        }
        window.select(s[0], s[1], s[2], s[3], plan_.halo);
        __syncthreads();
        record.pairs = shared_.window.pairs;
        if (record.pairs > Shape::kMostPairs || 4 * shared_.window.movers > args_.tile_pairs) {
            record.flags |= kTooMuch;
            return;
        }
        if (shared_.window.movers != 0 && args_.fault != AdaptiveFault::lose_movers) {
            window.each_mover([&](const Mover& mover) {
                const uint32_t at = atomicAdd(&own_call().movers, 1u);
                if (at < args_.most_movers) args_.movers[at] = mover;
            });
        }
        window.gather();
    }

    /// Over all tiles. Afterwards shared.before is the place of this tile's first pair, but for movers.
    __device__ void sum_tiles(uint32_t round) {
        if (threadIdx.x == 0) shared_.before = shared_.all = shared_.flags = 0;
        __syncthreads();
        const auto* const records = reinterpret_cast<const uint2*>(args_.records) + round * args_.tiles;
#pragma unroll 1
        for (uint32_t tile = threadIdx.x; tile < ((args_.tiles + 31) & ~31u); tile += kThreads) {
            const uint2 record = tile < args_.tiles ? __ldcg(records + tile) : uint2{0, 0};
            const uint32_t all = warp_total(record.x);
            const uint32_t before = warp_total(tile < blockIdx.x ? record.x : 0);
            const uint32_t flags = warp_or(record.y);
            if (own_lane() == 0) {
                atomicAdd(&shared_.before, before);
                atomicAdd(&shared_.all, all);
                atomicOr(&shared_.flags, flags);
            }
        }
        __syncthreads();
    }

    /// Of all movers: those that belong here, and how many belong before this tile.
    __device__ __noinline__ static void pick_movers(const AdaptiveArgs& args, Shared& shared,
                                                    uint32_t movers) {
        const Splitter begin = shared.splitters[1], end = shared.splitters[2];
        uint32_t before = 0;
#pragma unroll 2
        for (uint32_t i = threadIdx.x; i < movers; i += kThreads) {
            const uint4 words = __ldcg(reinterpret_cast<const uint4*>(args.movers) + i);
            const uint32_t key = args.bits(words.x);
            if (comes_before(key, words.y, begin)) {
                ++before;
            } else if (comes_before(key, words.y, end)) {
                const uint32_t at = atomicAdd(&shared.window.picked, 1u);
                if (at < Shape::kMostMovers) shared.window.list[at] = {words.x, words.y, words.z, words.w};
            }
        }
        before = warp_total(before);
        if (own_lane() == 0 && before != 0) atomicAdd(&shared.before, before);
        __syncthreads();
    }

    __device__ void commit(Window& window, bool descends, uint32_t movers) {
        const bool ranks = descends || shared_.window.picked != 0;
        if (!ranks && movers == 0) return;  // all its pairs are where they belong
        if (ranks) {
            Window::order(args_, words_, shared_.window, shared_.before);
        } else {
            window.keep_order(shared_.before);
        }
        window.write(args_.pairs, shared_.before);
        if (threadIdx.x == 0) {
            report_tile(args_, plan_, ranks ? 1 : 0, shared_.window.max_shift, shared_.window.mover_shift);
        }
    }

    const AdaptiveArgs& args_;
    uint32_t* words_;
    Shared& shared_;
    AdaptivePlan plan_;
};

}  // namespace sort
