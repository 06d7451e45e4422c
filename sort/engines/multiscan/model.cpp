// The model of multiscan (sort/engines/multiscan/multiscan.cu): block by block and tile by tile, with plain
// loops. The kernels find ranks with composite flags in registers; here a counter a bin gives the same ranks.
#include <algorithm>
#include <numeric>
#include <utility>

#include "sort/engines/checked_once_model.h"
#include "sort/engines/multiscan/lesson.h"
#include "sort/engines/multiscan/shapes.h"
#include "sort/engines/sortable.h"
#include "sort/lab/lanes.h"

namespace sort {
namespace {

using multiscan::Choice;
using Words = std::vector<uint32_t>;

/// A digit of keys in the order of their type.
struct TypedDigit {
    KeyBits bits;
    KeyType type;

    uint32_t operator()(uint32_t key) const {
        return with_ordered_bits(bits, type, [&](auto ordered) { return ordered(key); });
    }
};

class MultiscanModel : public Sorter {
public:
    MultiscanModel(uint32_t capacity, const EngineConfig& config, const Break* broken)
        : capacity_(capacity),
          choice_(config),
          broken_(broken),
          keys_(capacity),
          values_(capacity),
          packed_counts_(multiscan::packed_words(capacity, choice_)),
          packed_sums_(packed_counts_.size()) {
        for (Words* words : {&digits_, &ranks_, &exchanged_keys_}) words->resize(capacity);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options, choice_.twiddles);
        const int passes = pass_count(options, choice_.digit_bits);
        run_ = 0;
        uint32_t path = multiscan::kPasses;
        if (pairs.count > 1 && passes > 0) {
            if (choice_.sorts_locally(pairs.count)) {
                path = multiscan::kLocalSort;
                observed(pairs, {"local sort", -1, pairs, {}, pair_bytes(pairs), pairs.count}, stream,
                         options, [&] { sort_locally(pairs, passes, options); });
            } else {
                sort_by_passes(pairs, passes, stream, options);
            }
        }
        if (options.report) *options.report = {run_, static_cast<uint32_t>(passes) - run_, path, 0, 0};
    }

private:
    /// Returns the bytes of all pairs, read and written once.
    static uint64_t pair_bytes(const Pairs& pairs) { return uint64_t{pairs.values ? 16u : 8u} * pairs.count; }

    Pairs scratch(const Pairs& pairs) {
        return {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
    }

    TypedDigit digit_of(const Options& options, int pass) const {
        return {pass_digit(options, choice_.digit_bits, pass), options.key_type};
    }

    static bool all_agree(const Pairs& pairs, TypedDigit digit) {
        return std::all_of(pairs.keys, pairs.keys + pairs.count,
                           [&](uint32_t key) { return digit(key) == digit(pairs.keys[0]); });
    }

    /// A stable sort by each digit, as one block does it in shared memory; digits that agree move nothing.
    /// The bitonic network has no passes: it is counted as all of them.
    void sort_locally(const Pairs& pairs, int passes, const Options& options) {
        if (options.check_order && in_order(pairs, options)) return;
        for (int pass = 0; pass < passes; ++pass) {
            if (!all_agree(pairs, digit_of(options, pass))) ++run_;
        }
        if (choice_.bitonic) run_ = static_cast<uint32_t>(passes);

        const TypedDigit bits{key_bits(options.begin_bit, options.end_bit), options.key_type};
        Words order(pairs.count);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return bits(pairs.keys[a]) < bits(pairs.keys[b]); });
        const Pairs to = scratch(pairs);
        for (uint32_t i = 0; i < pairs.count; ++i) {
            to.keys[i] = pairs.keys[order[i]];
            if (pairs.values) to.values[i] = pairs.values[order[i]];
        }
        copy(to, pairs);
    }

    static void copy(const Pairs& from, const Pairs& to) {
        std::copy(from.keys, from.keys + from.count, to.keys);
        if (from.values) std::copy(from.values, from.values + from.count, to.values);
    }

    void sort_by_passes(const Pairs& pairs, int passes, Stream stream, const Options& options) {
        out_of_order_ = 1;
        if (options.check_order) check_order_once(pairs, out_of_order_, stream, options);
        in_scratch_ = 0;
        for (int pass = 0; pass < passes; ++pass) run_pass(pairs, pass, stream, options);
        observed(shown(pairs), {"copy back", -1, pairs, {}, pair_bytes(pairs), pairs.count, &in_scratch_},
                 stream, options, [&] {
                     if (in_scratch_) copy(scratch(pairs), pairs);
                 });
    }

    /// Returns the arrays that hold the pairs now; null for large sorts, where the host does not know.
    Pairs shown(const Pairs& pairs) {
        if (pairs.count > kTraceLimit) return {nullptr, nullptr, pairs.count};
        return in_scratch_ ? scratch(pairs) : pairs;
    }

    void run_pass(const Pairs& pairs, int pass, Stream stream, const Options& options) {
        const bool open = out_of_order_ != 0;
        const uint32_t* gate = options.check_order ? &out_of_order_ : nullptr;
        const Pairs now = in_scratch_ ? scratch(pairs) : pairs;
        const Pairs other = in_scratch_ ? pairs : scratch(pairs);
        const Pairs before = pass == 0 ? pairs : shown(pairs);
        const TypedDigit digit = digit_of(options, pass);
        const uint32_t tiles = choice_.tile_count(pairs.count);
        const uint32_t blocks = multiscan::model_blocks(choice_, pairs.count);
        const uint32_t entries = choice_.bins() * blocks;
        const uint64_t table_bytes = uint64_t{4} * entries;
        const uint32_t traced = pairs.count <= kTraceLimit ? pairs.count : 0;
        table_.resize(entries);

        const StageArray counted[] = {{"digits", digits_.data(), traced},
                                      {"block counts", table_.data(), entries, blocks}};
        observed(
            before,
            {"upsweep", pass, before, counted, uint64_t{4} * pairs.count + table_bytes, pairs.count, gate},
            stream, options, [&] {
                if (!open) return;
                for (uint32_t block = 0; block < blocks; ++block) upsweep(now, digit, tiles, blocks, block);
            });

        digit_in_use_ = 0;
        const StageArray scanned[] = {{"offsets", table_.data(), entries, blocks},
                                      {"digit in use", &digit_in_use_, 1}};
        observed(before, {"scan", pass, before, scanned, 2 * table_bytes, entries, gate}, stream, options,
                 [&] {
                     if (open) scan(blocks, pairs.count);
                 });

        const uint32_t packed = multiscan::packed_words(traced, choice_);
        const uint32_t row = multiscan::counter_words(choice_.digit_bits);
        const StageArray swept[] = {{"packed counts", packed_counts_.data(), packed, row},
                                    {"packed sums", packed_sums_.data(), packed, row},
                                    {"ranks", ranks_.data(), traced},
                                    {"exchanged keys", exchanged_keys_.data(), traced}};
        const Pairs after = traced ? other : Pairs{nullptr, nullptr, pairs.count};
        observed(
            before,
            {"downsweep", pass, after, swept, pair_bytes(pairs) + table_bytes, pairs.count, &digit_in_use_},
            stream, options, [&] {
                if (!digit_in_use_) return;
                for (uint32_t block = 0; block < blocks; ++block) {
                    downsweep(now, other, digit, tiles, blocks, block);
                }
            });
        run_ += digit_in_use_;
        in_scratch_ ^= digit_in_use_;
    }

    /// Tiles are dealt out evenly, the first blocks get one more.
    static uint32_t first_tile(uint32_t tiles, uint32_t blocks, uint32_t block) {
        return tiles / blocks * block + std::min(tiles % blocks, block);
    }

    /// Counts the digits of a block's run of tiles.
    void upsweep(const Pairs& in, TypedDigit digit, uint32_t tiles, uint32_t blocks, uint32_t block) {
        const uint64_t tile_pairs = choice_.tile.pairs();
        const uint64_t begin = first_tile(tiles, blocks, block) * tile_pairs;
        const uint64_t end = std::min<uint64_t>(first_tile(tiles, blocks, block + 1) * tile_pairs, in.count);
        for (uint32_t bin = 0; bin < choice_.bins(); ++bin) table_[bin * blocks + block] = 0;
        for (uint64_t i = begin; i < end; ++i) {
            digits_[i] = digit(in.keys[i]);
            ++table_[digits_[i] * blocks + block];
        }
    }

    /// Exclusive sums over all bins and blocks; is there a bin that begins between two pairs?
    void scan(uint32_t blocks, uint32_t count) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < table_.size(); ++k) {
            const bool by_blocks = is_break(broken_, "block-major-scan");
            const uint32_t i = by_blocks ? k % choice_.bins() * blocks + k / choice_.bins() : k;
            sum += std::exchange(table_[i], sum);
        }
        for (uint32_t i = 0; i < table_.size(); i += blocks) {
            if (table_[i] > 0 && table_[i] < count) digit_in_use_ = 1;
        }
    }

    /// Goes through a block's run again: ranks in the tile, exchange into digit order, out to the offsets,
    /// which move on from tile to tile.
    void downsweep(const Pairs& in, const Pairs& out, TypedDigit digit, uint32_t tiles, uint32_t blocks,
                   uint32_t block) {
        Words next(choice_.bins());
        for (uint32_t bin = 0; bin < next.size(); ++bin) next[bin] = table_[bin * blocks + block];
        const uint32_t end_tile = first_tile(tiles, blocks, block + 1);
        for (uint32_t tile = first_tile(tiles, blocks, block); tile < end_tile; ++tile) {
            const uint32_t start = tile * choice_.tile.pairs();
            const uint32_t valid = std::min(in.count - start, choice_.tile.pairs());
            Words totals(next.size());
            for (uint32_t i = start; i < start + valid; ++i) ranks_[i] = totals[digit(in.keys[i])]++;
            if (in.count <= kTraceLimit) count_packed(in, digit, start, start + valid);
            if (is_break(broken_, "unstable-ranks")) {
                for (uint32_t i = start; i < start + valid; ++i) {
                    ranks_[i] = totals[digit(in.keys[i])] - 1 - ranks_[i];
                }
            }

            Words begins(next.size());
            std::exclusive_scan(totals.begin(), totals.end(), begins.begin(), 0u);
            for (uint32_t i = start; i < start + valid; ++i) {
                const uint32_t bin = digit(in.keys[i]);
                exchanged_keys_[start + begins[bin] + ranks_[i]] = in.keys[i];
                out.keys[next[bin] + ranks_[i]] = in.keys[i];
                if (in.values) out.values[next[bin] + ranks_[i]] = in.values[i];
            }
            for (uint32_t bin = 0; bin < next.size(); ++bin) next[bin] += totals[bin];
        }
    }

    /// The packed words of the groups of a tile's keys, and their exclusive sums over each warp. What a group
    /// lacks behind the last pair counts as the largest keys.
    void count_packed(const Pairs& in, TypedDigit digit, uint32_t start, uint32_t end) {
        const uint32_t row_words = multiscan::counter_words(choice_.digit_bits);
        const uint32_t group = multiscan::group_keys(choice_.tile), warp_keys = 32 * group;
        Words sum(row_words);
        for (uint32_t first = start; first < end; first += group) {
            if ((first - start) % warp_keys == 0) std::fill(sum.begin(), sum.end(), 0u);
            const size_t row = size_t{first / group} * row_words;
            const auto own = std::span(packed_counts_).subspan(row, row_words);
            std::fill(own.begin(), own.end(), 0u);
            std::copy(sum.begin(), sum.end(), packed_sums_.begin() + row);
            for (uint32_t i = first; i < first + group; ++i) {
                add_to_lane(own, 8, i < end ? digit(in.keys[i]) : digit.bits.mask, 1);
            }
            for (uint32_t w = 0; w < row_words; ++w) sum[w] += own[w];
        }
    }

    uint32_t capacity_;
    Choice choice_;
    const Break* broken_;  // null: the model is right
    Words keys_, values_, digits_, ranks_, exchanged_keys_, table_;
    Words packed_counts_, packed_sums_;  // [group of keys][word], of traced sorts
    uint32_t out_of_order_ = 0, digit_in_use_ = 0, in_scratch_ = 0, run_ = 0;
};

size_t model_bytes(uint32_t count, const EngineConfig& config) {
    const Choice choice(config);
    return sizeof(uint32_t) *
           (5 * size_t{count} + size_t{choice.bins()} * multiscan::model_blocks(choice, count) +
            2 * size_t{multiscan::packed_words(count, choice)});
}

std::unique_ptr<Sorter> create_broken(uint32_t capacity, const EngineConfig& config, const Break& broken) {
    return std::make_unique<MultiscanModel>(capacity, config, &broken);
}

}  // namespace

bool register_multiscan_model() {
    return add_model(Model{{.name = "multiscan",
                            .sentence = multiscan::kSentence,
                            .paper = multiscan::kPaper,
                            .backend = Backend::cpu,
                            .stable = true,
                            .bytes = model_bytes,
                            .create =
                                [](uint32_t capacity, const EngineConfig& config) {
                                    return std::unique_ptr<Sorter>(
                                        new MultiscanModel(capacity, config, nullptr));
                                },
                            .digit_bits = multiscan::kDigitBits,
                            .tiles = multiscan::kTiles,
                            .variants = multiscan::kVariants,
                            .sorts_typed = multiscan::takes_typed_keys},
                           "Count, scan, then rank again and write: many prefix sums in one scan",
                           multiscan::kStages,
                           multiscan::kArrays,
                           {},
                           multiscan::kQuestions,
                           multiscan::kBreaks,
                           create_broken,
                           8,
                           "uniform",
                           64,
                           {},
                           {.tiles = true, .warps = true, .gpu_tile = "4,096"}});
}

}  // namespace sort
