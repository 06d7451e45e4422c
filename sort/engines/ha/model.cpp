// fourway, eightway and sixteenway on the CPU: the stages of L. Ha, J. Krueger, C. T. Silva, "Fast 4-way
// parallel radix sorting on GPUs", Computer Graphics Forum 2009, with the arrays that the kernels of
// sort/engines/ha/kernels.cuh make, in plain loops over tiles and pairs. One class for all digit widths.
//
// Example: one pass on 1 2 0 3 0 1 1 0 with tiles of four stands in sort/engines/ha/fourway.cu.
#include <algorithm>
#include <stdexcept>

#include "sort/base/digits.h"
#include "sort/engines/ha/lesson.h"
#include "sort/engines/ha/shapes.h"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.h"
#include "sort/engines/sortable.h"
#include "sort/lab/lanes.h"

namespace sort {
namespace {

using Words = std::vector<uint32_t>;

using ha::kVariants;
using ha::Ways;

class HaModel : public Sorter {
public:
    HaModel(const Ways& ways, uint32_t capacity, const EngineConfig& config, const Break* broken)
        : digit_bits_(ways.digit_bits),
          bins_(1u << digit_bits_),
          items_((config.tile.pairs() ? config.tile : ways.tiles[0]).items),
          tile_pairs_((config.tile.pairs() ? config.tile : ways.tiles[0]).pairs()),
          shuffle_(config.variant != kVariants[0]),
          broken_(broken),
          capacity_(capacity),
          other_keys_(capacity),
          other_values_(capacity),
          table_(size_t{bins_} * tile_count(capacity, tile_pairs_)),
          digits_(capacity),
          ranks_(capacity),
          packed_counts_(2 * size_t{tile_count(std::min(capacity, kTraceLimit), items_)}),
          packed_sums_(packed_counts_.size() * bins_ / 4) {}

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const uint32_t passes = static_cast<uint32_t>(pass_count(options, digit_bits_));
        uint32_t run = 0;
        open_ = 1;
        if (pairs.count >= 2) {
            for (uint32_t pass = 0; pass < passes; ++pass) {
                if (options.check_order) check_order(pairs, pass, stream, options);
                queue_pass(pairs, pass, stream, options);
                run += open_;
            }
            // Without the shuffle the pairs change buffers in every pass.
            if (!shuffle_ && passes > 0 && (options.check_order || run % 2 == 1)) {
                copy_back(pairs, run % 2, stream, options);
            }
        }
        if (options.report) *options.report = {run, passes - run, 0, 0, 0};
    }

private:
    Pairs other(Pairs pairs) {
        return {other_keys_.data(), pairs.values ? other_values_.data() : nullptr, pairs.count};
    }
    Pairs at_pass(Pairs pairs, uint32_t pass) { return shuffle_ || pass % 2 == 0 ? pairs : other(pairs); }
    static void move_pair(Pairs from, uint32_t i, Pairs to, uint32_t place) {
        if (place >= to.count) return;  // of a broken model: behind the array
        to.keys[place] = from.keys[i];
        if (from.values) to.values[place] = from.values[i];
    }

    /// Section 4.2. A check that is left out because an earlier one closed the gate leaves it closed.
    void check_order(Pairs pairs, uint32_t pass, Stream stream, const Options& options) {
        const Pairs now = at_pass(pairs, pass);
        const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
        const uint32_t before = open_;
        const StageArray out_of_order{"out of order", &open_, 1};
        const Stage stage =
            order_check_stage(now, static_cast<int>(pass), out_of_order, pass > 0 ? &before : nullptr);
        observed(now, stage, stream, options, [&] {
            bool descends = false;
            for (uint32_t i = 0; open_ && i + 1 < now.count; ++i) {
                descends = descends || bits(now.keys[i]) > bits(now.keys[i + 1]);
            }
            open_ = descends ? 1 : 0;
        });
    }

    void queue_pass(Pairs pairs, uint32_t pass, Stream stream, const Options& options) {
        const Pairs in = at_pass(pairs, pass), out = at_pass(pairs, pass + 1);
        const Pairs counted = shuffle_ ? other(pairs) : in;
        const KeyBits digit = pass_digit(options, digit_bits_, static_cast<int>(pass));
        const uint32_t count = pairs.count, tiles = tile_count(count, tile_pairs_), length = bins_ * tiles;
        const uint32_t* gate = options.check_order ? &open_ : nullptr;
        const int number = static_cast<int>(pass);

        const uint64_t words_a_pair = pairs.values ? 2 : 1, table_bytes = uint64_t{4} * length;
        const uint64_t pairs_bytes = 4 * words_a_pair * count, ranks_bytes = uint64_t{4} * count;
        const uint64_t count_bytes = (shuffle_ ? 2 * pairs_bytes : 2 * ranks_bytes) + table_bytes;
        const uint64_t map_bytes = 2 * pairs_bytes + (shuffle_ ? 0 : ranks_bytes) + table_bytes;

        const uint32_t traced = count <= kTraceLimit ? count : 0;
        const uint32_t threads = tile_count(traced, items_);
        const StageArray arrays[] = {{"histograms", table_.data(), length, tiles},
                                     {"digits", digits_.data(), traced},
                                     {"packed counts", packed_counts_.data(), 2 * threads, 2},
                                     {"packed sums", packed_sums_.data(), bins_ / 2 * threads, bins_ / 2},
                                     {"ranks", ranks_.data(), traced}};
        observed(in, {"count", number, counted, arrays, count_bytes, count, gate}, stream, options, [&] {
            if (open_) count_tiles(in, counted, digit, tiles);
        });
        const StageArray scanned[] = {{"offsets", table_.data(), length, tiles}};
        observed(counted, {"scan", number, counted, scanned, 2 * table_bytes, length, gate}, stream, options,
                 [&] {
                     if (open_) scan(length);
                 });
        observed(counted, {"map", number, out, {}, map_bytes, count, gate}, stream, options, [&] {
            if (open_) map_tiles(counted, out, digit, tiles);
        });
    }

    /// Algorithm 2: how many of each digit a tile has, and the rank of each pair among them; then the
    /// shuffle.
    void count_tiles(Pairs in, Pairs shuffled, KeyBits digit, uint32_t tiles) {
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            const uint32_t begin = tile * tile_pairs_, end = begin + std::min(tile_pairs_, in.count - begin);
            Words counts(bins_, 0);
            for (uint32_t i = begin; i < end; ++i) {
                digits_[i] = digit(in.keys[i]);
                ranks_[i] = counts[digits_[i]]++;
            }
            if (in.count <= kTraceLimit) count_packed(begin, end);
            if (is_break(broken_, "unstable-ranks")) {
                for (uint32_t i = begin; i < end; ++i) ranks_[i] = counts[digits_[i]] - 1 - ranks_[i];
            }
            // Without the guard, pairs of zeros from behind the input follow those of digit 0.
            if (is_break(broken_, "no-tail-guard")) counts[0] += begin + tile_pairs_ - end;
            const bool in_time = !is_break(broken_, "no-barrier") || tile + 1 < tiles;
            uint32_t place = begin;
            Words bin_begin(bins_);
            for (uint32_t bin = 0; bin < bins_; ++bin) {
                if (in_time) table_[size_t{bin} * tiles + tile] = counts[bin];
                bin_begin[bin] = place;
                place += counts[bin];
            }
            if (!shuffle_) continue;
            for (uint32_t i = begin; i < end; ++i) {
                move_pair(in, i, shuffled, bin_begin[digits_[i]] + ranks_[i]);
            }
            if (is_break(broken_, "no-tail-guard")) fill_with_zeros(shuffled, begin, end, bin_begin[1]);
        }
    }

    /// The packed words of the threads of a tile, and their exclusive sums over the tile.
    void count_packed(uint32_t begin, uint32_t end) {
        const uint32_t row_words = bins_ / 2, own_bits = 64 / bins_;
        Words sum(row_words, 0);
        for (uint32_t first = begin; first < end; first += items_) {
            const uint32_t thread = first / items_;
            const auto own = std::span(packed_counts_).subspan(size_t{2} * thread, 2);
            std::fill(own.begin(), own.end(), 0u);
            std::copy(sum.begin(), sum.end(), packed_sums_.begin() + size_t{row_words} * thread);
            for (uint32_t i = first; i < std::min(first + items_, end); ++i) {
                add_to_lane(own, own_bits, digits_[i], 1);
                add_to_lane(sum, 16, digits_[i], 1);
            }
        }
    }

    /// Writes zeros for the missing pairs of a tile [begin, end) without tail guard: they stand last in bin 0.
    void fill_with_zeros(Pairs tile, uint32_t begin, uint32_t end, uint32_t bin_end) const {
        const uint32_t none = begin + tile_pairs_ - end;
        for (uint32_t place = bin_end - none; place < std::min(bin_end, tile.count); ++place) {
            tile.keys[place] = 0;
            if (tile.values) tile.values[place] = 0;
        }
    }

    /// Section 4.4: each count becomes the sum of all before it, all tiles of bin 0 first.
    void scan(uint32_t length) {
        const uint32_t tiles = length / bins_;
        uint32_t sum = 0;
        for (uint32_t k = 0; k < length; ++k) {
            const bool by_tiles = is_break(broken_, "tile-major-scan");
            const uint32_t i = by_tiles ? k % bins_ * tiles + k / bins_ : k;
            const uint32_t own = table_[i];
            table_[i] = sum;
            sum += own;
        }
    }

    /// Equation (1): the offset of the pair's bin and tile + its rank there. In a shuffled tile the pairs of a
    /// bin lie in the order of their ranks, so the next of a bin goes to its next place.
    void map_tiles(Pairs from, Pairs to, KeyBits digit, uint32_t tiles) {
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            const uint32_t begin = tile * tile_pairs_,
                           end = begin + std::min(tile_pairs_, from.count - begin);
            Words next(bins_);
            for (uint32_t bin = 0; bin < bins_; ++bin) next[bin] = table_[size_t{bin} * tiles + tile];
            for (uint32_t i = begin; i < end; ++i) {
                const uint32_t bin = digit(from.keys[i]);
                move_pair(from, i, to, shuffle_ ? next[bin]++ : next[bin] + ranks_[i]);
            }
        }
    }

    void copy_back(Pairs pairs, uint32_t odd, Stream stream, const Options& options) {
        const Pairs from = other(pairs);
        const uint64_t bytes = uint64_t{pairs.values ? 16u : 8u} * pairs.count;
        const Stage stage{
            "copy back", -1, pairs, {}, bytes, pairs.count, options.check_order ? &odd : nullptr};
        observed(from, stage, stream, options, [&] {
            for (uint32_t i = 0; odd && i < pairs.count; ++i) move_pair(from, i, pairs, i);
        });
    }

    int digit_bits_;
    uint32_t bins_, items_, tile_pairs_;
    bool shuffle_;
    const Break* broken_;  // null: the model is right
    uint32_t capacity_;
    uint32_t open_ = 1;  // the last check's answer: the gate of the passes
    Words other_keys_, other_values_;
    Words table_;  // bin-major: one row per bin, one column per tile; counts, then offsets
    Words digits_, ranks_;
    Words packed_counts_, packed_sums_;  // [thread][word], of traced sorts
};

template <const Ways& kWays>
std::unique_ptr<Sorter> create(uint32_t capacity, const EngineConfig& config) {
    return std::make_unique<HaModel>(kWays, capacity, config, nullptr);
}

template <const Ways& kWays>
std::unique_ptr<Sorter> create_broken(uint32_t capacity, const EngineConfig& config, const Break& broken) {
    return std::make_unique<HaModel>(kWays, capacity, config, &broken);
}

template <const Ways& kWays>
size_t bytes(uint32_t count, const EngineConfig& config) {
    const TileShape tile = config.tile.pairs() ? config.tile : kWays.tiles[0];
    const size_t bins = size_t{1} << kWays.digit_bits;
    const size_t threads = tile_count(std::min(count, kTraceLimit), tile.items);
    return sizeof(uint32_t) *
           (4 * size_t{count} + bins * tile_count(count, tile.pairs()) + (2 + bins / 2) * threads);
}

template <const Ways& kWays>
bool add(const char* title, std::span<const LessonVariant> variants) {
    Model model{{kWays.name, kWays.sentence, ha::kPaper, Backend::cpu, true, bytes<kWays>, create<kWays>},
                title,
                ha::kStages,
                ha::kArrays<kWays.digit_bits>};
    model.digit_bits = {kWays.digit_bits, kWays.digit_bits, kWays.digit_bits};
    model.tiles = kWays.tiles;
    model.variants = kVariants;
    model.questions = ha::kQuestions;
    model.breaks = ha::kBreaks;
    model.create_broken = create_broken<kWays>;
    model.lesson_warp_threads = 8;
    model.launches = ha::kLaunches;
    model.lesson_variants = variants;
    model.sizes = {.tiles = true, .warps = true, .gpu_tile = "2,048"};
    return add_model(model);
}

}  // namespace

bool register_ha_model() {
    static constexpr LessonVariant kOfFourway[] = {
        {kVariants[0], "A four-way split without the exchange in the tile", ha::kNoShuffleStages, false}};
    static constexpr LessonVariant kOfEightway[] = {
        {kVariants[0], "An eight-way split without the exchange in the tile", ha::kNoShuffleStages, false}};
    static constexpr LessonVariant kOfSixteenway[] = {
        {kVariants[0], "A sixteen-way split without the exchange in the tile", ha::kNoShuffleStages, false}};
    return add<ha::kFourway>("Two bits per pass: a four-way split", kOfFourway) &&
           add<ha::kEightway>("Three bits per pass: an eight-way split", kOfEightway) &&
           add<ha::kSixteenway>("Four bits per pass: a sixteen-way split", kOfSixteenway);
}

}  // namespace sort
