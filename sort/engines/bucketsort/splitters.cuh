// `bucketsort` by buckets between splitters: for keys that no linear map divides evenly, in the launch that
// found it out.
//
//   splitters  from a sorted sample (samples.cuh), about one in eight of it
//   split      each block ranks its tile by bucket - a search in the splitters - and publishes its counts
//   place      every block sums the counts of all, and writes its tile to the scratch
//   order      each block takes what of the result begins in its share: it orders runs of buckets together
//              where their keys are about as dense, and copies buckets of one key; runs whose keys crowd
//              in bins, or whose samples say so, come last, by digits (cuda/digit_order.cuh)
//
// A key that two splitters share has a bucket of its own, however many pairs that are. Example, splitters
// 20 20 50: bucket 0 has the keys under 20, 1 has 20, 2 those between 20 and 50, 3 the others.
// A splitter lies in the middle of a gap where there is one nearby, so that clusters do not share a bucket: a
// linear map of that would put each into one bin. A bucket that does not fit a block all the same makes the
// whole sort go by digits, and so do many ties among the samples of large blocks.
#pragma once
#include "sort/engines/bucketsort/buckets.cuh"

namespace sort::bucketsort {

/// The bucket of a key: how many splitters are not greater.
template <int kBits>
struct SplitterDigit {
    const SplitterShared<kBits>* splitters;
    KeyBits bits;
    bool ties;  // some splitters are equal

    __device__ uint32_t operator()(uint32_t key) const {
        const uint32_t sought = bits(key);
        uint32_t node = 1;
#pragma unroll
        for (int level = 0; level < kBits; ++level) {
            node = 2 * node + (splitters->tree[node] <= sought ? 1 : 0);
        }
        uint32_t bucket = node - (1u << kBits);
        if (ties && bucket >= 2 && splitters->sorted[bucket - 1] == sought &&
            splitters->sorted[bucket - 2] == sought) {
            --bucket;
        }
        return bucket;
    }
};

template <class Shape>
class SplitterSort : MidSort<Shape> {
    using Base = MidSort<Shape>;
    using Base::args_, Base::words_, Base::shared_, Base::kThreads;
    using typename Base::OwnTile;

    static constexpr int kBits = Shape::kSplitterBits;
    using SampleOf = Samples<kBits>;
    // More ties than these crowd so many runs that all blocks together are faster by digits: Zipf's keys took
    // 105 us instead of 114 at 2^20, and 147 instead of 163 at 2^21 (H200). Of 4096 samples they have about
    // 350 such ties, entropy:3 270, 600 keys 640; bells, lattices, clusters and up to 300 keys 16 or fewer.
    static constexpr uint32_t kMostTies = SampleOf::kCount / 32;
    static constexpr uint32_t kCrowds = 1u << 31;  // of a listed run: order_bucket() would not do
    static_assert(SampleOf::kCount <= Base::kWords && OwnTile::words_kept(kBits) <= Base::kWords);

public:
    static constexpr uint32_t kBuckets = 1u << kBits;

    using Base::Base;

    /// Sorts the pairs into buckets, without the order within buckets. `offered`: the sample has been
    /// offered, and a barrier passed. Returns false if nothing has been placed.
    template <class Sync>
    __device__ bool distribute(Sync sync, bool offered) {
        if (!SampleOf::fits(args_)) return false;
        if (!offered) {
            SampleOf::offer(args_);
            sync();
        }
        SampleOf::template sort<kThreads>(args_, words_, shared_.splitters.ranks);
        OwnTile tile = this->own_tile(args_.pairs);
        tile.load_keys();  // they come while the others finish
        sync();
        const SplitterDigit<kBits> bucket{&shared_.splitters, args_.bits, choose_splitters()};
        if (Shape::kLooksBack && shared_.splitters.ties > kMostTies) return false;
        this->template publish<kBits, true>(tile, bucket);
        sync();
        const uint32_t fullest = sum_rows<kBits, kThreads>(args_.rows, gridDim.x, shared_.tile,
                                                           [this](uint32_t b) { return !has_one_key(b); });
        if (fullest > Shape::kBucketPairs) return false;
        if (threadIdx.x < kBuckets) shared_.tile.base[threadIdx.x] -= shared_.tile.first[threadIdx.x];
        tile.move_kept(args_.scratch, words_, shared_.tile);
        sync();
        return true;
    }

    /// Orders the runs that begin in this block's share of the output, and copies those pairs in it that
    /// belong to buckets of one key. Returns whether some runs are crowded.
    __device__ bool order_share() {
        list_runs();
        // Little is alive around order_bucket(), which needs the registers.
        for (uint32_t i = 0; i < shared_.splitters.listed; ++i) {
            const uint32_t listed = shared_.splitters.runs[i], run = listed & ~kCrowds;
            const uint32_t begin = shared_.tile.start[run & 0xffffu], end = start_of(run >> 16);
            const bool ordered = listed == run && this->order_bucket(begin, end - begin);
            if (ordered) continue;
            __syncthreads();  // all have read the list
            if (threadIdx.x == 0) shared_.splitters.runs[shared_.crowded++] = run;
        }
        this->report(Path::buckets, 1, 0);
        if (this->first_thread()) args_.state->out_of_order = 0;
        __syncthreads();  // the list is whole
        return shared_.crowded != 0;
    }

    /// The runs that order_share() left. Digits do not mind gaps: neighbours are ordered together.
    __device__ void order_crowded_runs() {
        for (uint32_t i = 0; i < shared_.crowded;) {
            const uint32_t begin = start_of(shared_.splitters.runs[i] & 0xffffu);
            uint32_t end = start_of(shared_.splitters.runs[i] >> 16);
            for (++i; i < shared_.crowded; ++i) {
                const uint32_t next = shared_.splitters.runs[i], next_end = start_of(next >> 16);
                if (start_of(next & 0xffffu) != end || next_end - begin > Shape::kBucketPairs) break;
                end = next_end;
            }
            this->order_crowded_bucket(begin, end - begin);
        }
    }

private:
    /// Returns whether some are equal. All threads of the block call it.
    __device__ bool choose_splitters() {
        auto& splitters = shared_.splitters;
        if (threadIdx.x == 0) splitters.ties = 0;
        const uint32_t ties = threadIdx.x + 1 < kBuckets ? choose_splitter(threadIdx.x) : 0;
        __syncthreads();
        if (ties != 0) atomicAdd(&splitters.ties, ties);
        if (threadIdx.x > 0 && threadIdx.x < kBuckets) {
            const int level = 31 - __clz(static_cast<int>(threadIdx.x));
            const uint32_t in_level = threadIdx.x - (1u << level);
            splitters.tree[threadIdx.x] = splitters.sorted[((2 * in_level + 1) << (kBits - 1 - level)) - 1];
        }
        return __syncthreads_or(threadIdx.x < kBuckets && has_one_key(threadIdx.x)) != 0;
    }

    __device__ bool has_one_key(uint32_t bucket) const {
        const uint32_t* const sorted = shared_.splitters.sorted;
        return bucket > 0 && bucket + 1 < kBuckets && sorted[bucket] == sorted[bucket - 1];
    }

    /// Chooses splitter `number`: in the middle of eight samples, or in the gap between two of them that
    /// takes most of their width. If the key after the gap occurs more than once it is the splitter: a next
    /// one may then be the same. Returns how many of the eight equal the one before, except keys that other
    /// windows have, too: those mostly get a bucket of their own.
    __device__ uint32_t choose_splitter(uint32_t number) {
        constexpr uint32_t kWindow = SampleOf::kOfBucket;
        static_assert(kWindow == 8);
        const uint32_t* const window = SampleOf::sorted(args_) + number * kWindow + kWindow / 2;
        const uint4 low = __ldcg(reinterpret_cast<const uint4*>(window));
        const uint4 high = __ldcg(reinterpret_cast<const uint4*>(window + 4));
        const uint32_t key[kWindow + 2] = {
            __ldcg(window - 1),      low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w,
            __ldcg(window + kWindow)};
        uint32_t widest = 0, after = 0, again = 0;
#pragma unroll
        for (uint32_t i = 1; i <= kWindow; ++i) {
            const uint32_t gap = key[i] - key[i - 1];
            if (gap > widest) widest = gap, after = key[i], again = key[i + 1];
        }
        const bool gap = widest != 0 && key[kWindow] - key[0] - widest <= widest / 4;
        const bool apart = gap && after != again;
        const uint32_t splitter = apart ? after - widest / 2 : gap ? after : high.x;
        SplitterNotes notes{apart, 0, 0, 0};
        uint32_t ties = 0;
#pragma unroll
        for (uint32_t i = 1; i <= kWindow; ++i) {
            if (key[i] != key[i - 1]) continue;
            if (key[i] != key[0] && key[i] != key[kWindow + 1]) ++ties;
            (key[i] < splitter    ? notes.ties_under
             : key[i] == splitter ? notes.ties_at
                                  : notes.ties_over) += 1;
        }
        shared_.splitters.sorted[number] = splitter;
        shared_.splitters.notes[number] = notes;
        return ties;
    }

    /// Returns where a bucket begins in the output; for bucket kBuckets the end of the pairs.
    __device__ uint32_t start_of(uint32_t bucket) const {
        return bucket < kBuckets ? shared_.tile.start[bucket] : args_.pairs.count;
    }

    /// Returns how many keys may be in a bucket; 0 for the first and the last, whose range is unknown.
    __device__ uint32_t width(uint32_t bucket) const {
        const uint32_t* const sorted = shared_.splitters.sorted;
        return bucket == 0 || bucket + 1 >= kBuckets ? 0 : sorted[bucket] - sorted[bucket - 1];
    }

    /// The runs to order; copies the others.
    __device__ void list_runs() {
        const uint32_t begin = blockIdx.x * args_.tile_pairs;
        const uint32_t end = min(begin + args_.tile_pairs, args_.pairs.count);
        const uint32_t start = threadIdx.x < kBuckets ? shared_.tile.start[threadIdx.x] : ~0u;
        if (threadIdx.x == 0) shared_.crowded = shared_.splitters.listed = 0;
        note_filled(start);
        uint32_t first = __syncthreads_count(start < begin);
        const uint32_t last = __syncthreads_count(start < end);
        if (first > 0 && has_one_key(first - 1)) --first;
        uint32_t after = 0;
        for (uint32_t bucket = next_filled(first, last); bucket < last; bucket = next_filled(after, last)) {
            after = bucket + 1;
            if (has_one_key(bucket)) {
                copy(max(start_of(bucket), begin), min(start_of(after), end));
            } else {
                after = end_of_run(bucket, last);
                if (threadIdx.x == 0 && start_of(after) != start_of(bucket)) {
                    const uint32_t crowds = ties_of_run(bucket, after) > after - bucket ? kCrowds : 0;
                    shared_.splitters.runs[shared_.splitters.listed++] = bucket | after << 16 | crowds;
                }
            }
        }
        __syncthreads();
    }

    /// Few keys leave most buckets empty, and a check of each took 76 us of 137 (H200, one key but for one).
    /// Known to others behind the next barrier.
    __device__ void note_filled(uint32_t start) {
        const bool filled = threadIdx.x < kBuckets && start_of(threadIdx.x + 1) != start;
        const uint32_t warp_filled = __ballot_sync(kAllLanes, filled);
        if (own_lane() == 0 && threadIdx.x < kBuckets) shared_.splitters.filled[own_warp()] = warp_filled;
    }

    /// Returns the next bucket with pairs from `bucket` on; `last` if there is none before it.
    __device__ uint32_t next_filled(uint32_t bucket, uint32_t last) const {
        while (bucket < last) {
            const uint32_t from = shared_.splitters.filled[bucket / 32] >> (bucket % 32);
            if (from != 0) return min(last, bucket + __ffs(static_cast<int>(from)) - 1);
            bucket = (bucket / 32 + 1) * 32;
        }
        return last;
    }

    /// Returns the end of the run of buckets that are ordered together from `bucket` on: they fit a block,
    /// and a linear map of their keys is even enough.
    __device__ uint32_t end_of_run(uint32_t bucket, uint32_t last) const {
        constexpr float kMostUneven = 16;  // where there is a bin for each key
        const uint32_t begin = start_of(bucket);
        uint32_t after = bucket + 1, narrowest = width(bucket), sum = narrowest;
        if (narrowest == 0) return after;
        for (; after < last && !has_one_key(after); ++after) {
            if (shared_.splitters.notes[after - 1].in_gap) break;
            const uint32_t next = width(after), count = start_of(after + 1) - begin;
            if (next == 0 || count > Shape::kBucketPairs) break;
            narrowest = min(narrowest, next);
            sum += next;
            const float keys_of_bin = static_cast<float>(count) * (1.0f / Shape::kBucketPairs);
            if (static_cast<float>(sum) * keys_of_bin > kMostUneven * static_cast<float>(narrowest)) break;
        }
        return after;
    }

    /// Counts the samples in a run that equal the sample before. One per bucket means that many keys are equal.
    __device__ uint32_t ties_of_run(uint32_t bucket, uint32_t after) const {
        uint32_t ties = 0;
        for (uint32_t b = bucket; b < after; ++b) {
            if (b + 1 < kBuckets) ties += shared_.splitters.notes[b].ties_under;
            if (b == 0) continue;
            const SplitterNotes& notes = shared_.splitters.notes[b - 1];
            ties += notes.ties_over + (has_one_key(b - 1) ? 0 : notes.ties_at);
        }
        return ties;
    }

    /// Places begin to end go from the scratch to the caller's pairs.
    __device__ void copy(uint32_t begin, uint32_t end) const {
        constexpr uint32_t kAtOnce = 4;
        const bool values = args_.pairs.values != nullptr;
        for (uint32_t first = begin; first < end; first += kAtOnce * kThreads) {
            uint32_t keys[kAtOnce], own_values[kAtOnce];
#pragma unroll
            for (uint32_t k = 0; k < kAtOnce; ++k) {
                const uint32_t at = first + k * kThreads + threadIdx.x;
                if (at >= end) break;
                keys[k] = __ldcg(args_.scratch.keys + at);
                if (values) own_values[k] = __ldcg(args_.scratch.values + at);
            }
#pragma unroll
            for (uint32_t k = 0; k < kAtOnce; ++k) {
                const uint32_t at = first + k * kThreads + threadIdx.x;
                if (at >= end) break;
                args_.pairs.keys[at] = keys[k];
                if (values) args_.pairs.values[at] = own_values[k];
            }
        }
    }
};

}  // namespace sort::bucketsort
