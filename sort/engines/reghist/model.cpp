// The model of reghist (sort/engines/reghist/reghist.cu): segment by segment, tile by tile, with plain loops.
// Its segments are those of a traced sort, whatever the device.
#include <algorithm>
#include <array>
#include <utility>

#include "sort/engines/checked_once_model.h"
#include "sort/engines/reghist/lesson.h"
#include "sort/engines/reghist/shapes.h"
#include "sort/engines/sortable.h"

namespace sort {
namespace {

using reghist::kBins;
using reghist::kDigitBits;
using Words = std::vector<uint32_t>;
using Bins = std::array<uint32_t, kBins>;

class ReghistModel : public CheckedOnceModel {
public:
    ReghistModel(uint32_t capacity, const EngineConfig& config, const Break* broken)
        : CheckedOnceModel(capacity, config.digit_bits ? config.digit_bits : kDigitBits),
          broken_(broken),
          bins_(1u << digit_bits()),
          tile_(config.tile == TileShape{} ? reghist::kTiles[0] : config.tile),
          keys_(capacity),
          values_(capacity),
          thread_histograms_(size_t{bins_} * tile_.threads),
          segment_histograms_(bins_ * reghist::kTracedSegments),
          offsets_(bins_ * reghist::kTracedSegments),
          digits_(capacity),
          ranks_(capacity),
          exchanged_(capacity),
          places_(capacity) {}

private:
    void run_passes(Pairs pairs, int passes, Stream stream, const Options& options) override {
        const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        alternate(pairs, scratch, passes, stream, options,
                  [&](Pairs from, Pairs to, int pass) { run_pass(from, to, pass, stream, options); });
    }

    void run_pass(Pairs from, Pairs to, int pass, Stream stream, const Options& options) {
        const KeyBits digit = pass_digit(options, digit_bits(), pass);
        const uint32_t count = from.count, tiles = tile_count(count, tile_.pairs());
        const uint32_t segments = std::min(tiles, reghist::kTracedSegments), length = bins_ * segments;
        const uint32_t traced = count <= kTraceLimit ? count : 0;

        const StageArray counted[] = {
            {"thread histograms", thread_histograms_.data(), traced ? bins_ * tile_.threads : 0, bins_},
            {"segment histograms", segment_histograms_.data(), length, segments}};
        run_stage(from,
                  {"histogram", pass, from, counted, reghist::histogram_bytes(count, segments, bins_), count},
                  stream, options, [&] {
                      std::fill(thread_histograms_.begin(), thread_histograms_.end(), 0u);
                      for (uint32_t s = 0; s < segments; ++s) count_segment(from, digit, tiles, segments, s);
                  });

        const StageArray moved[] = {{"offsets", offsets_.data(), traced ? length : 0, segments},
                                    {"digits", digits_.data(), traced},
                                    {"ranks", ranks_.data(), traced},
                                    {"exchanged", exchanged_.data(), traced},
                                    {"places", places_.data(), traced}};
        run_stage(from,
                  {"scan and scatter", pass, to, moved,
                   reghist::scatter_bytes(count, segments, from.values, bins_), count},
                  stream, options, [&] {
                      for (uint32_t s = 0; s < segments; ++s)
                          scatter_segment(from, to, digit, tiles, segments, s);
                  });
    }

    /// Returns first pair of a tile, or the count behind the last one.
    uint32_t tile_start(uint32_t tile, uint32_t tiles, uint32_t count) const {
        return tile == tiles ? count : tile * tile_.pairs();
    }

    void count_segment(Pairs in, KeyBits digit, uint32_t tiles, uint32_t segments, uint32_t segment) {
        const uint32_t begin = tile_start(reghist::first_tile(tiles, segments, segment), tiles, in.count);
        const uint32_t end = tile_start(reghist::first_tile(tiles, segments, segment + 1), tiles, in.count);
        Bins bins{};
        for (uint32_t i = begin; i < end; ++i) {
            const uint32_t bin = digit(in.keys[i]);
            ++bins[bin];
            if (segment == 0) ++thread_histograms_[reghist::counting_thread(i - begin, tile_) * bins_ + bin];
        }
        for (uint32_t bin = 0; bin < bins_; ++bin) segment_histograms_[bin * segments + segment] = bins[bin];
    }

    void scatter_segment(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, uint32_t segments,
                         uint32_t segment) {
        // Scan: all that stands before this segment's share of a bin in the order bin by bin, segment by
        // segment.
        Bins next{};
        uint32_t sum = 0;
        for (uint32_t i = 0; i < bins_ * segments; ++i) {
            const bool own_only = is_break(broken_, "own-segment-only");
            if (i % segments == (own_only ? 0 : segment)) next[i / segments] = sum;
            sum += segment_histograms_[i];
        }
        for (uint32_t bin = 0; bin < bins_; ++bin) offsets_[bin * segments + segment] = next[bin];

        const uint32_t end = reghist::first_tile(tiles, segments, segment + 1);
        for (uint32_t tile = reghist::first_tile(tiles, segments, segment); tile < end; ++tile) {
            scatter_tile(in, out, digit, tile * tile_.pairs(), tile_start(tile + 1, tiles, in.count), next);
        }
    }

    /// Pairs [begin, end). `next`: the offset of each bin's next pair, carried from tile to tile.
    void scatter_tile(Pairs in, Pairs out, KeyBits digit, uint32_t begin, uint32_t end, Bins& next) {
        // Rank among the equal digits of the tile, by prefix sums of flags.
        Bins counts{};
        for (uint32_t i = begin; i < end; ++i) {
            digits_[i] = digit(in.keys[i]);
            ranks_[i] = counts[digits_[i]]++;
        }
        if (is_break(broken_, "unstable-ranks")) {
            for (uint32_t i = begin; i < end; ++i) ranks_[i] = counts[digits_[i]] - 1 - ranks_[i];
        }
        Bins bin_begins{};
        for (uint32_t bin = 1; bin < bins_; ++bin) bin_begins[bin] = bin_begins[bin - 1] + counts[bin - 1];

        // Exchange, then write.
        for (uint32_t i = begin; i < end; ++i) {
            const uint32_t bin = digits_[i];
            exchanged_[begin + bin_begins[bin] + ranks_[i]] = in.keys[i];
            places_[i] = next[bin] + ranks_[i];
            out.keys[places_[i]] = in.keys[i];
            if (in.values) out.values[places_[i]] = in.values[i];
        }
        for (uint32_t bin = 0; bin < bins_; ++bin) next[bin] += counts[bin];
    }

    const Break* broken_;  // null: the model is right
    uint32_t bins_;        // the first of Bins are used
    TileShape tile_;
    Words keys_, values_;  // the scratch pairs
    Words thread_histograms_, segment_histograms_, offsets_, digits_, ranks_, exchanged_, places_;
};

std::unique_ptr<Sorter> create_broken(uint32_t capacity, const EngineConfig& config, const Break& broken) {
    return std::make_unique<ReghistModel>(capacity, config, &broken);
}

}  // namespace

bool register_reghist_model() {
    return add_model(
        {{"reghist",
          reghist::kSentence,
          reghist::kPaper,
          Backend::cpu,
          true,
          [](uint32_t count, const EngineConfig& config) {
              const TileShape tile = config.tile == TileShape{} ? reghist::kTiles[0] : config.tile;
              const size_t tables = size_t{kBins} * (tile.threads + 2 * reghist::kTracedSegments);
              return sizeof(uint32_t) * (6 * size_t{count} + tables);
          },
          [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
              return std::make_unique<ReghistModel>(capacity, config, nullptr);
          },
          true,
          {kDigitBits, kDigitBits, kDigitBits},
          reghist::kTiles},
         "Count in registers, then scan and scatter in one kernel",
         reghist::kStages,
         reghist::kArrays,
         {},
         reghist::kQuestions,
         reghist::kBreaks,
         create_broken,
         8,
         "uniform",
         64,
         kLaunchOfReport,
         {.tiles = true, .warps = true, .digit_bits = {2, kDigitBits, kDigitBits}, .gpu_tile = "4,096"}});
}

}  // namespace sort
