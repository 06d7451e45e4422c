// The model of onesweep (sort/engines/onesweep/onesweep.cu): tile by tile, with plain loops; its tiles look
// back as those of a traced sort do, in rounds of kTracedBlocks.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "sort/engines/checked_once_model.h"
#include "sort/engines/onesweep/lesson.h"
#include "sort/engines/onesweep/shapes.h"
#include "sort/engines/sortable.h"

namespace sort {
namespace onesweep {
namespace {

using Words = std::vector<uint32_t>;
using Bins = std::array<uint32_t, kDigitBins>;

class OnesweepModel : public Sorter {
public:
    OnesweepModel(uint32_t capacity, const EngineConfig& config, const Break* broken)
        : capacity_(capacity),
          tile_pairs_((config.tile == TileShape{} ? kTiles[0] : config.tile).pairs()),
          digit_bits_(config.digit_bits ? config.digit_bits : kDigitBits),
          bins_(1u << digit_bits_),
          broken_(broken) {
        for (Words* words :
             {&keys_, &values_, &digits_, &bin_starts_, &before_, &ranks_, &places_, &exchanged_}) {
            words->resize(capacity);
        }
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const auto passes = static_cast<uint32_t>(pass_count(options, digit_bits_));
        uint32_t run = 0;
        if (pairs.count > 1 && passes > 0) {
            out_of_order_ = 1;
            if (options.check_order) check_order_once(pairs, out_of_order_, stream, options);
            run = run_passes(pairs, stream, options);
        }
        if (options.report) *options.report = {run, passes - run, 0, 0, 0};
    }

private:
    /// Returns how many passes moved something.
    uint32_t run_passes(const Pairs& pairs, Stream stream, const Options& options) {
        const int passes = pass_count(options, digit_bits_);
        const bool traced = wants_arrays(options, pairs.count);
        count(pairs, traced, stream, options);
        const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        const Pairs not_shown{nullptr, nullptr, pairs.count};
        Pairs from = pairs, to = scratch;
        uint32_t run = 0;
        for (int pass = 0; pass < passes; ++pass) {
            uint32_t moves = out_of_order_;
            for (uint32_t bin = 0; bin < bins_; ++bin) {
                if (histograms_[bin * passes + pass] == pairs.count) moves = 0;
            }
            const std::vector<StageArray> arrays = pass_arrays(pairs.count, traced);
            const Stage stage{"pass",      pass,  traced ? to : not_shown, arrays, pass_bytes(pairs),
                              pairs.count, &moves};
            observed(pass == 0 || traced ? from : not_shown, stage, stream, options, [&] {
                if (moves) run_pass(from, to, pass, passes, pass_digit(options, digit_bits_, pass));
            });
            if (!moves) continue;
            std::swap(from, to);
            ++run;
        }
        const uint32_t copies = run % 2;
        const Stage copy{"copy back", -1, pairs, {}, pass_bytes(pairs), pairs.count, &copies};
        observed(traced ? from : not_shown, copy, stream, options, [&] {
            if (!copies) return;
            std::copy_n(scratch.keys, pairs.count, pairs.keys);
            if (pairs.values) std::copy_n(scratch.values, pairs.count, pairs.values);
        });
        return run;
    }

    /// histograms[bin][pass].
    void count(const Pairs& pairs, bool traced, Stream stream, const Options& options) {
        const auto passes = static_cast<uint32_t>(pass_count(options, digit_bits_));
        histograms_.assign(passes * bins_, 0);
        const StageArray counted[] = {
            {"histograms", histograms_.data(), traced ? passes * bins_ : 0, passes}};
        const uint32_t* const gate = options.check_order ? &out_of_order_ : nullptr;
        observed(pairs, {"count", -1, pairs, counted, count_bytes(pairs.count), pairs.count, gate}, stream,
                 options, [&] {
                     if (!out_of_order_) return;
                     for (uint32_t pass = 0; pass < passes; ++pass) {
                         const KeyBits digit = pass_digit(options, digit_bits_, static_cast<int>(pass));
                         for (uint32_t i = 0; i < pairs.count; ++i) {
                             ++histograms_[digit(pairs.keys[i]) * passes + pass];
                         }
                     }
                 });
    }

    std::vector<StageArray> pass_arrays(uint32_t count, bool traced) {
        const uint32_t tiles = tile_count(count, tile_pairs_), arrays = traced ? count : 0;
        tile_counts_.resize(size_t{bins_} * tiles);
        reads_.resize(size_t{tiles} * kTracedBlocks);
        return {{"digits", digits_.data(), arrays},
                {"tile counts", tile_counts_.data(), traced ? bins_ * tiles : 0, tiles},
                {"look-back", reads_.data(), traced ? tiles * kTracedBlocks : 0, kTracedBlocks},
                {"bin starts", bin_starts_.data(), arrays},
                {"earlier tiles", before_.data(), arrays},
                {"ranks", ranks_.data(), arrays},
                {"places", places_.data(), arrays},
                {"exchanged keys", exchanged_.data(), arrays}};
    }

    void run_pass(const Pairs& from, const Pairs& to, int pass, int passes, KeyBits digit) {
        Bins starts{};
        for (uint32_t bin = 1; bin < bins_; ++bin) {
            starts[bin] = starts[bin - 1] + histograms_[(bin - 1) * passes + pass];
        }
        const uint32_t tiles = tile_count(from.count, tile_pairs_);
        std::vector<Bins> totals;  // of each tile so far: its pairs and those of all earlier tiles
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            const Bins counts = rank(from, tile, digit);
            for (uint32_t bin = 0; bin < bins_; ++bin) tile_counts_[bin * tiles + tile] = counts[bin];
            const Bins before = look_back(tile, tiles, totals);
            totals.push_back(before);
            for (uint32_t bin = 0; bin < bins_; ++bin) totals.back()[bin] += counts[bin];
            move(from, to, tile, starts, before);
        }
    }

    uint32_t end_of(uint32_t count, uint32_t tile) const { return std::min(count, (tile + 1) * tile_pairs_); }

    /// Digits and ranks of one tile, and its keys in order of the digit. Returns its counts.
    Bins rank(const Pairs& from, uint32_t tile, KeyBits digit) {
        const uint32_t begin = tile * tile_pairs_, end = end_of(from.count, tile);
        Bins counts{}, next{};
        for (uint32_t i = begin; i < end; ++i) {
            digits_[i] = digit(from.keys[i]);
            ranks_[i] = counts[digits_[i]]++;
        }
        if (is_break(broken_, "unstable-ranks")) {
            for (uint32_t i = begin; i < end; ++i) ranks_[i] = counts[digits_[i]] - 1 - ranks_[i];
        }
        std::exclusive_scan(counts.begin(), counts.end(), next.begin(), begin);
        for (uint32_t i = begin; i < end; ++i) exchanged_[next[digits_[i]] + ranks_[i]] = from.keys[i];
        return counts;
    }

    /// Tiles of a round have published their counts, those of the rounds before and tile 0 their totals.
    Bins look_back(uint32_t tile, uint32_t tiles, const std::vector<Bins>& totals) {
        uint32_t* const reads = &reads_[size_t{tile} * kTracedBlocks];
        std::fill_n(reads, kTracedBlocks, kNotRead);
        const uint32_t round = tile - tile % kTracedBlocks;
        Bins before{};
        for (uint32_t earlier = tile; earlier-- > 0;) {
            const bool has_total = earlier == 0 || earlier < round;
            for (uint32_t bin = 0; bin < bins_; ++bin) {
                before[bin] += has_total ? totals[earlier][bin] : tile_counts_[bin * tiles + earlier];
            }
            reads[tile - 1 - earlier] = has_total ? kTotal : kCounts;
            if (has_total || is_break(broken_, "counts-as-total")) break;
        }
        return before;
    }

    void move(const Pairs& from, const Pairs& to, uint32_t tile, const Bins& starts, const Bins& before) {
        for (uint32_t i = tile * tile_pairs_; i < end_of(from.count, tile); ++i) {
            bin_starts_[i] = starts[digits_[i]];
            before_[i] = before[digits_[i]];
            places_[i] = bin_starts_[i] + before_[i] + ranks_[i];
            if (places_[i] >= to.count) continue;  // of a broken model: behind the array
            to.keys[places_[i]] = from.keys[i];
            if (from.values) to.values[places_[i]] = from.values[i];
        }
    }

    uint32_t capacity_, tile_pairs_;
    int digit_bits_;
    uint32_t bins_;        // the first of Bins are used
    const Break* broken_;  // null: the model is right
    uint32_t out_of_order_ = 1;
    Words keys_, values_;  // the scratch pairs
    Words histograms_, tile_counts_, reads_;
    Words digits_, bin_starts_, before_, ranks_, places_, exchanged_;
};

std::unique_ptr<Sorter> create_broken(uint32_t capacity, const EngineConfig& config, const Break& broken) {
    return std::make_unique<OnesweepModel>(capacity, config, &broken);
}

bool add() {
    return add_model(
        Model{{.name = "onesweep",
               .sentence = kSentence,
               .paper = kPaper,
               .backend = Backend::cpu,
               .stable = true,
               .bytes =
                   [](uint32_t count, const EngineConfig& config) {
                       const TileShape tile = config.tile == TileShape{} ? kTiles[0] : config.tile;
                       const size_t tiles = tile_count(count, tile.pairs());
                       return sizeof(uint32_t) * (8 * size_t{count} + 2 * kDigitBins * tiles);
                   },
               .create =
                   [](uint32_t capacity, const EngineConfig& config) {
                       return std::unique_ptr<Sorter>(new OnesweepModel(capacity, config, nullptr));
                   },
               .digit_bits = {kDigitBits, kDigitBits, kDigitBits},
               .tiles = kTiles},
              "One read and one write per digit: tiles look back at each other's counts",
              kStages,
              kArrays,
              {},
              kQuestions,
              kBreaks,
              create_broken,
              8,
              "uniform",
              96,
              kLaunches,
              {.tiles = true,
               .warps = true,
               .digit_bits = {2, kDigitBits, kDigitBits},
               .gpu_tile = "4,096 or more"}});
}

}  // namespace
}  // namespace onesweep

bool register_onesweep_model() { return onesweep::add(); }

}  // namespace sort
