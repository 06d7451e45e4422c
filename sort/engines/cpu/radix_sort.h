// The full sort of the CPU engines: cpu-radix after its order check, cpu-adaptive where nothing shorter will
// do. cpu_radix.cpp says how it works.
#pragma once
#include <tbb/task_arena.h>

#include <optional>

#include "sort/base/thread_arena.h"
#include "sort/engines/cpu/buckets.h"
#include "sort/engines/cpu/local_sort.h"
#include "sort/sorter.h"

namespace sort::cpu {

inline constexpr const char* kRadixSentence =
    "order check, buckets, then 11 bits per pass within the cache, multithreaded";

constexpr uint32_t kSpareWords = 1u << 15;
constexpr uint32_t kParallelPairs = 1u << 15;  // below, threads cost more than they bring

/// Memory of one worker thread.
struct Workspace {
    Counters counters;
    uint32_t first[kMaxBuckets];                  // where the pairs of its chunk begin in each bucket
    alignas(64) uint64_t lines[kMaxBuckets * 8];  // a cache line for each bucket, written out when full
    alignas(64) uint64_t spare[2][kSpareWords];
    uint32_t values[kSpareWords];
};

class RadixSort {
public:
    /// `threads`: 0 for as many as the machine has.
    RadixSort(uint32_t capacity, int threads);

    static size_t bytes(uint32_t capacity, int threads);

    uint32_t capacity() const { return capacity_; }

    /// Runs the work of a sort of `count` pairs where at most as many threads take part as there are workspaces: in an
    /// arena of its own, unless the caller is in one of ours. Without `threads` it has as many as the caller's arena.
    template <class Work>
    void in_arena(uint32_t count, Work work) {
        if (count < kParallelPairs) return work();
        const int callers = tbb::this_task_arena::max_concurrency();
        if (!own_arena_ && callers <= workers_ && ThreadArena::is_in_one()) return work();
        const int threads = own_arena_ ? workers_ : std::min(callers, workers_);
        if (!arena_ || arena_->threads() != threads) arena_.emplace(threads);
        arena_->execute(work);
    }

    /// Words of more bytes than this go past the caches to their buckets; at first half as much again as the last
    /// cache holds. For tests.
    void stream_above(size_t bytes) { streaming_bytes_ = bytes; }

    /// Sorts, inside in_arena; returns the digits of kDigitBits that the range of the keys has, 0 when all
    /// are equal and nothing was done.
    uint32_t sort(Pairs pairs, Stream stream, const Options& options);

    /// Scratch for capacity() words each, free between sorts.
    uint64_t* words_a() { return words_a_.data(); }
    uint64_t* words_b() { return words_b_.data(); }

    /// Returns the workspace of the calling thread, inside a parallel loop.
    Workspace& workspace();

private:
    static constexpr int kMaxLevels = 6;  // the first, and 8 bits or more in each of the others

    struct Level {
        uint64_t* to;
        uint64_t* other;
        uint32_t begin, count;
        int depth;
    };

    template <class From, class Bits>
    void sort_level(const Level& level, From from, Bits bits, KeyRange range, Pairs pairs, Stream stream,
                    const Options& options);
    template <class From, class Bits, class Map>
    void count_buckets(const Level& level, From from, Bits bits, Map map, uint32_t buckets);
    template <class From, class Bits, class Map>
    void fill_buckets(const Level& level, From from, Bits bits, Map map, uint32_t buckets);
    template <class Bits>
    void sort_buckets(const Level& level, Bits bits, uint32_t buckets, SplitPairs out);

    void make_offsets(const Level& level, uint32_t buckets);
    template <class From>
    KeyRange range_of(From from, uint32_t count, KeyBits bits);
    uint32_t chunk_begin(uint32_t count, uint32_t chunk) const {
        return static_cast<uint32_t>(uint64_t{count} * chunk / chunks_);
    }
    template <class Work>
    void each(uint32_t count, Work work) const;
    int bucket_bits(uint32_t count) const;

    static int workers_for(int threads);

    const uint32_t capacity_;
    const int workers_;
    const bool own_arena_;
    size_t streaming_bytes_;
    int threads_ = 1;                  // that take part in the sort going on
    uint32_t chunks_ = 1, heavy_ = 0;  // of this sort; buckets of more pairs are cut again by all threads
    Memory<uint64_t> words_a_, words_b_;
    Memory<Workspace> workspaces_;
    Memory<uint32_t> tables_;  // [chunk][bucket]: counts, then offsets
    Memory<uint32_t> starts_;  // [depth][bucket]
    Buckets buckets_;
    std::optional<ThreadArena> arena_;
};

}  // namespace sort::cpu
