// multiscan: D. Merrill, A. Grimshaw, "High Performance and Scalable Radix Sorting: A Case Study of
// Implementing Dynamic Parallelism for GPU Computing", Parallel Processing Letters 2011, section 3; and
// "Revisiting Sorting for GPGPU Stream Architectures", 2010. Least significant digit first, 4 bits a pass
// (1 to 5 can be asked for), so 8 passes for 32 bits.
//
// A pass is one prefix scan over all digits at once (3.2.2), on a fixed grid of blocks that go through their
// runs of tiles alone (3.1; passes.cuh): a scan with visitors, which count and store (sort/cuda/visitor_scan.cuh):
//   upsweep     each block counts the digits of its run: one count a bin and block reaches memory
//   scan        one block makes the counts offsets; decides whether the pass is needed (3.3.3, early exit)
//   downsweep   each block goes through its run again: local multi-scan with composite flags (3.3.1;
//               block.cuh, counters.cuh), exchange through shared memory, scatter
// Before: are the keys in order? Then all kernels leave. After: the pairs are brought back if an odd number
// of passes ran. Up to 4096 pairs one block sorts alone, in one launch: in tiles of 256, as in the paper, 1024 or 4096
// pairs (local.cuh).
//
// Example, one pass of 2 bits on 1 2 0 3 0 1 1 0, tiles of four, two blocks:
//   upsweep     counts, bin-major   0: 1 2   1: 1 2   2: 1 0   3: 1 0
//   scan        offsets             0: 0 1   1: 3 4   2: 6 7   3: 7 8; bins begin at 0 3 6 7: pass needed
//   downsweep   ranks 0 0 0 0 | 0 0 1 1, exchanged 0 1 2 3 | 0 0 1 1, written to 0 3 6 7 | 1 2 4 5:
//               0 0 0 1 1 1 2 3
//
// Bytes a pair and pass: 4 upsweep + 16 downsweep = 20; keys alone 12 (the paper's 24 words a key in 8
// passes). The counts are 12 bytes a bin and block. A pass left out costs its upsweep, 4. Order check 4,
// once. Launches: order check, 3 a pass, one that ends the sort: 26. Leaving early with no word from the
// host:
//   gated      every kernel reads a word and leaves (0.6 us each in a graph on an H200)
//   IF node    captured streams only: the order check, then all passes in the body of one IF node
//
// Variants: bitonic-local, a bitonic network in the place of the local sort (2010, figure 18); separate-flags and
// ballots, a downsweep without composite flags, which scans each digit by itself (flags.cuh); twiddle, which sorts signed
// integers and floats as well, in their own order.
//
// Twiddling. Signed integers and floats become unsigned keys of the same order when some bits are turned over. Keys of
// the other variants are converted by launches before the sort and after it (core/typed_sort.h). The paper's first pass
// converts the keys that it reads, and its last pass those that it writes. Here each look at a digit converts the key
// (OrderedKeyBits), and the keys that move are the original ones, for two reasons: which pass is the last one of those
// that run is known on the device alone; and -0 and +0 are one key of a stable sort, as are all NaNs, so that a
// converted float cannot be converted back. It costs a few instructions per digit, and no bytes.
//
// Departures from the paper, each for today's hardware:
// - Kogge-Stone scans in shared memory without synchronization are warp shuffles, and so every warp scans its
//   own threads before one warp rakes over the warps (the paper: rakes first, then one warp scans).
// - a thread counts up to 8 keys, 4 bits a digit, in one word before it widens to the paper's four 8-bit
//   counters; subtiles are 8 keys a thread instead of 2 (256 keys), and need no more than 8 bits in a warp.
// - the exchange has shared memory of its own instead of the raking storage, and takes values with the keys:
//   one barrier less a tile, and there is room.
// - 16-byte loads (the paper's figure 9: 8). Tiles of 2048 or 4096 pairs instead of 512 and 1024.
// - the early exit is decided once, by the scan, which also notes which buffer holds the pairs; in the paper
//   every block of the downsweep reads the offsets.
// - a traced sort spreads its tiles over a grid that is the same on every machine (shapes.h).
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/early_exit.cuh"
#include "sort/engines/multiscan/end.cuh"
#include "sort/engines/multiscan/launch.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort {
namespace multiscan {
namespace {

size_t table_length(uint32_t capacity, const Choice& choice) {
    const size_t columns = std::min(choice.tile_count(capacity), kMaxBlocks);
    return (choice.bins() * columns + 3) / 4 * 4;  // the scan reads fours
}

class Multiscan : public Sorter {
public:
    Multiscan(uint32_t capacity, const EngineConfig& config)
        : capacity_(capacity),
          choice_(config),
          if_nodes_(uses_if_nodes(config.early_exit)),
          unsigned_(unsigned_launches(choice_)),
          signed_(choice_.twiddles ? twiddled_launches<int32_t>(choice_) : unsigned_),
          floats_(choice_.twiddles ? twiddled_launches<float>(choice_) : unsigned_),
          keys_(capacity),
          values_(capacity),
          table_(table_length(capacity, choice_)),
          traced_(kTracedArrays * size_t{traced_capacity()}),
          packed_(2 * packed_words(capacity, choice_)),
          words_(1) {
        check(cudaMemset(words_.data(), 0, words_.bytes()));
        if (table_.size() > 0) check(cudaMemset(table_.data(), 0, table_.bytes()));
        check(cudaStreamSynchronize(nullptr));
        copy_grid_ = full_grid(copy_back_kernel, kCopyThreads);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options, choice_.twiddles);
        const int passes = pass_count(options, choice_.digit_bits);
        const uint32_t all_skipped = static_cast<uint32_t>(passes);
        if (pairs.count < 2 || passes == 0) {
            queue_report({0, all_skipped, kPasses, 0, 0}, options.report, stream);
        } else if (choice_.sorts_locally(pairs.count)) {
            const LocalSort local{options.begin_bit, options.end_bit, passes, options.check_order,
                                  options.report};
            observed(pairs, {"local sort", -1, pairs, {}, pair_bytes(pairs, 8), pairs.count}, stream, options,
                     [&] { launches(options).local(pairs, local, stream); });
        } else {
            sort_by_passes(pairs, passes, stream, options);
        }
    }

    static size_t scratch_bytes(uint32_t count, const EngineConfig& config) {
        const size_t traced = kTracedArrays * size_t{std::min(count, kTraceLimit)};
        const Choice choice(config);
        return sizeof(uint32_t) * (2 * size_t{count} + table_length(count, choice) + traced +
                                   2 * packed_words(count, choice)) +
               sizeof(Words);
    }

private:
    static constexpr uint32_t kTracedArrays = 5;  // digits, ranks, exchanged keys, shown keys and values

    static uint64_t pair_bytes(const Pairs& pairs, uint32_t bytes_a_word) {
        return uint64_t{pairs.values ? 2u : 1u} * bytes_a_word * pairs.count;
    }

    const TypeLaunches& launches(const Options& options) const {
        return options.key_type == KeyType::i32   ? signed_
               : options.key_type == KeyType::f32 ? floats_
                                                  : unsigned_;
    }

    /// Does an observer get arrays? Of unsigned keys alone.
    static bool traces(const Options& options, uint32_t count) {
        const bool typed = options.key_type == KeyType::i32 || options.key_type == KeyType::f32;
        return !typed && wants_arrays(options, count);
    }

    uint32_t traced_capacity() const { return std::min(capacity_, kTraceLimit); }
    uint32_t* traced_array(uint32_t i) const { return traced_.data() + size_t{i} * traced_capacity(); }

    const uint32_t* gate(const Options& options) const {
        return options.check_order ? &words_.data()->out_of_order : nullptr;
    }

    Pairs scratch(const Pairs& pairs) const {
        return {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
    }

    /// Returns the arrays that an observer is given after a pass: copies, because the host does not know
    /// which buffer holds the pairs. Untraced sorts copy nothing and give null.
    Pairs shown(const Pairs& pairs, const Options& options) const {
        if (!traces(options, pairs.count)) return {nullptr, nullptr, pairs.count};
        return {traced_array(3), pairs.values ? traced_array(4) : nullptr, pairs.count};
    }

    void sort_by_passes(const Pairs& pairs, int passes, cudaStream_t stream, const Options& options) const {
        Words* words = words_.data();
        if (options.check_order) {
            const StageArray out_of_order{"out of order", &words->out_of_order, 1};
            observed(pairs, order_check_stage(pairs, -1, out_of_order), stream, options, [&] {
                const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
                with_ordered_bits(bits, options.key_type, [&](auto ordered) {
                    order_check_.queue(pairs.keys, pairs.count, ordered, nullptr, &words->out_of_order,
                                       stream);
                });
            });
        }

        const bool if_node = if_nodes_ && options.check_order && !options.observer && being_captured(stream);
        if (if_node) {
            capture_if(stream, body_.get(), gate(options), [&](cudaStream_t body) {
                for (int pass = 0; pass < passes; ++pass) queue_pass(pairs, pass, body, options);
            });
        } else {
            for (int pass = 0; pass < passes; ++pass) queue_pass(pairs, pass, stream, options);
        }

        const uint32_t path = if_node ? kIfNode : kPasses;
        const uint32_t grid = std::min(copy_grid_, (pairs.count - 1) / (4 * kCopyThreads) + 1);
        observed(shown(pairs, options),
                 {"copy back", -1, pairs, {}, pair_bytes(pairs, 8), pairs.count, &words->copied_back}, stream,
                 options, [&] {
                     copy_back_kernel<<<grid, kCopyThreads, 0, stream>>>(pairs, scratch(pairs), words, passes,
                                                                         path, options.report);
                     check_launch(stream);
                 });
    }

    void queue_pass(const Pairs& pairs, int index, cudaStream_t stream, const Options& options) const {
        Words* words = words_.data();
        const bool traced = traces(options, pairs.count);
        const uint32_t tiles = choice_.tile_count(pairs.count);
        const TypeLaunches& typed = launches(options);
        const uint32_t blocks = traced ? model_blocks(choice_, pairs.count) : std::min(tiles, typed.grid);
        const uint32_t bins = choice_.bins(), entries = bins * blocks;
        const uint64_t table_bytes = uint64_t{4} * entries;
        Pass pass{pairs,
                  scratch(pairs),
                  &words->side[index],
                  pass_digit(options, choice_.digit_bits, index),
                  {tiles, blocks},
                  gate(options)};
        const uint32_t words_traced = traced ? pairs.count : 0;
        const uint32_t packed = packed_words(words_traced, choice_), row = counter_words(choice_.digit_bits);
        uint32_t* const before = packed_.data() + packed;
        const Trace trace =
            traced ? Trace{traced_array(0), traced_array(1), traced_array(2), packed_.data(), before}
                   : Trace{};
        const Pairs now = index == 0 ? pairs : shown(pairs, options);

        const StageArray counted[] = {{"digits", traced_array(0), words_traced},
                                      {"block counts", table_.data(), entries, blocks}};
        observed(
            now,
            {"upsweep", index, now, counted, uint64_t{4} * pairs.count + table_bytes, pairs.count, pass.gate},
            stream, options, [&] { typed.passes.upsweep(pass, table_.data(), trace, traced, stream); });

        const StageArray scanned[] = {{"offsets", table_.data(), entries, blocks},
                                      {"digit in use", &words->in_use[index], 1}};
        observed(now, {"scan", index, now, scanned, 2 * table_bytes, entries, pass.gate}, stream, options,
                 [&] {
                     scan_kernel<<<1, visitor_scan::kTableThreads, 0, stream>>>(
                         bins, pass, table_.data(), &words->in_use[index], &words->side[index + 1]);
                     check_launch(stream);
                 });

        pass.gate = &words->in_use[index];
        const StageArray swept[] = {{"packed counts", packed_.data(), packed, row},
                                    {"packed sums", before, packed, row},
                                    {"ranks", traced_array(1), words_traced},
                                    {"exchanged keys", traced_array(2), words_traced}};
        const Pairs after = shown(pairs, options);
        observed(
            now,
            {"downsweep", index, after, swept, pair_bytes(pairs, 8) + table_bytes, pairs.count, pass.gate},
            stream, options, [&] {
                typed.passes.downsweep(pass, table_.data(), trace, traced, stream);
                if (!traced) return;
                show_pairs_kernel<<<4, kCopyThreads, 0, stream>>>(pairs, scratch(pairs),
                                                                  &words->side[index + 1], after);
                check_launch(stream);
            });
    }

    uint32_t capacity_;
    Choice choice_;
    bool if_nodes_;
    TypeLaunches unsigned_, signed_, floats_;
    OrderCheck order_check_;
    OwnedStream body_;  // only to capture the IF node's body
    DeviceBuffer<uint32_t> keys_, values_, table_, traced_, packed_;
    DeviceBuffer<Words> words_;
    uint32_t copy_grid_ = 1;
};

bool add() {
    return add_engine({.name = "multiscan",
                       .sentence = multiscan::kSentence,
                       .paper = multiscan::kPaper,
                       .backend = Backend::cuda,
                       .stable = true,
                       .bytes = Multiscan::scratch_bytes,
                       .create =
                           [](uint32_t capacity, const EngineConfig& config) {
                               return std::unique_ptr<Sorter>(new Multiscan(capacity, config));
                           },
                       .digit_bits = kDigitBits,
                       .tiles = kTiles,
                       .variants = kVariants,
                       .sorts_typed = takes_typed_keys});
}

}  // namespace
}  // namespace multiscan

bool register_multiscan() { return multiscan::add(); }

}  // namespace sort
