// cpu-adaptive: input that was in order a moment ago is repaired where it lies.
//
//   order check   leave when the keys are in order (sort/order_check.h)
//   predict       guides and the number of far movers choose the window, or the full sort (cpu_predict.h)
//   windows       every window by itself: (key, place) words through sort_local, in the core's cache
//   borders       second half of a window and first half of the next merged, and the exact check
//                 (cpu_repair.h)
//   movers        pairs far from their places (a few teleports) are left out of the windows and merged in
//                 at the end
//   full          cpu-radix, when the guess or the check says so. A repair in place that failed has only
//                 exchanged places, stably, so the full sort goes on from there
//
// Overlapped windows with a halo would sort 2h more pairs a window, out of place, and copy back; sorted in
// place and merged, each pair is read and written once, and what a failed repair leaves is still a stable
// permutation. The largest shift of the last sort chooses the next window; it is a guess like any other, and
// the check decides. Bytes a pair: 4 check, 4 predict, 28 windows (with the values' copy and the places), 8
// borders. With movers 64 more or less. The report: which way, windows that were not in order, the largest
// |place now - place before| (movers not counted). Example, windows of four, 1 0 3 5 | 2 4 6 7: sorted
// 0 1 3 5 | 2 4 6 7, halves 3 5 | 2 4 merged: 0 1 2 3 4 5 6 7; checked 1 < 2 and 5 < 6.
#include "sort/engines/cpu_adaptive.h"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <atomic>

#include "sort/engines/cpu_movers.h"
#include "sort/engines/cpu_repair.h"
#include "sort/observed.h"
#include "sort/order_check.h"
#include "sort/registry.h"

namespace sort::cpu {
namespace {

constexpr uint32_t kLeastPairs = 2 * kLeastWindow;  // fewer are sorted in full: they lie in the cache anyway
constexpr uint32_t kParallelWindowPairs = 1u << 15;

template <class Work>
void each(uint32_t count, bool parallel, Work work) {
    if (parallel) return tbb::parallel_for(0u, count, work, tbb::simple_partitioner());
    for (uint32_t i = 0; i < count; ++i) work(i);
}

void raise(std::atomic<uint32_t>& largest, uint32_t value) {
    uint32_t seen = largest.load(std::memory_order_relaxed);
    while (seen < value && !largest.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

class CpuAdaptive : public Sorter {
public:
    CpuAdaptive(uint32_t capacity, int threads, const RepairFaults& faults)
        : faults_(faults),
          sort_(capacity, threads),
          prediction_(capacity),
          movers_(3 * most_aside(capacity)) {}

    uint32_t capacity() const override { return sort_.capacity(); }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity(), options);
        sort_.in_arena([&] { sort_here(pairs, stream, options); });
    }

    static size_t bytes(uint32_t count, int threads) {
        return RadixSort::bytes(count, threads) + 3 * sizeof(uint64_t) * most_aside(count) +
               size_t{count} / kLeastWindow * (kStepsAWindow + 1) * sizeof(uint32_t);
    }

private:
    static size_t most_aside(uint32_t count) { return size_t{1} + Prediction::most_movers(count); }

    void sort_here(Pairs pairs, Stream stream, const Options& options) {
        const uint32_t passes = static_cast<uint32_t>(pass_count(options, kDigitBits));
        Report report{0, passes, static_cast<uint32_t>(Way::in_order), 0, 0};
        if (pairs.count > 1 && passes > 0 && !leaves_in_order(pairs, stream, options)) {
            with_bits(key_bits(options.begin_bit, options.end_bit), [&](auto bits) {
                if (!repair(pairs, bits, stream, options, report)) {
                    report.path = static_cast<uint32_t>(Way::full);
                    report.passes_run = sort_.sort(pairs, stream, options);
                    report.passes_skipped = passes - report.passes_run;
                }
            });
        }
        if (options.report) *options.report = report;
    }

    /// False: the pairs are a stable permutation of what they were, but not in order.
    template <class Bits>
    bool repair(Pairs pairs, Bits bits, Stream stream, const Options& options, Report& report) {
        const uint32_t count = pairs.count;
        if (count < kLeastPairs && faults_.window == 0) return false;
        parallel_ = count >= kParallelWindowPairs && tbb::this_task_arena::max_concurrency() > 1;
        bool near = false;
        observed(pairs, {"predict", -1, pairs, {}, uint64_t{4} * count, count}, stream, options, [&] {
            const auto all = [&](uint32_t items, auto work) { each(items, parallel_, work); };
            if (faults_.window != 0) {
                near = prediction_.look(pairs.keys, count, bits, faults_.window, all) != Prediction::kNoOrder;
            } else {
                near = prediction_.choose(pairs.keys, count, bits, next_window(), all);
            }
        });
        if (!near) {
            last_shift_ = 0;
            return false;
        }
        touched_ = largest_shift_ = 0;
        fails_ = false;
        const bool movers = prediction_.movers() > 0 && !faults_.no_movers;
        if (movers && prediction_.movers() > Prediction::most_movers(count)) return false;
        if (movers) {
            repair_kept(pairs, bits, stream, options);
        } else {
            repair_in_place(pairs, bits, stream, options);
        }
        last_shift_ = fails_ ? prediction_.window() / 2 : std::max<uint32_t>(largest_shift_, 1);
        if (fails_) return false;
        report.path = static_cast<uint32_t>(movers ? Way::windows_and_movers : Way::windows);
        report.passes_run = 1;
        report.passes_skipped -= 1;
        report.windows = touched_;
        report.max_shift = largest_shift_;
        return true;
    }

    /// Wide enough that a step is more than the last shift.
    uint32_t next_window() const {
        uint32_t window = kLeastWindow;
        while (window < kMostWindow && window < last_shift_ * (kStepsAWindow + 2)) window *= 2;
        return window;
    }

    uint32_t window_begin(uint32_t index, uint32_t count) const {
        return static_cast<uint32_t>(std::min<uint64_t>(uint64_t{index} * prediction_.window(), count));
    }

    template <class Bits>
    void repair_in_place(Pairs pairs, Bits bits, Stream stream, const Options& options) {
        const uint32_t count = pairs.count;
        uint32_t* sources = reinterpret_cast<uint32_t*>(sort_.words_a());
        observed(pairs, {"windows", -1, pairs, {}, uint64_t{28} * count, count}, stream, options, [&] {
            each(prediction_.windows(), parallel_, [&](uint32_t index) {
                sort_window(pairs, bits, sources, window_begin(index, count), window_begin(index + 1, count));
            });
        });
        const StageArray places[] = {{"places before", sources, count}};
        observed(pairs, {"borders", -1, pairs, places, uint64_t{8} * count, count}, stream, options, [&] {
            const auto begin = [&](uint32_t index) { return window_begin(index, count); };
            merge_and_check(begin, [&](Workspace& own) {
                uint32_t* held = reinterpret_cast<uint32_t*>(own.spare[0]);
                return RepairedPairs<Bits>{
                    bits, pairs.keys, pairs.values, sources, {held, held + kSpareWords, own.values}};
            });
            each(prediction_.windows(), parallel_, [&](uint32_t index) {
                raise(largest_shift_, largest_shift(sources, begin(index), begin(index + 1)));
            });
        });
    }

    template <class Bits>
    void sort_window(Pairs pairs, Bits bits, uint32_t* sources, uint32_t begin, uint32_t end) {
        const uint32_t held = end - begin;
        uint32_t* keys = pairs.keys + begin;
        uint32_t* values = pairs.values ? pairs.values + begin : nullptr;
        if (in_order(keys, held, bits)) {
            for (uint32_t i = begin; i < end; ++i) sources[i] = i;
            return;
        }
        touched_.fetch_add(1, std::memory_order_relaxed);
        Workspace& own = sort_.workspace();
        if (values) std::copy_n(values, held, own.values);
        sort_local(PlacedKeys{keys}, own.spare[0], own.spare[1],
                   WindowPairs{keys, values, sources + begin, own.values, begin}, held, bits,
                   extent_of(keys, held, bits).range(), own.counters);
    }

    /// begin(index) of windows 0 .. windows(); `places_of` a workspace.
    template <class Begin, class PlacesOf>
    void merge_and_check(Begin begin, PlacesOf places_of) {
        const uint32_t windows = prediction_.windows();
        const auto middle = [&](uint32_t index) {
            return begin(index) + (begin(index + 1) - begin(index)) / 2;
        };
        if (!faults_.skip_merges) {
            each(windows - 1, parallel_, [&](uint32_t left) {
                Workspace& own = sort_.workspace();
                auto* picks = reinterpret_cast<uint32_t*>(own.spare[1]);
                // The last window's second half has no partner: all of it takes part.
                const uint32_t end = left + 2 == windows ? begin(windows) : middle(left + 1);
                merge_halves(places_of(own), middle(left), begin(left + 1), end, picks);
            });
        }
        if (faults_.skip_the_check) return;
        const auto places = places_of(sort_.workspace());
        for (uint32_t index = 0; index < windows; ++index) {
            for (const uint32_t at : {begin(index), middle(index)}) {
                if (at > 0 && at < begin(windows) && places.order(at - 1) >= places.order(at)) fails_ = true;
            }
        }
    }

    template <class Bits>
    void repair_kept(Pairs pairs, Bits bits, Stream stream, const Options& options) {
        const uint32_t count = pairs.count, windows = prediction_.windows(), aside = prediction_.movers();
        uint64_t* kept = sort_.words_a();
        uint64_t* movers = movers_.data();
        const auto kept_begin = [&](uint32_t index) {
            return window_begin(index, count) - prediction_.movers_before(index);
        };
        constexpr bool kWhole = std::is_same_v<Bits, AllBits>;
        uint32_t* before = reinterpret_cast<uint32_t*>(sort_.words_b());
        const MergedPairs to{pairs.keys, pairs.values, kWhole ? nullptr : before + count, before};
        observed(pairs, {"windows", -1, pairs, {}, uint64_t{20} * count, count}, stream, options, [&] {
            each(windows, parallel_, [&](uint32_t index) {
                const uint32_t begin = window_begin(index, count), end = window_begin(index + 1, count);
                if (pairs.values) std::copy_n(pairs.values + begin, end - begin, before + begin);
                if (!kWhole) std::copy_n(pairs.keys + begin, end - begin, before + count + begin);
                const uint32_t first = kept_begin(index), held = kept_begin(index + 1) - first;
                Workspace& own = sort_.workspace();
                uint64_t* words = own.spare[0];
                set_aside(pairs.keys, begin, end, bits, prediction_, index, words,
                          movers + prediction_.movers_before(index));
                if (held == 0) return;
                sort_local(WordPairs{words}, words, own.spare[1], WordPairs{kept + first}, held, AllBits{},
                           extent_of(words, held, {}).range(), own.counters);
            });
            touched_ = windows;
        });
        observed(pairs, {"borders", -1, pairs, {}, 0, count}, stream, options, [&] {
            merge_and_check(kept_begin, [&](Workspace& own) { return RepairedWords{kept, own.spare[0]}; });
        });
        if (fails_) return;  // the caller's arrays are still what they were
        observed(pairs, {"movers", -1, pairs, {}, uint64_t{20} * count, count}, stream, options, [&] {
            sort_local(WordPairs{movers}, movers + aside, movers + 2 * size_t{aside}, WordPairs{movers},
                       aside, AllBits{}, extent_of(movers, aside, {}).range(), sort_.workspace().counters);
            const auto mover_begin = [&](uint32_t index) -> const uint64_t* {
                if (index == 0) return movers;
                if (index == windows || kept_begin(index) == kept_begin(windows)) return movers + aside;
                return std::lower_bound(movers, movers + aside, kept[kept_begin(index)]);
            };
            each(windows, parallel_, [&](uint32_t index) {
                const uint64_t *first = mover_begin(index), *last = mover_begin(index + 1);
                const uint32_t begin = kept_begin(index), end = kept_begin(index + 1);
                raise(largest_shift_, merge_movers(kept + begin, kept + end, first, last,
                                                   begin + static_cast<uint32_t>(first - movers), to));
            });
        });
    }

    const RepairFaults faults_;
    RadixSort sort_;
    Prediction prediction_;
    Memory<uint64_t> movers_;  // (key, place before), and scratch to sort them
    uint32_t last_shift_ = 0;  // of the sort before; 0: not known
    bool parallel_ = false, fails_ = false;
    std::atomic<uint32_t> touched_{0}, largest_shift_{0};
};

constexpr const char* kWays[] = {"in order", "windows", "windows and movers", "full sort"};

const bool registered = add_engine(
    {.name = "cpu-adaptive",
     .sentence = "repairs input that was in order one frame ago in windows, else cpu-radix",
     .paper = "",
     .backend = Backend::cpu,
     .stable = true,
     .bytes = [](uint32_t count,
                 const EngineConfig& config) { return CpuAdaptive::bytes(count, config.threads); },
     .create = [](uint32_t capacity,
                  const EngineConfig& config) { return make_cpu_adaptive(capacity, config.threads); },
     .paths = kWays});

}  // namespace

std::unique_ptr<Sorter> make_cpu_adaptive(uint32_t capacity, int threads, const RepairFaults& faults) {
    return std::make_unique<CpuAdaptive>(capacity, threads, faults);
}

}  // namespace sort::cpu
