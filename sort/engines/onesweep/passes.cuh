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
#include "sort/base/host_device.h"
#include "sort/cuda/warp_rank.cuh"
#include "sort/engines/onesweep/tile_status.cuh"
#include "sort/sorter.h"

namespace sort::onesweep {

/// An array of 16-bit numbers in registers, two in each. Indices are constants at compile time.
template <uint32_t kCount>
class Packed16 {
public:
    __device__ uint32_t get(uint32_t k) const {
        return k % 2 == 0 ? words_[k / 2] & 0xffffu : words_[k / 2] >> 16;
    }
    /// Sets number k. In ascending order of k: setting an even one clears the next.
    __device__ void set(uint32_t k, uint32_t number) {
        words_[k / 2] = k % 2 == 0 ? number : (words_[k / 2] & 0xffffu) | number << 16;
    }
    /// The sum still has 16 bits.
    __device__ void add(uint32_t k, uint32_t number) { words_[k / 2] += k % 2 == 0 ? number : number << 16; }

private:
    uint32_t words_[(kCount + 1) / 2];
};

/// The pass as it runs outside lessons: trace.cuh has the tracer of those.
struct NoTrace {
    static constexpr bool kActive = false;
};

/// A tile of kThreads * kItems pairs and a digit of kBits bits.
template <uint32_t kThreads, uint32_t kItems, uint32_t kBits, class Key = uint32_t>
class DigitPass {
public:
    static constexpr uint32_t kTilePairs = kThreads * kItems;
    static constexpr uint32_t kBins = 1u << kBits;

private:
    static constexpr uint32_t kWarps = kThreads / 32;
    static constexpr uint32_t kBinPairs = kBins / 2;  // two 16-bit counters per word
    // Neighbouring ones of a thread, if it has any: one, in blocks that are large enough.
    static constexpr uint32_t kOwnPairs = kBinPairs > kThreads ? kBinPairs / kThreads : 1;
    static constexpr uint32_t kCountingThreads = kBinPairs / kOwnPairs;
    static constexpr uint32_t kCounterWords = kWarps * kBinPairs;
    /// Words of the exchange in shared memory. One word in 33 stays free: keys that rise or fall evenly have
    /// their places at even distances, which are often multiples of 32, and would all meet in one bank.
    static constexpr uint32_t kExchanged = kTilePairs + kTilePairs / 32;
    HOST_DEVICE static constexpr uint32_t spaced(uint32_t place) { return place + place / 32; }

public:
    /// Words of shared memory, aligned to 16 bytes: a tile is ranked while the one before it is still there.
    static constexpr uint32_t kWords = kCounterWords + (sizeof(Key) / sizeof(uint32_t) + 1) * kExchanged;

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
    HOST_DEVICE static constexpr uint64_t status_words(uint32_t count) {
        return uint64_t{tile_count(count)} * kBinPairs;
    }

    static_assert(kThreads % 32 == 0 && kBinPairs % 32 == 0 && kCountingThreads <= kThreads);
    static_assert(kOwnPairs * kCountingThreads == kBinPairs);
    static_assert(kTilePairs < 1u << 16, "places in a tile are 16 bits");

    /// digit(key) < kBins, greatest for digit.greatest(); histogram[bin] of all keys; no bin holds 2^30 pairs. *ticket was
    /// 0. in.values and out.values may both be null. All blocks of the grid call it together; what they wrote
    /// is there after a barrier of the grid.
    template <class Digit, class Trace = NoTrace>
    __device__ static void run(KeyPairs<Key> in, KeyPairs<Key> out, Digit digit, const uint32_t* histogram,
                               uint32_t* ticket, TileStatus status, uint32_t* words, Shared& shared,
                               Trace trace = {}) {
        const uint32_t tiles = tile_count(in.count);
        const uint32_t first = own_warp() * (kItems * 32) + own_lane();
        uint16_t* const own_counters = reinterpret_cast<uint16_t*>(words) + own_warp() * kBins;
        Key* const s_keys = reinterpret_cast<Key*>(words + kCounterWords);
        uint32_t* const s_values = reinterpret_cast<uint32_t*>(s_keys + kExchanged);
        const bool has_values = in.values != nullptr;
        uint32_t held = 0;  // pairs of the tile before, in shared memory and not stored yet
        // The k-th of this thread: neighbours in the tile by neighbouring lanes.
        const auto store = [&](uint32_t k) {
            const uint32_t place = k * kThreads + threadIdx.x;
            if (place >= held) return;
            const Key key = s_keys[spaced(place)];
            const uint32_t to = shared.bases[digit(key)] + place;
            __stcs(out.keys + to, key);
            if (has_values) __stcs(out.values + to, s_values[spaced(place)]);
        };

        if (threadIdx.x == kTaker) shared.tile = atomicAdd(ticket, 1u);
        start_bins(histogram, shared);
        clear_counters(own_counters);
        __syncthreads();
        if constexpr (Trace::kActive) trace.all_have_a_tile();
        for (uint32_t tile = shared.tile; tile < tiles;) {
            Key keys[kItems];
            load(in.keys, tile, in.count, first, keys, digit.greatest());
#pragma unroll
            for (uint32_t k = 0; k < kLead; ++k) store(k);

            // Rank each key among its warp's keys of the same digit. Missing keys of the last tile have the
            // greatest digit and come last, so they go behind all others.
            Packed16<kItems> places;  // 16 bits each: registers are scarce
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
            TileStatus::Counts counts[kOwnPairs] = {}, starts[kOwnPairs] = {};
            start_counters(words, tile, status, shared, counts, starts);
            __syncthreads();
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) places.add(k, own_counters[digit(keys[k])]);
            if constexpr (Trace::kActive) {
                for (uint32_t k = 0; k < kItems; ++k) {
                    trace.ranked(tile, first + k * 32, keys[k], digit(keys[k]), places.get(k));
                }
            }

            exchange(keys, places, s_keys);
            if (has_values) {
                uint32_t values[kItems];  // in the registers of the keys
                load(in.values, tile, in.count, first, values, ~0u);
                exchange(values, places, s_values);
            }
            __syncwarp();
            clear_counters(own_counters);

            // In lessons all blocks of a wave look back on counts alone, so that the walks can be foreseen.
            TileStatus::Counts before[kOwnPairs];
            if constexpr (Trace::kActive) {
                trace.all_have_published(tile);
                if (counts_bins()) {
                    for (uint32_t i = 0; i < kOwnPairs; ++i) before[i] = look_back(status, tile, i, trace);
                }
                trace.all_have_looked_back();
            }
            if (counts_bins()) {
#pragma unroll
                for (uint32_t i = 0; i < kOwnPairs; ++i) {
                    if constexpr (Trace::kActive) {
                        publish_totals(status, tile, i, before[i], counts[i]);
                    } else {
                        before[i] = look_back_and_publish(status, tile, i, counts[i]);
                    }
                    const uint32_t bin = 2 * own_pair(i);
                    shared.bases[bin] = shared.starts[bin] + before[i].low - starts[i].low;
                    shared.bases[bin + 1] = shared.starts[bin + 1] + before[i].high - starts[i].high;
                    if constexpr (Trace::kActive) {
                        trace.counted(tile, bin, {counts[i].low, before[i].low, starts[i].low});
                        trace.counted(tile, bin + 1, {counts[i].high, before[i].high, starts[i].high});
                    }
                }
            }
            __syncthreads();
            if constexpr (Trace::kActive) {
                for (uint32_t k = 0; k < kItems; ++k) {
                    trace.placed(tile, first + k * 32, shared.starts);
                }
            }
            held = min(kTilePairs, in.count - tile * kTilePairs);
            tile = shared.tile;
        }
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) store(k);
        __syncthreads();
        if constexpr (Trace::kActive) trace.ended(shared.tile, tiles);
    }

private:
    static constexpr uint32_t kTaker = kThreads - 32;  // takes tickets: not of the warps that look back
    static constexpr uint32_t kWindow = 4;             // status words asked for at a time
    static constexpr uint32_t kLead = kItems < 4 ? kItems : 4;  // stores before the first rank
    static constexpr uint32_t kCounterBatch = kWarps < 16 ? kWarps : 16;
    static_assert(kWarps % kCounterBatch == 0);

    template <class Item>
    __device__ static void load(const Item* from, uint32_t tile, uint32_t count, uint32_t first,
                                Item (&items)[kItems], Item missing) {
        const uint32_t begin = tile * kTilePairs + first;
        if (count - tile * kTilePairs >= kTilePairs) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) items[k] = __ldcs(from + begin + k * 32);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                items[k] = begin + k * 32 < count ? __ldcs(from + begin + k * 32) : missing;
            }
        }
    }

    template <class Item>
    __device__ static void exchange(const Item (&items)[kItems], const Packed16<kItems>& places,
                                    Item* exchanged) {
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

    /// Returns whether this thread counts bins: kOwnPairs neighbouring pairs of bins.
    __device__ static bool counts_bins() { return threadIdx.x < kCountingThreads; }
    __device__ static uint32_t own_pair(uint32_t i) { return threadIdx.x * kOwnPairs + i; }

    /// Exclusive sums over all bins, in order; threads that count none pass zeros. All threads call it.
    __device__ static void sum_before(const TileStatus::Counts (&counts)[kOwnPairs],
                                      TileStatus::Counts (&sums)[kOwnPairs], uint32_t* words) {
        uint32_t own = 0;
#pragma unroll
        for (uint32_t i = 0; i < kOwnPairs; ++i) own += counts[i].low + counts[i].high;
        const uint32_t lane_sums = warp_sums(own);
        const uint32_t warp_sum = __shfl_sync(kAllLanes, lane_sums, 31);
        uint32_t sum = sum_before_warp<kThreads>(warp_sum, words) + lane_sums - own;
#pragma unroll
        for (uint32_t i = 0; i < kOwnPairs; ++i) {
            sums[i] = {sum, sum + counts[i].low};
            sum = sums[i].high + counts[i].high;
        }
    }

    /// The condition names bins, not counts_bins(): one condition for all would be kept through the loop over
    /// tiles, where no register is free.
    __device__ static void start_bins(const uint32_t* histogram, Shared& shared) {
        TileStatus::Counts counts[kOwnPairs] = {}, starts[kOwnPairs];
        const uint32_t first_bin = 2 * kOwnPairs * threadIdx.x;
        if (first_bin < kBins) {
#pragma unroll
            for (uint32_t i = 0; i < kOwnPairs; ++i) {
                const uint32_t bin = first_bin + 2 * i;
                counts[i] = {__ldcg(histogram + bin), __ldcg(histogram + bin + 1)};
            }
        }
        sum_before(counts, starts, shared.words);
        if (first_bin < kBins) {
#pragma unroll
            for (uint32_t i = 0; i < kOwnPairs; ++i) {
                const uint32_t bin = first_bin + 2 * i;
                shared.starts[bin] = starts[i].low, shared.starts[bin + 1] = starts[i].high;
            }
        }
    }

    /// counters[warp][bin] become the places in the tile where that warp's keys of that bin begin.
    __device__ static void start_counters(uint32_t* counters, uint32_t tile, TileStatus status,
                                          Shared& shared, TileStatus::Counts (&counts)[kOwnPairs],
                                          TileStatus::Counts (&starts)[kOwnPairs]) {
        if (counts_bins()) {
#pragma unroll
            for (uint32_t i = 0; i < kOwnPairs; ++i) {
                uint32_t sum = 0;  // of both bins; neither reaches 16 bits
#pragma unroll
                for (uint32_t warp = 0; warp < kWarps; ++warp)
                    sum += counters[warp * kBinPairs + own_pair(i)];
                counts[i] = {sum & 0xffffu, sum >> 16};
                status.publish(tile * kBinPairs + own_pair(i),
                               tile == 0 ? TileStatus::State::totals : TileStatus::State::counts, counts[i]);
            }
        }
        sum_before(counts, starts, shared.words);
        if (!counts_bins()) return;
#pragma unroll
        for (uint32_t i = 0; i < kOwnPairs; ++i) {
            uint32_t start = starts[i].low | starts[i].high << 16;
            for (uint32_t warp = 0; warp < kWarps; warp += kCounterBatch) {
                uint32_t* const batch = counters + warp * kBinPairs + own_pair(i);
                uint32_t warp_counts[kCounterBatch];
#pragma unroll
                for (uint32_t j = 0; j < kCounterBatch; ++j) warp_counts[j] = batch[j * kBinPairs];
#pragma unroll
                for (uint32_t j = 0; j < kCounterBatch; ++j) {
                    batch[j * kBinPairs] = start;
                    start += warp_counts[j];
                }
            }
        }
    }

    /// Returns the pairs of both bins of own_pair(i) in all earlier tiles.
    template <class Trace>
    __device__ static TileStatus::Counts look_back(TileStatus status, uint32_t tile, uint32_t i,
                                                   [[maybe_unused]] Trace trace) {
        TileStatus::Counts before{0, 0};
        if (tile == 0) return before;
        uint32_t missing = tile;  // the tiles before this one are not in the sum yet
        for (bool known = false; !known;) {
            unsigned long long window[kWindow];
#pragma unroll
            for (uint32_t w = 0; w < kWindow; ++w) {
                const uint32_t from = missing > w ? missing - 1 - w : 0;
                window[w] = status.load(from * kBinPairs + own_pair(i));
            }
            // lesson: onesweep/pass, bucketsort/pass
            bool ready = true;
#pragma unroll
            for (uint32_t w = 0; w < kWindow; ++w) {
                const TileStatus::State state = status.state_of(window[w]);
                ready = ready && !known && state != TileStatus::State::waiting;
                if (!ready) continue;
                before.low += TileStatus::counts_of(window[w]).low;
                before.high += TileStatus::counts_of(window[w]).high;
                known = state == TileStatus::State::totals;  // tile 0 always is
                --missing;
                if constexpr (Trace::kActive) trace.read(tile, tile - 1 - missing, known);
            }
            if (!ready && !known) __nanosleep(kPause);
            // lesson end
        }
        return before;
    }
    static constexpr uint32_t kPause = 20;

    /// Looks back and publishes. Each lane publishes as soon as its own walk ends, not when those of its warp have.
    __device__ static TileStatus::Counts look_back_and_publish(TileStatus status, uint32_t tile, uint32_t i,
                                                               TileStatus::Counts own) {
        if (tile == 0) return {0, 0};
        const TileStatus::Counts before = look_back(status, tile, i, NoTrace{});
        publish_totals(status, tile, i, before, own);
        return before;
    }

    /// Publishes the totals of a tile for the tiles after it.
    __device__ static void publish_totals(TileStatus status, uint32_t tile, uint32_t i,
                                          TileStatus::Counts before, TileStatus::Counts own) {
        if (tile == 0) return;  // its counts are totals and have been published
        status.publish(tile * kBinPairs + own_pair(i), TileStatus::State::totals,
                       {before.low + own.low, before.high + own.high});
    }
};

}  // namespace sort::onesweep
