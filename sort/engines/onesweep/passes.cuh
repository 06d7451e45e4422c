// One stable pass of a large sort: every pair moves once, to where its digit belongs (Merrill, Garland 2016,
// decoupled look-back; Adinets, Merrill 2022, one sweep).
//
//   ticket     blocks take tiles in the order in which they ask, the next one while they rank one: tile t
//              waits only for earlier tiles, and the first of all that are not done is always some block's
//              present one, so the pass ends however few blocks run at once
//   rank       eight ballots a key tell which lanes have its digit; 16-bit counters, one row a warp
//   publish    the tile's counts, for the tiles behind
//   exchange   through shared memory into the order of digits, so that the stores are runs
//   look back  counts of the tiles before, until one is met that knows the sum of all before it
//   store      at bin start + pairs of that digit in earlier tiles + place within the tile's
//
// A tile is stored while the next one is ranked, pair by pair: memory takes the one, registers and shared
// memory make the other. Keys are asked for when the look-back is done and not before, as it would queue
// behind them; a few stores come first, so that there is something to do until they arrive. On an H200 a pass
// over 2^24 pairs takes 125 us, where one step after the other took 141
// (assets/results/h200-2026-11-22/trials.md).
//
// Bytes a pair: 16, and the status words, 2 x 4 x bins a tile. Tiles are taken in input order, so that all
// blocks write to neighbouring places at any time: chunks that lie far apart took twice as long at 2^24
// (a trial on an H200). What bounds it: runs begin and end within the sectors of 32 bytes that memory writes.
// The same loads and stores without any ranking take 98 us (110 if the stores are plain), and 83 where all
// runs are aligned.
#pragma once
#include <cuda/atomic>

#include "sort/base/host_device.h"
#include "sort/cuda/warp_rank.cuh"
#include "sort/sorter.h"

namespace sort::onesweep {

/// What tiles tell the tiles behind them: for each pair of bins of each tile one 8-byte word, in either half
/// two bits of flag and a count. Every pass leaves all words flagged as totals; passes take turns in what the
/// flags mean, so that the words are cleared before the first pass only.
struct TileStatus {
    static constexpr uint32_t kCountBits = 30;

    unsigned long long* words;
    uint32_t turn;  // how many passes have used these words since they were cleared

    struct Counts {
        uint32_t low, high;  // of bins 2i and 2i + 1
    };
    enum class State { waiting, counts, totals };

    __device__ void publish(uint32_t at, State state, Counts counts) const {
        const uint32_t flag = flag_of(state) << kCountBits;
        const unsigned long long word =
            static_cast<unsigned long long>(flag | counts.high) << 32 | (flag | counts.low);
        Word(words[at]).store(word, cuda::memory_order_relaxed);
    }
    __device__ unsigned long long load(uint32_t at) const {
        return Word(words[at]).load(cuda::memory_order_relaxed);
    }
    __device__ State state_of(unsigned long long word) const {
        const uint32_t flag = static_cast<uint32_t>(word >> (32 + kCountBits));
        return flag == flag_of(State::totals)   ? State::totals
               : flag == flag_of(State::counts) ? State::counts
                                                : State::waiting;
    }
    __device__ static Counts counts_of(unsigned long long word) {
        constexpr uint32_t kMask = (1u << kCountBits) - 1;
        return {static_cast<uint32_t>(word) & kMask, static_cast<uint32_t>(word >> 32) & kMask};
    }

private:
    using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

    /// Even turns find 0 and write 1, then 2; odd turns find 2 and write 3, then 0.
    __device__ uint32_t flag_of(State state) const {
        return ((state == State::counts ? 1u : 2u) + 2 * (turn % 2)) & 3u;
    }
};

/// So many numbers of 16 bits, two in a register. Indices are known when it is compiled.
template <uint32_t kCount>
class TwoEach {
public:
    __device__ uint32_t get(uint32_t k) const {
        return k % 2 == 0 ? words_[k / 2] & 0xffffu : words_[k / 2] >> 16;
    }
    /// In the order of the indices: setting one of even index clears the one behind it.
    __device__ void set(uint32_t k, uint32_t number) {
        words_[k / 2] = k % 2 == 0 ? number : (words_[k / 2] & 0xffffu) | number << 16;
    }
    /// The sum still has 16 bits.
    __device__ void add(uint32_t k, uint32_t number) { words_[k / 2] += k % 2 == 0 ? number : number << 16; }

private:
    uint32_t words_[(kCount + 1) / 2];
};

/// A tile of kThreads * kItems pairs and a digit of kBits bits.
template <uint32_t kThreads, uint32_t kItems, uint32_t kBits>
class DigitPass {
public:
    static constexpr uint32_t kTilePairs = kThreads * kItems;
    static constexpr uint32_t kBins = 1u << kBits;

private:
    static constexpr uint32_t kWarps = kThreads / 32;
    static constexpr uint32_t kBinPairs = kBins / 2;  // two 16-bit counters a word
    static constexpr uint32_t kCounterWords = kWarps * kBinPairs;
    /// One word in 33 stays free: keys that rise or fall evenly have their places at even distances, which
    /// are often multiples of 32, and would all meet in one bank.
    static constexpr uint32_t kExchanged = kTilePairs + kTilePairs / 32;
    HOST_DEVICE static constexpr uint32_t spaced(uint32_t place) { return place + place / 32; }

public:
    /// Of shared memory, aligned to 16 bytes: a tile is ranked while the one before it is still there.
    static constexpr uint32_t kWords = kCounterWords + 2 * kExchanged;

    struct Shared {
        uint32_t words[kBlockWords];
        uint32_t starts[kBins];  // where each bin begins in the output
        uint32_t bases[kBins];   // where the tile's pairs of a bin go, less their place in the tile
        uint32_t tile;
    };

    HOST_DEVICE static constexpr uint32_t tile_count(uint32_t count) {
        return count / kTilePairs + (count % kTilePairs != 0 ? 1 : 0);
    }
    /// 8-byte status words for `count` pairs.
    HOST_DEVICE static constexpr uint32_t status_words(uint32_t count) {
        return tile_count(count) * kBinPairs;
    }

    static_assert(kThreads % 32 == 0 && kBinPairs % 32 == 0 && kBinPairs <= kThreads);
    static_assert(kTilePairs < 1u << 16, "places in a tile are 16 bits");

    /// digit(key) < kBins, greatest for ~0; histogram[bin] of all keys; no bin holds 2^30 pairs. *ticket was
    /// 0. in.values and out.values may both be null. All blocks of the grid call it together; what they wrote
    /// is there after a barrier of the grid.
    template <class Digit>
    __device__ static void run(Pairs in, Pairs out, Digit digit, const uint32_t* histogram, uint32_t* ticket,
                               TileStatus status, uint32_t* words, Shared& shared) {
        const uint32_t tiles = tile_count(in.count);
        const uint32_t first = own_warp() * (kItems * 32) + own_lane();
        uint16_t* const own_counters = reinterpret_cast<uint16_t*>(words) + own_warp() * kBins;
        uint32_t* const s_keys = words + kCounterWords;
        uint32_t* const s_values = s_keys + kExchanged;
        const bool has_values = in.values != nullptr;
        uint32_t held = 0;  // pairs of the tile before, in shared memory and not stored yet
        // The k-th of this thread: neighbours in the tile by neighbouring lanes.
        const auto store = [&](uint32_t k) {
            const uint32_t place = k * kThreads + threadIdx.x;
            if (place >= held) return;
            const uint32_t key = s_keys[spaced(place)];
            const uint32_t to = shared.bases[digit(key)] + place;
            __stcs(out.keys + to, key);
            if (has_values) __stcs(out.values + to, s_values[spaced(place)]);
        };

        if (threadIdx.x == kTaker) shared.tile = atomicAdd(ticket, 1u);
        start_bins(histogram, shared);
        clear_counters(own_counters);
        __syncthreads();
        for (uint32_t tile = shared.tile; tile < tiles;) {
            uint32_t keys[kItems];
            load(in.keys, tile, in.count, first, keys);
#pragma unroll
            for (uint32_t k = 0; k < kLead; ++k) store(k);

            // Rank each key among its warp's keys of the same digit. Missing keys of the last tile have the
            // greatest digit and come last, so they go behind all others.
            TwoEach<kItems> places;  // 16 bits each: registers are what there is least of
            uint32_t next = 0;
            if (threadIdx.x == kTaker) next = atomicAdd(ticket, 1u);
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                places.set(k, rank_in_warp<kBits>(digit(keys[k]), own_counters));
                if (k + kLead < kItems) store(k + kLead);
            }
            __syncthreads();

            // Publish the counts, and turn them into places in the tile.
            if (threadIdx.x == kTaker) shared.tile = next;
            TileStatus::Counts counts{}, starts{};
            start_counters(words, tile, status, shared, counts, starts);
            __syncthreads();
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) places.add(k, own_counters[digit(keys[k])]);

            exchange(keys, places, s_keys);
            if (has_values) {
                load(in.values, tile, in.count, first, keys);  // in the registers of the keys
                exchange(keys, places, s_values);
            }
            __syncwarp();
            clear_counters(own_counters);

            if (threadIdx.x < kBinPairs) {
                const TileStatus::Counts before = look_back(status, tile, counts);
                shared.bases[2 * threadIdx.x] = shared.starts[2 * threadIdx.x] + before.low - starts.low;
                shared.bases[2 * threadIdx.x + 1] =
                    shared.starts[2 * threadIdx.x + 1] + before.high - starts.high;
            }
            __syncthreads();
            held = min(kTilePairs, in.count - tile * kTilePairs);
            tile = shared.tile;
        }
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) store(k);
        __syncthreads();
    }

private:
    static constexpr uint32_t kTaker = kThreads - 32;  // takes tickets: not of the warps that look back
    static constexpr uint32_t kWindow = 4;             // status words asked for at a time
    static constexpr uint32_t kLead = kItems < 4 ? kItems : 4;  // stores before the first rank
    static constexpr uint32_t kCounterBatch = kWarps < 16 ? kWarps : 16;
    static_assert(kWarps % kCounterBatch == 0);

    __device__ static void load(const uint32_t* from, uint32_t tile, uint32_t count, uint32_t first,
                                uint32_t (&items)[kItems]) {
        const uint32_t begin = tile * kTilePairs + first;
        if (count - tile * kTilePairs >= kTilePairs) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) items[k] = __ldcs(from + begin + k * 32);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                items[k] = begin + k * 32 < count ? __ldcs(from + begin + k * 32) : ~0u;
            }
        }
    }

    __device__ static void exchange(const uint32_t (&items)[kItems], const TwoEach<kItems>& places,
                                    uint32_t* exchanged) {
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) exchanged[spaced(places.get(k))] = items[k];
    }

    /// A warp's row; it is its own until the next barrier of the block.
    __device__ static void clear_counters(uint16_t* own_counters) {
        static_assert(kBins % 256 == 0, "16 bytes a lane");
        auto* const eights = reinterpret_cast<uint4*>(own_counters);
#pragma unroll
        for (uint32_t i = 0; i < kBins / 256; ++i) eights[i * 32 + own_lane()] = {0, 0, 0, 0};
    }

    /// Exclusive sums of two counts a thread over the first kBinPairs threads. All threads call it.
    __device__ static TileStatus::Counts sum_before(TileStatus::Counts counts, uint32_t* words) {
        const uint32_t both = counts.low + counts.high;
        const uint32_t sums = warp_sums(both);
        const uint32_t of_warp = __shfl_sync(kAllLanes, sums, 31);
        const uint32_t start = sum_before_warp<kThreads>(of_warp, words) + sums - both;
        return {start, start + counts.low};
    }

    __device__ static void start_bins(const uint32_t* histogram, Shared& shared) {
        TileStatus::Counts counts{0, 0};
        const uint32_t bin = 2 * threadIdx.x;
        if (bin < kBins) counts = {__ldcg(histogram + bin), __ldcg(histogram + bin + 1)};
        const TileStatus::Counts starts = sum_before(counts, shared.words);
        if (bin < kBins) shared.starts[bin] = starts.low, shared.starts[bin + 1] = starts.high;
    }

    /// counters[warp][bin] become the places in the tile where that warp's keys of that bin begin.
    __device__ static void start_counters(uint32_t* counters, uint32_t tile, TileStatus status,
                                          Shared& shared, TileStatus::Counts& counts,
                                          TileStatus::Counts& starts) {
        const bool counting = threadIdx.x < kBinPairs;
        if (counting) {
            uint32_t sum = 0;  // of both bins; neither reaches 16 bits
#pragma unroll
            for (uint32_t warp = 0; warp < kWarps; ++warp) sum += counters[warp * kBinPairs + threadIdx.x];
            counts = {sum & 0xffffu, sum >> 16};
            status.publish(tile * kBinPairs + threadIdx.x,
                           tile == 0 ? TileStatus::State::totals : TileStatus::State::counts, counts);
        }
        starts = sum_before(counts, shared.words);
        if (!counting) return;
        uint32_t start = starts.low | starts.high << 16;
        for (uint32_t warp = 0; warp < kWarps; warp += kCounterBatch) {
            uint32_t* const batch = counters + warp * kBinPairs + threadIdx.x;
            uint32_t of_warp[kCounterBatch];
#pragma unroll
            for (uint32_t i = 0; i < kCounterBatch; ++i) of_warp[i] = batch[i * kBinPairs];
#pragma unroll
            for (uint32_t i = 0; i < kCounterBatch; ++i) {
                batch[i * kBinPairs] = start;
                start += of_warp[i];
            }
        }
    }

    /// The pairs of this thread's two bins in all earlier tiles; tells the tiles behind.
    __device__ static TileStatus::Counts look_back(TileStatus status, uint32_t tile, TileStatus::Counts own) {
        TileStatus::Counts before{0, 0};
        if (tile == 0) return before;
        uint32_t missing = tile;  // the tiles before this one are not in the sum yet
        for (bool known = false; !known;) {
            unsigned long long window[kWindow];
#pragma unroll
            for (uint32_t i = 0; i < kWindow; ++i) {
                const uint32_t from = missing > i ? missing - 1 - i : 0;
                window[i] = status.load(from * kBinPairs + threadIdx.x);
            }
            bool ready = true;
#pragma unroll
            for (uint32_t i = 0; i < kWindow; ++i) {
                const TileStatus::State state = status.state_of(window[i]);
                ready = ready && !known && state != TileStatus::State::waiting;
                if (!ready) continue;
                before.low += TileStatus::counts_of(window[i]).low;
                before.high += TileStatus::counts_of(window[i]).high;
                known = state == TileStatus::State::totals;  // tile 0 always is
                --missing;
            }
            if (!ready && !known) __nanosleep(kPause);
        }
        status.publish(tile * kBinPairs + threadIdx.x, TileStatus::State::totals,
                       {before.low + own.low, before.high + own.high});
        return before;
    }
    static constexpr uint32_t kPause = 20;
};

}  // namespace sort::onesweep
