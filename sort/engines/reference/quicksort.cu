// quicksort: D. Cederman, P. Tsigas, "A practical quicksort algorithm for graphics processors", ESA 2008; as
// GPU-Quicksort in the ACM Journal of Experimental Algorithmics 14, 2009. A rival of Ye and others 2010. Not stable, no
// order check.
//
// A sequence of pairs is partitioned by a pivot between the caller's arrays and the scratch, in two passes: threads
// count the keys up to the pivot and the others, prefix sums over the block give each thread its places, and threads
// move.
//   range      the least and the greatest key
//   phase one  many blocks partition each sequence, chunk by chunk, in rounds, until there are about as many sequences
//              as blocks: a launch that plans, one that counts, a prefix sum over the counts of all chunks, one that
//              moves
//   phase two  each block takes a sequence and partitions it alone, with a stack, down to 1024 pairs, which it sorts by
//              a bitonic network in shared memory
//
// Example, short sequences of two: 5 2 7 2 0 1 6 3, keys from 0 to 7, pivot 3:
//   phase one  2 2 0 1 3 | 5 7 6, keys from 0 to 3 and from 5 to 7
//   phase two  pivot 1: 0 1 | 2 2 3, where 2 to 3 has pivot 2: 2 2 | 3; pivot 6: 5 6 | 7; networks: 0 1 2 2 3 5 6 7
//
// Bytes per pair: 4 for the range; 20 per partition (keys alone 12), in either phase, and 16 (8) for the networks.
// Launches: 5, and 4 to 6 per round, which are as many as halve the pairs to 1024, at most 10.
//
// Departures from the paper:
// - what the CPU did between two rounds is a kernel of one block: the host reads nothing, and rounds depend on n alone.
// - the pivot is in the middle between the least and the greatest key in both phases (the paper: the median of three in
//   the second), so that both sides hold something, and equal keys need no place between them.
// - a chunk finds its places by a prefix sum over the counts of all chunks (the paper: by an atomic addition, so that
//   the order of equal keys would be another one each time).
// - phase two takes sequences by a ticket (the paper: one per block).
#include <algorithm>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/report.cuh"
#include "sort/cuda/table_scan.cuh"
#include "sort/engines/cuda_texts.h"
#include "sort/engines/observed.h"
#include "sort/engines/reference/quicksort.cuh"
#include "sort/engines/reference/reference.cuh"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort {
namespace {

using namespace quicksort;

class Quicksort : public Sorter {
public:
    explicit Quicksort(uint32_t capacity)
        : capacity_(capacity),
          range_blocks_(full_grid(range_kernel, kThreads)),
          count_blocks_(full_grid(count_kernel, kThreads)),
          move_blocks_(full_grid(move_kernel, kThreads)),
          sort_blocks_(full_grid(sort_kernel, kThreads)),
          keys_(capacity),
          values_(capacity),
          counts_(count_words(capacity)),
          sums_(table_scan::kScanBlocks),
          state_(1) {
        if (capacity > kMostPairs) throw OverLimit("quicksort sorts up to 2^30 pairs");
        // The scan reads whole groups of 16 bytes, the top-level scan a whole round.
        check(cudaMemset(counts_.data(), 0, counts_.bytes()));
        check(cudaMemset(sums_.data(), 0, sums_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static size_t bytes(uint32_t count, const EngineConfig&) {
        return sizeof(uint32_t) * (2 * size_t{count} + count_words(count) + table_scan::kScanBlocks) +
               sizeof(State);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
        const bool run = pairs.count > 1 && bits.mask != 0;
        if (run) {
            const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
            queue({pairs, scratch, bits, state_.data()}, stream, options);
        }
        queue_report({run ? 1u : 0u, run ? 0u : 1u, 0, 0, 0}, options.report, stream);
    }

private:
    static size_t count_words(uint32_t count) {
        return table_scan::padded(uint64_t{most_chunks(count, kMostRounds)} + 1);
    }

    /// Returns the rounds that make sequences of kShortPairs of keys that are spread evenly.
    static uint32_t rounds_of(uint32_t count) {
        uint32_t rounds = 0;
        while (rounds < kMostRounds && count >> rounds > kShortPairs) ++rounds;
        return rounds;
    }

    void queue(const Args& args, cudaStream_t stream, const Options& options) const {
        const Pairs& pairs = args.pairs;
        const uint32_t rounds = rounds_of(pairs.count);
        observed(pairs, {"range", -1, pairs, {}, uint64_t{4} * pairs.count, pairs.count}, stream, options,
                 [&] {
                     start_kernel<<<1, 1, 0, stream>>>(args.state);
                     range_kernel<<<std::min(range_blocks_, tile_count(pairs.count, kChunkPairs)), kThreads,
                                    0, stream>>>(args);
                     check_launch(stream);
                 });
        const uint64_t moved = reference::moved_bytes(pairs);
        for (uint32_t round = 0; round < rounds; ++round) {
            const uint64_t bytes = moved + uint64_t{4} * pairs.count;  // the keys twice
            observed(pairs, {"partition", static_cast<int>(round), pairs, {}, bytes, pairs.count}, stream,
                     options, [&] { queue_round(args, round, stream); });
        }
        observed(pairs, {"sort sequences", -1, pairs, {}, moved, pairs.count}, stream, options, [&] {
            plan_kernel<<<1, kThreads, 0, stream>>>(args, rounds, true, counts_.data());
            sort_kernel<<<std::min(sort_blocks_, 1u << rounds), kThreads, 0, stream>>>(args);
            check_launch(stream);
        });
    }

    void queue_round(const Args& args, uint32_t round, cudaStream_t stream) const {
        const uint32_t chunks = most_chunks(args.pairs.count, round);
        const auto words = static_cast<uint32_t>(table_scan::padded(uint64_t{chunks} + 1));
        plan_kernel<<<1, kThreads, 0, stream>>>(args, round, false, counts_.data());
        count_kernel<<<std::min(count_blocks_, chunks), kThreads, 0, stream>>>(args, round, counts_.data());
        table_scan::queue_scan(counts_.data(), words, nullptr, sums_.data(), stream);
        move_kernel<<<std::min(move_blocks_, chunks), kThreads, 0, stream>>>(args, round, counts_.data());
        check_launch(stream);
    }

    uint32_t capacity_, range_blocks_, count_blocks_, move_blocks_, sort_blocks_;
    DeviceBuffer<uint32_t> keys_, values_, counts_, sums_;
    DeviceBuffer<State> state_;
};

}  // namespace

bool register_quicksort() {
    return add_engine({
        .name = kQuicksortText.name,
        .sentence = kQuicksortText.sentence,
        .paper = kQuicksortText.paper,
        .backend = Backend::cuda,
        .stable = kQuicksortText.stable,
        .bytes = Quicksort::bytes,
        .create = [](uint32_t capacity,
                     const EngineConfig&) { return std::unique_ptr<Sorter>(new Quicksort(capacity)); },
        .checks_order = false,
        .shows_lesson = false,
    });
}

}  // namespace sort
