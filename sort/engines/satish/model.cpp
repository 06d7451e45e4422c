// The model of satish (sort/engines/satish/satish.cu): tile by tile, split by split, with plain loops.
#include <algorithm>
#include <array>

#include "sort/engines/checked_once_model.h"
#include "sort/engines/satish/lesson.h"
#include "sort/engines/satish/shapes.h"
#include "sort/engines/sortable.h"

namespace sort {
namespace {

using satish::kBins;
using satish::kDigitBits;
using Words = std::vector<uint32_t>;

class SatishModel : public CheckedOnceModel {
public:
    SatishModel(uint32_t capacity, const EngineConfig& config, const Break* broken)
        : CheckedOnceModel(capacity, config.digit_bits ? config.digit_bits : kDigitBits),
          broken_(broken),
          bins_(1u << digit_bits()),
          tile_pairs_((config.tile == TileShape{} ? satish::kTiles[0] : config.tile).pairs()),
          keys_(capacity),
          values_(capacity),
          histograms_(table_length(capacity)),
          bin_begins_(table_length(capacity)),
          digits_(capacity),
          places_(capacity),
          splits_(digit_bits(), Words(capacity)) {}

private:
    size_t table_length(uint32_t pairs) const { return size_t{bins_} * tile_count(pairs, tile_pairs_); }

    void run_passes(Pairs pairs, int passes, Stream stream, const Options& options) override {
        for (int pass = 0; pass < passes; ++pass) run_pass(pairs, pass, stream, options);
    }

    void run_pass(Pairs pairs, int pass, Stream stream, const Options& options) {
        const bool has_values = pairs.values != nullptr;
        const Pairs local{keys_.data(), has_values ? values_.data() : nullptr, pairs.count};
        const KeyBits digit = pass_digit(options, digit_bits(), pass);
        const uint32_t tiles = tile_count(pairs.count, tile_pairs_), length = bins_ * tiles;
        const uint32_t traced = pairs.count <= kTraceLimit ? pairs.count : 0;
        static constexpr const char* kSplitNames[] = {"split 0", "split 1", "split 2", "split 3"};
        std::vector<StageArray> sorted{{"digits", digits_.data(), traced}};
        for (uint32_t bits = digit.mask, split = 0; bits != 0; bits >>= 1, ++split) {
            sorted.push_back({kSplitNames[split], splits_[split].data(), traced});
        }
        run_stage(
            pairs,
            {"local sort", pass, local, sorted, satish::moved_bytes(pairs.count, has_values), pairs.count},
            stream, options, [&] {
                for (uint32_t tile = 0; tile < tiles; ++tile) local_sort(pairs, local, digit, tile);
            });

        const StageArray counted[] = {{"histograms", histograms_.data(), length, tiles},
                                      {"bin begins", bin_begins_.data(), length, bins_}};
        run_stage(local,
                  {"histogram", pass, local, counted, satish::histogram_bytes(pairs.count, tiles, bins_),
                   pairs.count},
                  stream, options, [&] {
                      for (uint32_t tile = 0; tile < tiles; ++tile) count(local, digit, tiles, tile);
                  });

        const StageArray scanned[] = {{"offsets", histograms_.data(), length, tiles}};
        run_stage(local, {"scan", pass, local, scanned, satish::scan_bytes(tiles, bins_), length}, stream,
                  options, [&] {
                      const bool by_tiles = is_break(broken_, "tile-major-scan");
                      uint32_t sum = 0;
                      for (uint32_t k = 0; k < length; ++k) {
                          const uint32_t i = by_tiles ? k % bins_ * tiles + k / bins_ : k;
                          const uint32_t own = histograms_[i];
                          histograms_[i] = sum;
                          sum += own;
                      }
                  });

        const StageArray scattered[] = {{"places", places_.data(), traced}};
        run_stage(local,
                  {"scatter", pass, pairs, scattered,
                   satish::scatter_bytes(pairs.count, tiles, has_values, bins_), pairs.count},
                  stream, options, [&] {
                      for (uint32_t tile = 0; tile < tiles; ++tile) scatter(local, pairs, digit, tiles, tile);
                  });
    }

    /// Sorts one tile by its digit, by a split for each bit of it.
    void local_sort(Pairs in, Pairs out, KeyBits digit, uint32_t tile) {
        const uint32_t begin = tile * tile_pairs_, valid = std::min(in.count - begin, tile_pairs_);
        Words keys(in.keys + begin, in.keys + begin + valid), values;
        if (in.values) values.assign(in.values + begin, in.values + begin + valid);
        for (uint32_t i = 0; i < valid; ++i) digits_[begin + i] = digit(keys[i]);

        for (uint32_t split = 0; digit.mask >> split != 0; ++split) {
            const KeyBits bit{digit.shift + split, 1};
            uint32_t zeros = 0;
            for (const uint32_t key : keys) zeros += bit(key) == 0 ? 1 : 0;
            Words split_keys(valid), split_values(values.size());
            uint32_t next_zero = 0, next_one = zeros;
            for (uint32_t i = 0; i < valid; ++i) {
                uint32_t to = bit(keys[i]) == 0 ? next_zero++ : next_one++;
                if (to >= zeros && is_break(broken_, "unstable-split")) to = zeros + valid - 1 - to;
                split_keys[to] = keys[i];
                if (in.values) split_values[to] = values[i];
            }
            keys.swap(split_keys);
            values.swap(split_values);
            std::copy(keys.begin(), keys.end(), splits_[split].begin() + begin);
        }
        std::copy(keys.begin(), keys.end(), out.keys + begin);
        std::copy(values.begin(), values.end(), out.values + (in.values ? begin : 0));
    }

    /// The counts of one sorted tile; a bin without keys begins at 0.
    void count(Pairs local, KeyBits digit, uint32_t tiles, uint32_t tile) {
        const uint32_t begin = tile * tile_pairs_, valid = std::min(local.count - begin, tile_pairs_);
        std::array<uint32_t, kBins> counts{}, begins{};
        for (uint32_t i = valid; i-- > 0;) {
            const uint32_t bin = digit(local.keys[begin + i]);
            ++counts[bin];
            begins[bin] = i;
        }
        for (uint32_t bin = 0; bin < bins_; ++bin) {
            histograms_[bin * tiles + tile] = counts[bin];
            bin_begins_[tile * bins_ + bin] = begins[bin];
        }
    }

    void scatter(Pairs in, Pairs out, KeyBits digit, uint32_t tiles, uint32_t tile) {
        const uint32_t begin = tile * tile_pairs_, valid = std::min(in.count - begin, tile_pairs_);
        for (uint32_t i = 0; i < valid; ++i) {
            const uint32_t bin = digit(in.keys[begin + i]);
            const uint32_t rank = i - bin_begins_[tile * bins_ + bin];
            const uint32_t to = histograms_[bin * tiles + tile] + rank;
            places_[begin + i] = to;
            if (to >= out.count) continue;  // of a broken model: behind the array
            out.keys[to] = in.keys[begin + i];
            if (in.values) out.values[to] = in.values[begin + i];
        }
    }

    const Break* broken_;  // null: the model is right
    uint32_t bins_, tile_pairs_;
    Words keys_, values_;            // the scratch pairs
    Words histograms_, bin_begins_;  // histograms become offsets
    Words digits_, places_;
    std::vector<Words> splits_;
};

std::unique_ptr<Sorter> create_broken(uint32_t capacity, const EngineConfig& config, const Break& broken) {
    return std::make_unique<SatishModel>(capacity, config, &broken);
}

}  // namespace

bool register_satish_model() {
    return add_model(
        {{"satish",
          satish::kSentence,
          satish::kPaper,
          Backend::cpu,
          true,
          [](uint32_t count, const EngineConfig&) {
              return size_t{4} * 8 * count + size_t{8} * kBins * (count / 32 + 1);
          },
          [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
              return std::make_unique<SatishModel>(capacity, config, nullptr);
          },
          true,
          {kDigitBits, kDigitBits, kDigitBits},
          satish::kTiles},
         "Sort each tile first, then move its runs",
         satish::kStages,
         satish::kArrays,
         {},
         satish::kQuestions,
         satish::kBreaks,
         create_broken,
         8,
         "uniform",
         64,
         kLaunchOfReport,
         {.tiles = true, .warps = true, .digit_bits = {2, kDigitBits, kDigitBits}, .gpu_tile = "1,024"}});
}

}  // namespace sort
