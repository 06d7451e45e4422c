// The model of split-sort (sort/engines/split/split_sort.cu): bit by bit, with plain loops.
#include <algorithm>
#include <utility>

#include "sort/engines/checked_once_model.h"
#include "sort/engines/split/lesson.h"
#include "sort/engines/split/shapes.h"

namespace sort {
namespace {

using Words = std::vector<uint32_t>;

class SplitModel : public CheckedOnceModel {
public:
    SplitModel(uint32_t capacity, const Break* broken)
        : CheckedOnceModel(capacity, split::kDigitBits),
          broken_(broken),
          keys_(capacity),
          values_(capacity),
          flags_(split::flag_words(capacity)),
          places_(capacity) {}

    static size_t bytes(uint32_t count) { return size_t{4} * 5 * count; }

private:
    void run_passes(Pairs pairs, int passes, Stream stream, const Options& options) override {
        const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        alternate(pairs, scratch, passes, stream, options,
                  [&](Pairs from, Pairs to, int pass) { run_pass(from, to, pass, stream, options); });
    }

    void run_pass(Pairs from, Pairs to, int pass, Stream stream, const Options& options) {
        const KeyBits bit = pass_digit(options, split::kDigitBits, pass);
        const uint32_t count = from.count, words = split::flag_words(count);
        const uint32_t traced = count <= kTraceLimit ? count : 0;

        const StageArray flagged[] = {{"flags", flags_.data(), traced}};
        run_stage(from, {"flags", pass, from, flagged, split::flags_bytes(count), count}, stream, options,
                  [&] {
                      for (uint32_t i = 0; i < words; ++i)
                          flags_[i] = i < count && bit(from.keys[i]) == 0 ? 1 : 0;
                  });

        const StageArray scanned[] = {{"zeros before", flags_.data(), traced},
                                      {"zeros", flags_.data() + count, 1}};
        run_stage(from, {"scan", pass, from, scanned, table_scan::scan_bytes(words), words}, stream, options,
                  [&] {
                      uint32_t sum = 0;
                      for (uint32_t i = 0; i < words; ++i) sum += std::exchange(flags_[i], sum);
                  });

        const uint64_t bytes = split::scatter_bytes(count, from.values != nullptr);
        const StageArray moved[] = {{"places", places_.data(), traced}};
        run_stage(from, {"scatter", pass, to, moved, bytes, count}, stream, options,
                  [&] { scatter(from, to, bit); });
    }

    void scatter(Pairs from, Pairs to, KeyBits bit) {
        const uint32_t zeros = flags_[from.count];
        const uint32_t base = is_break(broken_, "no-base") ? 0 : zeros;
        for (uint32_t i = 0; i < from.count; ++i) {
            const uint32_t before = flags_[i], one = i - before;
            uint32_t place = bit(from.keys[i]) == 0 ? before : base + one;
            if (is_break(broken_, "unstable-split") && place >= zeros) place = from.count - 1 - one;
            places_[i] = place;
            to.keys[place] = from.keys[i];
            if (from.values) to.values[place] = from.values[i];
        }
    }

    const Break* broken_;  // null: the model is right
    Words keys_, values_;  // the scratch pairs
    Words flags_;          // become the sums of those before
    Words places_;
};

}  // namespace

bool register_split_model() {
    return add_model(
        {{"split-sort",
          split::kSentence,
          split::kPaper,
          Backend::cpu,
          true,
          [](uint32_t count, const EngineConfig&) { return SplitModel::bytes(count); },
          [](uint32_t capacity, const EngineConfig&) -> std::unique_ptr<Sorter> {
              return std::make_unique<SplitModel>(capacity, nullptr);
          },
          true,
          {split::kDigitBits, split::kDigitBits, split::kDigitBits}},
         "Split all keys by one bit after the other",
         split::kStages,
         split::kArrays,
         {},
         split::kQuestions,
         split::kBreaks,
         [](uint32_t capacity, const EngineConfig&, const Break& broken) -> std::unique_ptr<Sorter> {
             return std::make_unique<SplitModel>(capacity, &broken);
         },
         8,
         "uniform",
         64,
         kLaunchOfReport,
         {},
         {},
         Writes::as_read});
}

}  // namespace sort
