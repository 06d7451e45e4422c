// The models of cpu-radix and cpu-adaptive with plain loops, as one thread sorts a short input: the stages that
// the engines report to an observer of arrays. Inputs of which the engines repair windows (16,384 pairs or more)
// or cut buckets (131,072) go the way of the short ones here.
#include <algorithm>
#include <numeric>
#include <utility>

#include "sort/engines/cpu/cpu_adaptive.h"
#include "sort/engines/cpu/descents.h"
#include "sort/engines/cpu/lesson.h"
#include "sort/engines/cpu/local_sort.h"
#include "sort/engines/cpu/radix_sort.h"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.h"
#include "sort/engines/sortable.h"

namespace sort::cpu {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t kMostFailedTries = 3;

/// A digit of key - least.
struct ModelDigit {
    int shift;
    uint32_t bins;
};

/// State of one sort, and the pairs as the last stage left them.
class ModelSort {
public:
    ModelSort(Pairs pairs, Stream stream, const Options& options, const Break* broken)
        : count_(pairs.count),
          stream_(stream),
          options_(options),
          broken_(broken),
          bits_(key_bits(options.begin_bit, options.end_bit)),
          keys_(pairs.keys, pairs.keys + pairs.count) {
        if (pairs.values) values_.assign(pairs.values, pairs.values + pairs.count);
    }

    void write(Pairs pairs) const {
        std::copy(keys_.begin(), keys_.end(), pairs.keys);
        std::copy(values_.begin(), values_.end(), pairs.values);
    }

    /// Sorts as cpu-radix does; returns the digits of kDigitBits in the range of the keys.
    uint32_t sort_all() {
        uint32_t least = 0, first = 0, width = 0;
        const StageArray found[] = {{"least key", &least, 1}, {"first bit", &first, 1}, {"bits", &width, 1}};
        stage("range", -1, found, each(4), [&] {
            uint32_t most = 0, differing = 0;
            least = ~0u;
            for (const uint32_t key : keys_) {
                least = std::min(least, bits_(key));
                most = std::max(most, bits_(key));
                differing |= bits_(key) ^ bits_(keys_[0]);
            }
            first = differing ? static_cast<uint32_t>(std::countr_zero(differing)) : 0;
            width = differing ? static_cast<uint32_t>(std::bit_width(most - least)) - first : 0;
        });
        least_ = least;
        if (width > 0) sort_digits(static_cast<int>(first), static_cast<int>(width));
        return (width + kDigitBits - 1) / kDigitBits;
    }

    struct Moved {
        bool few;
        uint32_t movers, shift;
    };

    /// Takes out what is out of order and brings it in again, where that is few pairs.
    Moved move_few() {
        Words taken_out(count_), movers;
        uint32_t few = 0;
        bool too_many = false;
        std::vector<Span> spans;
        const StageArray found[] = {{"taken out", taken_out.data(), traced()}, {"few enough", &few, 1}};
        stage("find movers", -1, found, each(4), [&] {
            too_many = !find_spans(spans);
            for (const Span& span : spans) {
                for (uint32_t i = span.begin; i < span.end; ++i) {
                    taken_out[i] = 1;
                    movers.push_back(keys_[i]);
                }
            }
            few = movers.empty() ? 0 : 1;
        });
        const Words all_keys = keys_;
        const auto held = static_cast<uint32_t>(movers.size());
        const StageArray set_aside[] = {{"movers", movers.data(), held, 1}};
        stage(
            "take out", -1, set_aside, {held, 12},
            [&] {
                for (const Span& span : spans) {
                    const uint32_t kept = span.begin > 0 ? span.begin - 1 : span.end;
                    const uint32_t filler = kept < count_ ? keys_[kept] : 0;
                    std::fill(keys_.begin() + span.begin, keys_.begin() + span.end, filler);
                }
            },
            &few);
        uint32_t shift = 0;
        stage(
            "bring in", -1, {}, each(16), [&] { shift = bring_in(all_keys, taken_out); }, &few);
        return {!too_many, held, shift};
    }

private:
    Pairs now() { return {keys_.data(), values_.empty() ? nullptr : values_.data(), count_}; }

    struct Items {
        uint32_t count, bytes_each;
    };
    Items each(uint32_t bytes) const { return {count_, bytes}; }

    /// Returns the length of an array of a word per pair.
    uint32_t traced() const { return count_ <= kTraceLimit ? count_ : 0; }

    /// A stage whose work changes keys_ and values_.
    template <class Work>
    void stage(const char* name, int pass, std::span<const StageArray> arrays, Items items, Work work,
               const uint32_t* gate = nullptr) {
        Words old_keys = keys_, old_values = values_;
        const Pairs before{old_keys.data(), values_.empty() ? nullptr : old_values.data(), count_};
        const uint64_t bytes = uint64_t{items.count} * items.bytes_each;
        observed(before, {name, pass, now(), arrays, bytes, items.count, gate}, stream_, options_, [&] {
            if (gate == nullptr || *gate != 0) work();
        });
    }

    uint32_t digit_of(ModelDigit digit, uint32_t key) const {
        return ((bits_(key) - least_) >> digit.shift) & (digit.bins - 1);
    }

    void sort_digits(int first, int width) {
        if (count_ <= kFewPairs) {
            insert("insertion", ~0ull);
            return;
        }
        const int digit_bits = std::min<int>(kDigitBits, (std::bit_width(count_) + 6) / 2);
        if (width <= digit_bits) return sort_by({{first, 1u << width}});
        const bool exact = width <= 2 * digit_bits;
        const int upper = exact ? width - width / 2 : digit_bits, lower = exact ? width / 2 : digit_bits;
        const int shift = first + width - upper - lower;
        const ModelDigit low{shift, 1u << lower}, high{shift + lower, 1u << upper};
        const int third = (width + 2) / 3;
        const std::vector<ModelDigit> thirds = {
            {first, 1u << third}, {first + third, 1u << third}, {first + 2 * third, 1u << third}};
        if (exact || leave_few_moves(squares(low), squares(high), count_)) {
            sort_by({low, high});
            if (!exact && !insert("fix", uint64_t{4} * count_)) sort_by(thirds);
        } else if (shift - first > kDigitBits) {
            sort_by(thirds);
        } else {
            sort_by({{first, 1u << (shift - first)}, low, high});
        }
    }

    /// Returns the sum of the squares of the bins' counts: how often two pairs share a bin.
    uint64_t squares(ModelDigit digit) const {
        Words counts(digit.bins);
        uint64_t sum = 0;
        for (const uint32_t key : keys_) ++counts[digit_of(digit, key)];
        for (const uint64_t pairs : counts) sum += pairs * pairs;
        return sum;
    }

    void sort_by(std::vector<ModelDigit> digits) {
        const size_t columns = digits.size();
        uint32_t rows = 0;
        for (const ModelDigit digit : digits) rows = std::max(rows, digit.bins);
        Words table(rows * columns);
        const StageArray counted[] = {{"histograms", table.data(), static_cast<uint32_t>(table.size()),
                                       static_cast<uint32_t>(columns)}};
        stage("count", -1, counted, each(4), [&] {
            for (size_t column = 0; column < columns; ++column) {
                for (const uint32_t key : keys_) ++table[digit_of(digits[column], key) * columns + column];
            }
        });
        if (is_break(broken_, "high-digit-first")) std::reverse(digits.begin(), digits.end());
        int pass = 0;
        for (const ModelDigit digit : digits) scatter(digit, pass++);
    }

    void scatter(ModelDigit digit, int pass) {
        Words digits, counts(digit.bins), offsets(digit.bins);
        for (const uint32_t key : keys_) {
            digits.push_back(digit_of(digit, key));
            ++counts[digits.back()];
        }
        std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0u);
        const StageArray arrays[] = {{"digit", digits.data(), traced()},
                                     {"offsets", offsets.data(), digit.bins, 1}};
        stage("scatter", pass, arrays, each(16), [&] {
            Words next = offsets, keys(count_), values(values_.size());
            for (uint32_t k = 0; k < count_; ++k) {
                const uint32_t i = is_break(broken_, "unstable-scatter") ? count_ - 1 - k : k;
                const uint32_t to = next[digits[i]]++;
                keys[to] = keys_[i];
                if (!values_.empty()) values[to] = values_[i];
            }
            std::copy(keys.begin(), keys.end(), keys_.begin());
            std::copy(values.begin(), values.end(), values_.begin());
        });
    }

    /// Sorts by insertion. Returns false if it would have moved pairs by more than `budget` places in all,
    /// and stopped.
    bool insert(const char* name, uint64_t budget) {
        bool whole = true;
        stage(name, -1, {}, each(16), [&] {
            uint64_t moved = 0;
            for (uint32_t i = 1; i < count_ && whole; ++i) {
                uint32_t place = i;
                for (; place > 0 && bits_(keys_[place - 1]) > bits_(keys_[place]); --place) {
                    std::swap(keys_[place - 1], keys_[place]);
                    if (!values_.empty()) std::swap(values_[place - 1], values_[place]);
                }
                moved += i - place;
                whole = moved <= budget;
            }
        });
        return whole;
    }

    /// Finds the spans of misplaced pairs. Returns false, without spans, if more than most_misplaced would
    /// have to be removed.
    bool find_spans(std::vector<Span>& spans) const {
        const uint32_t most = most_misplaced(count_);
        Words places;
        for (uint32_t i = 0; i + 1 < count_; ++i) {
            if (bits_(keys_[i]) > bits_(keys_[i + 1])) places.push_back(i);
        }
        uint32_t total = 0;
        for (const uint32_t place : places) {
            if (total > most) break;
            if (!spans.empty() && place < spans.back().end) continue;
            total += take_out(spans, place, most);
        }
        if (places.size() <= most && total <= most) return true;
        spans.clear();
        return false;
    }

    uint32_t take_out(std::vector<Span>& spans, uint32_t place, uint32_t most) const {
        if (is_break(broken_, "one-end")) {
            spans.push_back({place, place + 1});
            return 1;
        }
        Span span{place, place + 2};
        uint32_t taken = 2;
        while (taken <= most) {
            if (!spans.empty() && spans.back().end == span.begin) {
                span.begin = spans.back().begin;
                spans.pop_back();
                continue;
            }
            if (span.begin == 0 || span.end == count_) break;
            if (bits_(keys_[span.begin - 1]) <= bits_(keys_[span.end])) break;
            --span.begin;
            ++span.end;
            taken += 2;
        }
        spans.push_back(span);
        return taken;
    }

    /// Brings the pairs set aside, in order, each to its place among the others. Returns the largest displacement.
    uint32_t bring_in(const Words& all_keys, const Words& taken_out) {
        const auto before = [&](uint32_t a, uint32_t b) {
            return std::pair(bits_(all_keys[a]), a) < std::pair(bits_(all_keys[b]), b);
        };
        Words order, movers;  // places in the input
        for (uint32_t i = 0; i < count_; ++i) (taken_out[i] ? movers : order).push_back(i);
        std::sort(movers.begin(), movers.end(), before);
        size_t from = 0;
        for (const uint32_t mover : movers) {
            const auto begin = order.begin() + static_cast<ptrdiff_t>(from);
            const auto place = std::lower_bound(begin, order.end(), mover, before);
            from = static_cast<size_t>(order.insert(place, mover) - order.begin()) + 1;
        }
        const Words values = values_;
        uint32_t shift = 0;
        for (uint32_t to = 0; to < count_; ++to) {
            keys_[to] = all_keys[order[to]];
            if (!values_.empty()) values_[to] = values[order[to]];
            shift = std::max(shift, to < order[to] ? order[to] - to : to - order[to]);
        }
        return shift;
    }

    uint32_t count_;
    Stream stream_;
    const Options& options_;
    const Break* broken_;  // null: the model is right
    KeyBits bits_;
    Words keys_, values_;
    uint32_t least_ = 0;
};

class CpuModel : public Sorter {
public:
    CpuModel(uint32_t capacity, bool adaptive, const Break* broken)
        : capacity_(capacity), adaptive_(adaptive), broken_(broken) {}

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const auto passes = static_cast<uint32_t>(pass_count(options, kDigitBits));
        Report report{0, passes, 0, 0, 0};
        if (pairs.count > 1 && passes > 0 && !leaves_in_order(pairs, stream, options)) {
            ModelSort model(pairs, stream, options, broken_);
            if (!adaptive_ || !move_few(model, report)) {
                report.path = adaptive_ ? static_cast<uint32_t>(Path::full) : 0;
                report.passes_run = model.sort_all();
                report.passes_skipped = passes - report.passes_run;
            }
            model.write(pairs);
        }
        if (options.report) *options.report = report;
    }

private:
    /// Moves few misplaced pairs. After calls with too many of them, some calls do not look for them.
    bool move_few(ModelSort& model, Report& report) {
        if (calls_without_ > 0) {
            --calls_without_;
            return false;
        }
        const ModelSort::Moved moved = model.move_few();
        failed_tries_ = moved.few ? 0 : std::min(failed_tries_ + 1, kMostFailedTries);
        calls_without_ = (1u << failed_tries_) - 1;
        if (!moved.few) return false;
        report.path = static_cast<uint32_t>(Path::movers);
        report.passes_run = 1;
        report.passes_skipped -= 1;
        report.movers = moved.movers;
        report.max_shift = moved.shift;
        return true;
    }

    uint32_t capacity_;
    bool adaptive_;
    const Break* broken_;
    uint32_t failed_tries_ = 0, calls_without_ = 0;
};

template <bool kAdaptive>
Model model_of(const char* name, const char* sentence, const char* title) {
    Model model{
        {.name = name,
         .sentence = sentence,
         .paper = "",
         .backend = Backend::cpu,
         .stable = true,
         .bytes = [](uint32_t count, const EngineConfig&) { return sizeof(uint32_t) * 8 * size_t{count}; },
         .create =
             [](uint32_t capacity, const EngineConfig&) {
                 return std::unique_ptr<Sorter>(new CpuModel(capacity, kAdaptive, nullptr));
             }},
        title,
        kRadixStages,
        kRadixArrays};
    model.questions = kRadixQuestions;
    model.breaks = kRadixBreaks;
    model.create_broken = [](uint32_t capacity, const EngineConfig&, const Break& broken) {
        return std::unique_ptr<Sorter>(new CpuModel(capacity, kAdaptive, &broken));
    };
    if (kAdaptive) {
        model.paths = kAdaptivePaths;
        model.stages = kAdaptiveStages;
        model.arrays = kAdaptiveArrays;
        model.outcomes = kAdaptiveOutcomes;
        model.questions = kAdaptiveQuestions;
        model.breaks = kAdaptiveBreaks;
        // It moves one pair in 32, and a swap of two puts four out of order.
        model.lesson_input = "swaps:1";
        model.lesson_keys = 128;
    }
    return model;
}

bool add() {
    return add_model(
               model_of<false>("cpu-radix", kRadixSentence, "Two or three digits of the bits that differ")) &&
           add_model(model_of<true>("cpu-adaptive", kAdaptiveSentence,
                                    "Take out the few pairs that are out of order, and bring them in again"));
}

}  // namespace
}  // namespace sort::cpu

namespace sort {

bool register_cpu_model() { return cpu::add(); }

}  // namespace sort
