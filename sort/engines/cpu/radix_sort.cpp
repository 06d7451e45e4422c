// Partition into buckets, and the buckets' sorts. The picture is in cpu_radix.cpp.
#include "sort/engines/cpu/radix_sort.h"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "sort/engines/cpu/stream.h"
#include "sort/engines/observed.h"

namespace sort::cpu {
namespace {

constexpr uint32_t kWholePairs = 1u << 17;     // below, one thread sorts the input as one bucket
constexpr uint32_t kSweptPairs = 1u << 17;     // above, the caller's arrays are not in the core's cache
constexpr uint32_t kMaxHeavyPairs = 1u << 18;  // more than that in a bucket is far outside a core's cache
constexpr uint32_t kChunksAThread = 2;         // so that a thread that is late holds up less
constexpr uint32_t kRangeParts = 64;
constexpr uint32_t kAhead = 16;  // words

size_t cache_bytes() {
    const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? static_cast<size_t>(bytes) : size_t{1} << 25;
}

}  // namespace

int RadixSort::workers_for(int threads) {
    const int machine = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(threads > 0 ? threads : machine, 1, 256);
}

RadixSort::RadixSort(uint32_t capacity, int threads)
    : capacity_(capacity),
      workers_(workers_for(threads)),
      own_arena_(threads > 0),
      streaming_bytes_(cache_bytes() + cache_bytes() / 2),
      words_a_(size_t{capacity} + kAhead),
      words_b_(size_t{capacity} + kAhead),
      workspaces_(workers_),
      tables_(size_t{kChunksAThread} * workers_ * kMaxBuckets),
      starts_(size_t{kMaxLevels} * (kMaxBuckets + 1)) {
    // Memory is given at the first touch: now, not in the first frame.
    std::fill_n(words_a_.data(), capacity, 0u);
    std::fill_n(words_b_.data(), capacity, 0u);
}

size_t RadixSort::bytes(uint32_t capacity, int threads) {
    const size_t a_worker = sizeof(Workspace) + kChunksAThread * kMaxBuckets * sizeof(uint32_t);
    return 2 * sizeof(uint64_t) * size_t{capacity} + workers_for(threads) * a_worker;
}

Workspace& RadixSort::workspace() {
    return workspaces_.data()[std::clamp(tbb::this_task_arena::current_thread_index(), 0, workers_ - 1)];
}

template <class Work>
void RadixSort::each(uint32_t count, Work work) const {
    if (threads_ > 1) return tbb::parallel_for(0u, count, work, tbb::simple_partitioner());
    for (uint32_t i = 0; i < count; ++i) work(i);
}

template <class From>
KeyRange RadixSort::range_of(From from, uint32_t count, KeyBits bits) {
    if (threads_ == 1) return extent_of(from, count, bits).range();
    KeyExtent parts[kRangeParts];
    each(kRangeParts, [&](uint32_t part) {
        const uint32_t begin = static_cast<uint32_t>(uint64_t{count} * part / kRangeParts);
        const uint32_t end = static_cast<uint32_t>(uint64_t{count} * (part + 1) / kRangeParts);
        parts[part] = extent_of(from.from(begin), end - begin, bits);
    });
    for (uint32_t part = 1; part < kRangeParts; ++part) parts[0].join(parts[part]);
    return parts[0].range();
}

/// Buckets of about 2^13 pairs, 2^14 and more in large inputs; a few for every thread.
int RadixSort::bucket_bits(uint32_t count) const {
    const int few = std::max(5, static_cast<int>(std::bit_width(static_cast<unsigned>(threads_))) + 2);
    const int wanted = static_cast<int>(std::bit_width(count)) - 14;
    return std::clamp(wanted, few, count >= 1u << 26 ? kMaxBucketBits : kMaxBucketBits - 1);
}

uint32_t RadixSort::sort(Pairs pairs, Stream stream, const Options& options) {
    const uint32_t count = pairs.count;
    threads_ = count < kParallelPairs ? 1 : std::min(tbb::this_task_arena::max_concurrency(), workers_);
    chunks_ = threads_ == 1 ? 1 : kChunksAThread * static_cast<uint32_t>(threads_);
    heavy_ = kMaxHeavyPairs;
    if (threads_ > 1) heavy_ = std::clamp(count / (4 * threads_), kSpareWords, kMaxHeavyPairs);

    const KeyBits wanted = key_bits(options.begin_bit, options.end_bit);
    const SplitPairs split{pairs.keys, pairs.values};
    KeyRange range;
    uint32_t ranged[3];
    const StageArray found[] = {
        {"least key", ranged, 1}, {"first bit", ranged + 1, 1}, {"bits", ranged + 2, 1}};
    observed(pairs, {"range", -1, pairs, found, uint64_t{4} * count, count}, stream, options, [&] {
        range = range_of(split, count, wanted);
        ranged[0] = range.least;
        ranged[1] = static_cast<uint32_t>(range.begin);
        ranged[2] = static_cast<uint32_t>(range.width());
    });
    if (range.width() == 0) return 0;
    with_bits(wanted, [&](auto bits) {
        if (threads_ == 1 && count < kWholePairs) {
            const auto sort_whole = [&](auto&& trace) {
                sort_local(split, words_a(), words_b(), split, count, bits, range,
                           workspaces_.data()->counters,
                           count < kSweptPairs ? LastPass::direct : LastPass::swept, trace);
            };
            if (wants_arrays(options, count)) {
                sort_whole(LocalTrace(pairs, stream, options));
            } else {
                observed(pairs, {"digits", -1, pairs, {}, uint64_t{52} * count, count}, stream, options,
                         [&] { sort_whole(NoTrace{}); });
            }
        } else {
            sort_level({words_a(), words_b(), 0, count, 0}, split, bits, range, pairs, stream, options);
        }
    });
    return static_cast<uint32_t>((range.width() + kDigitBits - 1) / kDigitBits);
}

template <class From, class Bits>
void RadixSort::sort_level(const Level& level, From from, Bits bits, KeyRange range, Pairs pairs,
                           Stream stream, const Options& options) {
    const uint64_t count = level.count;
    const Pairs words{nullptr, nullptr, level.count};  // not shown as pairs
    const Pairs before = level.depth == 0 ? pairs : words;
    const auto load = [&](uint32_t i) { return bits(from.key(i)); };
    if (level.depth == 0) {
        buckets_.make(range, bucket_bits(level.count), level.count, load);
    } else {
        buckets_.make_even(range, std::max(8, bucket_bits(level.count)));  // surely narrows the range
    }
    const uint32_t buckets = buckets_.count();
    buckets_.with_map([&](auto map) {
        observed(before, {"count", level.depth, before, {}, 4 * count, count}, stream, options,
                 [&] { count_buckets(level, from, bits, map, buckets); });
        const StageArray mapped[] = {{"words", reinterpret_cast<const uint32_t*>(level.to + level.begin),
                                      2 * level.count, 2}};  // value, key
        observed(before, {"map", level.depth, words, mapped, 16 * count, count}, stream, options,
                 [&] { fill_buckets(level, from, bits, map, buckets); });
    });
    const SplitPairs out{pairs.keys, pairs.values};
    observed(words, {"buckets", level.depth, pairs, {}, 16 * count, count}, stream, options,
             [&] { sort_buckets(level, bits, buckets, out); });

    // Buckets that are too large for one thread: again, by what is left of their keys.
    const uint32_t* starts = starts_.data() + size_t{kMaxBuckets + 1} * level.depth;
    for (uint32_t bucket = 0; bucket < buckets; ++bucket) {
        const uint32_t begin = starts[bucket], held = starts[bucket + 1] - begin;
        if (held <= heavy_) continue;
        const WordPairs held_pairs{level.to + begin};
        const KeyRange narrower = range_of(held_pairs, held, bits);
        if (narrower.width() > kDigitBits) {
            sort_level({level.other, level.to, begin, held, level.depth + 1}, held_pairs, bits, narrower,
                       pairs, stream, options);
        } else {
            sort_local(held_pairs, level.to + begin, level.other + begin, out.from(begin), held, bits,
                       narrower, workspaces_.data()->counters, LastPass::swept);
        }
    }
}

template <class From, class Bits, class Map>
void RadixSort::count_buckets(const Level& level, From from, Bits bits, Map map, uint32_t buckets) {
    each(chunks_, [&](uint32_t chunk) {
        uint32_t* bins = tables_.data() + size_t{kMaxBuckets} * chunk;
        std::fill_n(bins, buckets, 0u);
        const uint32_t begin = chunk_begin(level.count, chunk), end = chunk_begin(level.count, chunk + 1);
#pragma GCC unroll 4
        for (uint32_t i = begin; i < end; ++i) ++bins[map(bits(from.key(i)))];
    });
}

void RadixSort::make_offsets(const Level& level, uint32_t buckets) {
    uint32_t* starts = starts_.data() + size_t{kMaxBuckets + 1} * level.depth;
    uint32_t offset = level.begin;
    for (uint32_t bucket = 0; bucket < buckets; ++bucket) {
        starts[bucket] = offset;
        for (uint32_t chunk = 0; chunk < chunks_; ++chunk) {
            uint32_t& entry = tables_.data()[size_t{kMaxBuckets} * chunk + bucket];
            const uint32_t pairs = entry;
            entry = offset;
            offset += pairs;
        }
    }
    starts[buckets] = offset;
}

template <class From, class Bits, class Map>
void RadixSort::fill_buckets(const Level& level, From from, Bits bits, Map map, uint32_t buckets) {
    make_offsets(level, buckets);
    const auto bucket_of = [=](uint64_t word) { return map(bits(key_of(word))); };
    const bool streaming = sizeof(uint64_t) * size_t{level.count} > streaming_bytes_;
    each(chunks_, [&](uint32_t chunk) {
        uint32_t* offsets = tables_.data() + size_t{kMaxBuckets} * chunk;
        const uint32_t begin = chunk_begin(level.count, chunk), end = chunk_begin(level.count, chunk + 1);
        if (streaming) {
            Workspace& own = workspace();
            return stream_chunk(from, begin, end, bucket_of, offsets, buckets, level.to, own.first,
                                own.lines);
        }
        uint64_t* to = level.to;
#pragma GCC unroll 4
        for (uint32_t i = begin; i < end; ++i) {
            const uint64_t word = from.load(i);
            const uint32_t place = offsets[bucket_of(word)]++;
            to[place] = word;
            // The lines that this bucket fills next. Measured at 1Mi pairs after other work: 1.25 times as
            // fast.
            __builtin_prefetch(to + place + kAhead, 1);
        }
    });
}

template <class Bits>
void RadixSort::sort_buckets(const Level& level, Bits bits, uint32_t buckets, SplitPairs out) {
    const uint32_t* starts = starts_.data() + size_t{kMaxBuckets + 1} * level.depth;
    each(buckets, [&](uint32_t bucket) {
        const uint32_t begin = starts[bucket], held = starts[bucket + 1] - begin;
        if (held == 0 || held > heavy_) return;
        Workspace& own = workspace();
        uint64_t* words = level.to + begin;
        uint64_t* spare = held <= kSpareWords ? own.spare[0] : level.other + begin;
        const KeyRange range = extent_of(words, held, bits).range();
        sort_local(WordPairs{words}, words, spare, out.from(begin), held, bits, range, own.counters,
                   LastPass::swept);
    });
}

}  // namespace sort::cpu
