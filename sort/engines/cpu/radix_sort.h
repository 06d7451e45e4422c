// The full sort of the CPU engines: cpu-radix after its order check, cpu-adaptive where nothing shorter will
// do. cpu_radix.cpp says how it works.
#pragma once
#include <tbb/task_arena.h>

#include <optional>

#include "sort/base/thread_arena.h"
#include "sort/engines/cpu/buckets.h"
#include "sort/engines/cpu/local_sort.h"
#include "sort/engines/cpu/stream.h"
#include "sort/sorter.h"

namespace sort::cpu {

inline constexpr const char* kRadixSentence =
    "order check, buckets, then 11 bits per pass within the cache, multithreaded";

constexpr uint32_t kSpareWords = 1u << 15;
constexpr uint32_t kParallelPairs = 1u << 15;  // below, threads cost more than they bring

/// Memory of one worker thread.
template <class Key>
struct Workspace {
    using Word = WordOf<Key>;

    Counters<Key> counters;
    uint32_t first[kMaxBuckets];  // where the pairs of its chunk begin in each bucket
    alignas(64)
        Word lines[kMaxBuckets * kLineWords<Word>];  // a cache line for each bucket, written out when full
    alignas(64) Word spare[2][kSpareWords];
    uint32_t values[kSpareWords];
};

/// Sorter of keys of 32 or 64 bits.
template <class Key>
class RadixSort {
public:
    using Word = WordOf<Key>;

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
    uint32_t sort(KeyPairs<Key> pairs, Stream stream, const Options& options);

    /// Scratch for capacity() words each, free between sorts.
    Word* words_a() { return words_a_.data(); }
    Word* words_b() { return words_b_.data(); }

    /// Returns the workspace of the calling thread, inside a parallel loop.
    Workspace<Key>& workspace();

private:
    static constexpr int kMaxLevels = 2 + sizeof(Key);  // the first, and 8 bits or more in each of the others

    struct Level {
        Word* to;
        Word* other;
        uint32_t begin, count;
        int depth;
    };

    /// Returns the width of the range of the keys, as the bits see them.
    template <class Bits>
    uint32_t sort_by(Bits bits, KeyPairs<Key> pairs, Stream stream, const Options& options);
    template <class From, class Bits>
    void sort_level(const Level& level, From from, Bits bits, KeyRange<Key> range, KeyPairs<Key> pairs,
                    Stream stream, const Options& options);
    template <class From, class Bits, class Map>
    void count_buckets(const Level& level, From from, Bits bits, Map map, uint32_t buckets);
    template <class From, class Bits, class Map>
    void fill_buckets(const Level& level, From from, Bits bits, Map map, uint32_t buckets);
    template <class Bits>
    void sort_buckets(const Level& level, Bits bits, uint32_t buckets, SplitPairs<Key> out);

    void make_offsets(const Level& level, uint32_t buckets);
    template <class From, class Bits>
    KeyRange<Key> range_of(From from, uint32_t count, Bits bits);
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
    Memory<Word> words_a_, words_b_;
    Memory<Workspace<Key>> workspaces_;
    Memory<uint32_t> tables_;  // [chunk][bucket]: counts, then offsets
    Memory<uint32_t> starts_;  // [depth][bucket]
    Buckets<Key> buckets_;
    std::optional<ThreadArena> arena_;
};

}  // namespace sort::cpu
