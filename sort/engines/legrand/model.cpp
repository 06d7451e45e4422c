// The model of legrand (sort/engines/legrand/legrand.cu): strip by strip, with plain loops.
#include <algorithm>
#include <utility>

#include "sort/engines/checked_once_model.h"
#include "sort/engines/legrand/lesson.h"
#include "sort/engines/legrand/shapes.h"

namespace sort {
namespace {

using legrand::kDigitBits;
using Words = std::vector<uint32_t>;

class LeGrandModel : public CheckedOnceModel {
public:
    LeGrandModel(uint32_t capacity, const EngineConfig& config, const Break* broken)
        : CheckedOnceModel(capacity, config.digit_bits ? config.digit_bits : kDigitBits),
          broken_(broken),
          keys_(capacity),
          values_(capacity),
          digits_(capacity),
          places_(capacity) {}

    static size_t bytes(uint32_t count) {
        return size_t{4} * (size_t{4} * count + legrand::most_table_words(count));
    }

private:
    void run_passes(Pairs pairs, int passes, Stream stream, const Options& options) override {
        const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        alternate(pairs, scratch, passes, stream, options,
                  [&](Pairs from, Pairs to, int pass) { run_pass(from, to, pass, stream, options); });
    }

    void run_pass(Pairs from, Pairs to, int pass, Stream stream, const Options& options) {
        const KeyBits digit = pass_digit(options, digit_bits(), pass);
        const uint32_t count = from.count, traced = count <= kTraceLimit ? count : 0;
        const uint32_t strip = legrand::strip_pairs(count, traced != 0), strips = tile_count(count, strip);
        const uint32_t bins = digit.mask + 1, length = bins * strips;
        table_.resize(length);

        const StageArray counted[] = {{"digits", digits_.data(), traced},
                                      {"thread histograms", table_.data(), traced ? length : 0, strips}};
        run_stage(from,
                  {"histogram", pass, from, counted, legrand::histogram_bytes(count, strips, bins), count},
                  stream, options, [&] {
                      std::fill(table_.begin(), table_.end(), 0);
                      for (uint32_t i = 0; i < count; ++i) {
                          digits_[i] = digit(from.keys[i]);
                          ++table_[digits_[i] * strips + i / strip];
                      }
                  });

        const StageArray scanned[] = {{"offsets", table_.data(), traced ? length : 0, strips}};
        run_stage(from, {"scan", pass, from, scanned, table_scan::scan_bytes(length), length}, stream,
                  options, [&] {
                      const bool by_threads = is_break(broken_, "thread-major-scan");
                      uint32_t sum = 0;
                      for (uint32_t k = 0; k < length; ++k) {
                          const uint32_t at = by_threads ? k % bins * strips + k / bins : k;
                          sum += std::exchange(table_[at], sum);
                      }
                  });

        const StageArray moved[] = {{"places", places_.data(), traced}};
        const uint64_t bytes = legrand::scatter_bytes(count, strips, from.values != nullptr, bins);
        run_stage(from, {"scatter", pass, to, moved, bytes, count}, stream, options,
                  [&] { scatter(from, to, digit, strip, strips); });
    }

    void scatter(Pairs from, Pairs to, KeyBits digit, uint32_t strip, uint32_t strips) {
        Words next = table_;
        for (uint32_t k = 0; k < from.count; ++k) {
            const uint32_t first = k / strip * strip, last = std::min(first + strip, from.count) - 1;
            const uint32_t i = is_break(broken_, "unstable-strip") ? last - (k - first) : k;
            const uint32_t place = next[digit(from.keys[i]) * strips + i / strip]++;
            places_[i] = place;
            to.keys[place] = from.keys[i];
            if (from.values) to.values[place] = from.values[i];
        }
    }

    const Break* broken_;  // null: the model is right
    Words keys_, values_;  // the scratch pairs
    Words table_;          // a row a bin, a column a strip: counts, then offsets
    Words digits_, places_;
};

}  // namespace

bool register_legrand_model() {
    return add_model(
        {{"legrand",
          legrand::kSentence,
          legrand::kPaper,
          Backend::cpu,
          true,
          [](uint32_t count, const EngineConfig&) { return LeGrandModel::bytes(count); },
          [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
              return std::make_unique<LeGrandModel>(capacity, config, nullptr);
          },
          true,
          {kDigitBits, kDigitBits, kDigitBits}},
         "Count in each thread, sum over all threads",
         legrand::kStages,
         legrand::kArrays,
         {},
         legrand::kQuestions,
         legrand::kBreaks,
         [](uint32_t capacity, const EngineConfig& config, const Break& broken) -> std::unique_ptr<Sorter> {
             return std::make_unique<LeGrandModel>(capacity, config, &broken);
         },
         8,
         "uniform",
         64,
         kLaunchOfReport,
         {.digit_bits = {2, kDigitBits, kDigitBits}},
         {},
         Writes::in_strips});
}

}  // namespace sort
