// cpu-adaptive: input that was in order a moment ago is repaired where it lies.
//
//   order check   leave when the keys are in order (sort/engines/order_check.h)
//   few movers    pairs out of order are removed and merged with the remainder, which moves by a few places
//                 (sort/engines/cpu/descents.h, movers.h)
//   predict       more than a few: guides and far movers choose the window, or the full sort
//                 (sort/engines/cpu/predict.h)
//   windows       every window by itself: (key, place) words through sort_local, in the core's cache
//   borders       second half of a window and first half of the next merged, and the exact check
//                 (sort/engines/cpu/repair.h)
//   movers        pairs far from their places (a few teleports) are left out of the windows and brought in at
//                 the end (sort/engines/cpu/movers.h)
//   full          cpu-radix, when the guess or the check says so. A repair in place that failed has only
//                 exchanged places, stably, so the full sort goes on from there
//
// Keys of 64 bits take the same paths; the bytes below are those of 32.
//
// Overlapped windows with a halo would sort 2h more pairs a window, out of place, and copy back; sorted in
// place and merged, each pair is read and written once, and what a failed repair leaves is still a stable
// permutation. The largest shift of the last sort chooses the next window; it is a guess like any other,
// and the check decides. Bytes a pair: 4 check, 4 and up to 16 few movers, 4 predict, 28 windows (with the
// values' copy and the places), 8 borders, and 16 where there are movers. The report: which path, windows
// that were not in order, the largest |place now - place before| (of what is not a mover, while fillers
// keep the movers' places). Example, windows of four, 1 0 3 5 | 2 4 6 7: sorted 0 1 3 5 | 2 4 6 7, halves
// 3 5 | 2 4 merged: 0 1 2 3 4 5 6 7; checked 1 < 2 and 5 < 6.
#include "sort/engines/cpu/cpu_adaptive.h"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <atomic>

#include "sort/engines/cpu/movers.h"
#include "sort/engines/cpu/repair.h"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.h"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort::cpu {
namespace {

constexpr uint32_t kLeastPairs = 2 * kLeastWindow;  // with windows
constexpr uint32_t kMostFailedTries = 3;            // then every 8th call looks for few movers

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

template <class Key>
class CpuAdaptive : public SorterOf<Key> {
    using Typed = KeyPairs<Key>;
    using Split = SplitPairs<Key>;

public:
    CpuAdaptive(uint32_t capacity, int threads, const RepairFaults& faults)
        : faults_(faults),
          sort_(capacity, threads),
          prediction_(capacity),
          descents_(capacity),
          movers_(capacity) {}

    uint32_t capacity() const override { return sort_.capacity(); }

    void sort(Typed pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity(), options);
        sort_.in_arena(pairs.count, [&] { sort_here(pairs, stream, options); });
    }

    static size_t bytes(uint32_t count, int threads) {
        return RadixSort<Key>::bytes(count, threads) + Descents::bytes(count) + Movers<Key>::bytes(count) +
               Prediction<Key>::bytes(count);
    }

private:
    void sort_here(Typed pairs, Stream stream, const Options& options) {
        const uint32_t passes = static_cast<uint32_t>(pass_count(options, kDigitBits));
        Report report{0, passes, static_cast<uint32_t>(Path::in_order), 0, 0};
        if (pairs.count > 1 && passes > 0 && !leaves_in_order(pairs, stream, options)) {
            with_bits<Key>(options, [&](auto bits) {
                if (!repair(pairs, bits, stream, options, report)) {
                    report.path = static_cast<uint32_t>(Path::full);
                    report.passes_run = sort_.sort(pairs, stream, options);
                    report.passes_skipped = passes - report.passes_run;
                }
            });
        }
        if (options.report) *options.report = report;
    }

    /// Repairs the pairs. Returns false if they are not in order then; they are a stable permutation of the
    /// input in any case.
    template <class Bits>
    bool repair(Typed pairs, Bits bits, Stream stream, const Options& options, Report& report) {
        const uint32_t count = pairs.count;
        parallel_ = count >= kParallelPairs && tbb::this_task_arena::max_concurrency() > 1;
        if (faults_.window == 0) {
            if (tries_few() && repair_few(pairs, bits, stream, options, report)) return true;
            if (count < kLeastPairs) return false;
        }
        bool near = false;
        observed(shown(pairs), {"predict", -1, shown(pairs), {}, sizeof(Key) * count, count}, stream, options,
                 [&] {
                     const auto all = [&](uint32_t items, auto work) { each(items, parallel_, work); };
                     if (faults_.window != 0) {
                         near = prediction_.look(pairs.keys, count, bits, faults_.window, all) !=
                                Prediction<Key>::kNoOrder;
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
        if (movers && prediction_.movers() > Prediction<Key>::most_movers(count)) return false;
        repair_windows(pairs, bits, movers, stream, options);
        had_movers_ = movers;
        last_shift_ = fails_ ? prediction_.window() / 2 : std::max<uint32_t>(largest_shift_, 1);
        if (fails_) return false;
        report.path = static_cast<uint32_t>(movers ? Path::windows_and_movers : Path::windows);
        report.passes_run = 1;
        report.passes_skipped -= 1;
        report.windows = touched_;
        report.movers = movers ? prediction_.movers() : 0;
        report.max_shift = largest_shift_;
        return true;
    }

    /// Returns whether to look for movers. After a call with too many of them, some calls do not.
    bool tries_few() {
        if (calls_without_ == 0) return true;
        --calls_without_;
        return false;
    }

    template <class Bits>
    bool repair_few(Typed pairs, Bits bits, Stream stream, const Options& options, Report& report) {
        const Split split{pairs.keys, pairs.values};
        uint32_t movers = 0, shift = 0;
        const auto find = [&] {
            movers = descents_.find(pairs.keys, pairs.count, bits, most_misplaced(pairs.count), parallel_);
            return movers != Descents::kTooMany && movers > 0;
        };
        const auto take_out = [&] { movers_.take_out(split, pairs.count, bits, descents_.taken_out()); };
        const auto bring_in = [&] {
            shift = movers_.bring_in_taken_out(split, pairs.count, movers, bits, sort_.workspace().counters,
                                               parallel_);
        };
        if (wants_arrays(options, pairs.count)) {
            report_few(pairs, stream, options, find, take_out, bring_in);
        } else {
            StageArray moved[] = {{"mover places", movers_.places(), 0}};
            const uint64_t bytes = (8 + 3 * sizeof(Key)) * pairs.count;
            observed(shown(pairs), {"few movers", -1, shown(pairs), moved, bytes, pairs.count}, stream,
                     options, [&] {
                         if (!find()) return;
                         take_out();
                         bring_in();
                         moved[0].length = movers;
                     });
        }
        failed_tries_ = movers == Descents::kTooMany ? std::min(failed_tries_ + 1, kMostFailedTries) : 0;
        calls_without_ = (1u << failed_tries_) - 1;
        if (failed_tries_ > 0) return false;
        report.path = static_cast<uint32_t>(Path::movers);
        report.passes_run = 1;
        report.passes_skipped -= 1;
        report.movers = movers;
        report.max_shift = shift;
        return true;
    }

    /// The steps of repair_few as stages of their own, with their arrays.
    template <class Find, class TakeOut, class BringIn>
    void report_few(Typed pairs, Stream stream, const Options& options, Find find, TakeOut take_out,
                    BringIn bring_in) const {
        const uint32_t count = pairs.count;
        const Pairs now = shown(pairs);
        std::vector<uint32_t> taken_out(count);
        std::vector<Key> moved;
        uint32_t few = 0;
        const StageArray found[] = {{"taken out", taken_out.data(), count}, {"few enough", &few, 1}};
        observed(now, {"find movers", -1, now, found, sizeof(Key) * count, count}, stream, options, [&] {
            few = find() ? 1 : 0;
            for (const Span& span : few ? descents_.taken_out() : std::vector<Span>()) {
                for (uint32_t i = span.begin; i < span.end; ++i) {
                    taken_out[i] = 1;
                    moved.push_back(pairs.keys[i]);
                }
            }
        });
        const uint64_t movers = moved.size();
        constexpr uint32_t kWords = sizeof(Key) / sizeof(uint32_t);
        const StageArray held[] = {{"movers", reinterpret_cast<const uint32_t*>(moved.data()),
                                    kWords * static_cast<uint32_t>(movers), kWords}};
        observed(now, {"take out", -1, now, held, (4 + 2 * sizeof(Key)) * movers, movers, &few}, stream,
                 options, [&] {
                     if (few) take_out();
                 });
        observed(now, {"bring in", -1, now, {}, (8 + 2 * sizeof(Key)) * count, count, &few}, stream, options,
                 [&] {
                     if (few) bring_in();
                 });
    }

    /// Wide enough that a step is more than the last shift. Movers that a large window kept for near ones
    /// would make it stay large: with movers, one of half the size is tried too.
    uint32_t next_window() const {
        uint32_t window = kLeastWindow;
        while (window < kMostWindow && window < last_shift_ * (kStepsAWindow + 2)) window *= 2;
        return had_movers_ && window > kLeastWindow ? window / 2 : window;
    }

    uint32_t window_begin(uint32_t index, uint32_t count) const {
        return static_cast<uint32_t>(std::min<uint64_t>(uint64_t{index} * prediction_.window(), count));
    }

    template <class Bits>
    void repair_windows(Typed pairs, Bits bits, bool movers, Stream stream, const Options& options) {
        const uint32_t count = pairs.count;
        const Split split{pairs.keys, pairs.values};
        uint32_t* sources = reinterpret_cast<uint32_t*>(sort_.words_a());
        const uint32_t window = prediction_.window();
        const StageArray windows[] = {{"window", &window, 1}};
        observed(shown(pairs), {"windows", -1, shown(pairs), windows, (20 + 2 * sizeof(Key)) * count, count},
                 stream, options, [&] {
                     each(prediction_.windows(), parallel_, [&](uint32_t index) {
                         if (movers) set_aside(split, bits, index, count);
                         sort_window(pairs, bits, sources, window_begin(index, count),
                                     window_begin(index + 1, count));
                     });
                 });
        const StageArray places[] = {{"places before", sources, count}};
        observed(shown(pairs), {"borders", -1, shown(pairs), places, (4 + sizeof(Key)) * count, count},
                 stream, options, [&] {
                     merge_and_check(pairs, bits, sources);
                     each(prediction_.windows(), parallel_, [&](uint32_t index) {
                         raise(largest_shift_, largest_shift(sources, window_begin(index, count),
                                                             window_begin(index + 1, count)));
                     });
                 });
        if (!movers) return;
        const StageArray moved[] = {{"mover places", movers_.places(), prediction_.movers()}};
        observed(shown(pairs), {"movers", -1, shown(pairs), moved, (8 + 2 * sizeof(Key)) * count, count},
                 stream, options, [&] {
                     if (fails_) return put_back(pairs, sources);
                     const auto order = [&](uint32_t i) { return word_of(bits(pairs.keys[i]), sources[i]); };
                     movers_.bring_in_set_aside(split, count, prediction_.movers(), order,
                                                sort_.workspace().counters, parallel_);
                 });
    }

    template <class Bits>
    void set_aside(Split split, Bits bits, uint32_t index, uint32_t count) {
        const uint32_t length = prediction_.window() / kStepsAWindow, end = window_begin(index + 1, count);
        uint32_t mover = prediction_.movers_before(index), step = index * kStepsAWindow;
        for (uint32_t begin = window_begin(index, count), to; begin < end; begin = to, ++step) {
            to = begin + std::min(length, end - begin);
            if (prediction_.movers_in(step) == 0) continue;
            movers_.set_aside(split, begin, to, bits, prediction_.between(step), mover);
        }
    }

    template <class Bits>
    void sort_window(Typed pairs, Bits bits, uint32_t* sources, uint32_t begin, uint32_t end) {
        const uint32_t held = end - begin;
        Key* keys = pairs.keys + begin;
        uint32_t* values = pairs.values ? pairs.values + begin : nullptr;
        if (in_order(keys, held, bits)) {
            for (uint32_t i = begin; i < end; ++i) sources[i] = i;
            return;
        }
        touched_.fetch_add(1, std::memory_order_relaxed);
        Workspace<Key>& own = sort_.workspace();
        if (values) std::copy_n(values, held, own.values);
        sort_local<Key>(PlacedKeys<Key>{keys}, own.spare[0], own.spare[1],
                        WindowPairs<Key>{keys, values, sources + begin, own.values, begin}, held, bits,
                        extent_of_keys(keys, held, bits).range(), own.counters, LastPass::swept);
    }

    template <class Bits>
    void merge_and_check(Typed pairs, Bits bits, uint32_t* sources) {
        const uint32_t windows = prediction_.windows(), count = pairs.count;
        const auto middle = [&](uint32_t index) {
            const uint32_t begin = window_begin(index, count);
            return begin + (window_begin(index + 1, count) - begin) / 2;
        };
        const auto places_of = [&](Workspace<Key>& own) {
            Key* const held = reinterpret_cast<Key*>(own.spare[0]);
            return RepairedPairs<Key, Bits>{bits,         pairs.keys,
                                            pairs.values, sources,
                                            held,         reinterpret_cast<uint32_t*>(held + kSpareWords),
                                            own.values};
        };
        if (!faults_.skip_merges) {
            each(windows - 1, parallel_, [&](uint32_t left) {
                Workspace<Key>& own = sort_.workspace();
                auto* picks = reinterpret_cast<uint32_t*>(own.spare[1]);
                // The last window's second half has no partner: all of it takes part.
                const uint32_t end = left + 2 == windows ? count : middle(left + 1);
                merge_halves(places_of(own), middle(left), window_begin(left + 1, count), end, picks);
            });
        }
        if (faults_.skip_the_check) return;
        const auto places = places_of(sort_.workspace());
        for (uint32_t index = 0; index < windows; ++index) {
            for (const uint32_t at : {window_begin(index, count), middle(index)})
                if (at > 0 && places.order(at - 1) >= places.order(at)) fails_ = true;
        }
    }

    /// Puts every pair back where it was: equal keys may have passed movers that lay among them.
    void put_back(Typed pairs, const uint32_t* sources) {
        const Split split{pairs.keys, pairs.values};
        WordOf<Key>* words = sort_.words_b();
        for (uint32_t i = 0; i < pairs.count; ++i) words[sources[i]] = split.load(i);
        for (uint32_t k = 0; k < prediction_.movers(); ++k) words[movers_.place(k)] = movers_.pair(k);
        copy_pairs(WordPairs{words}, split, pairs.count);
    }

    const RepairFaults faults_;
    RadixSort<Key> sort_;
    Prediction<Key> prediction_;
    Descents descents_;
    Movers<Key> movers_;
    uint32_t last_shift_ = 0;                // of the sort before; 0: not known
    bool had_movers_ = false;                // then, too
    uint32_t failed_tries_ = 0;              // to find few movers, one after another
    uint32_t calls_without_ = 0;             // still to come
    bool parallel_ = false, fails_ = false;  // of the sort going on
    std::atomic<uint32_t> touched_{0}, largest_shift_{0};
};

template <class Key>
size_t bytes(uint32_t count, const EngineConfig& config) {
    return CpuAdaptive<Key>::bytes(count, config.threads);
}

template <class Key>
std::unique_ptr<SorterOf<Key>> create(uint32_t capacity, const EngineConfig& config) {
    return make_cpu_adaptive<Key>(capacity, config.threads);
}

bool add() {
    return add_engine({
        .name = "cpu-adaptive",
        .sentence = kAdaptiveSentence,
        .paper = "",
        .backend = Backend::cpu,
        .stable = true,
        .bytes = bytes<uint32_t>,
        .create = create<uint32_t>,
        .paths = kAdaptivePaths,
        .most_movers = most_misplaced,
#ifndef __EMSCRIPTEN__  // a page sorts no keys of 64 bits, and loads every byte
        .wide_bytes = bytes<uint64_t>,
        .create_wide = create<uint64_t>,
#endif
    });
}

}  // namespace

template <class Key>
std::unique_ptr<SorterOf<Key>> make_cpu_adaptive(uint32_t capacity, int threads, const RepairFaults& faults) {
    return std::make_unique<CpuAdaptive<Key>>(capacity, threads, faults);
}

template std::unique_ptr<Sorter> make_cpu_adaptive(uint32_t, int, const RepairFaults&);
template std::unique_ptr<WideSorter> make_cpu_adaptive(uint32_t, int, const RepairFaults&);

}  // namespace sort::cpu

namespace sort {

bool register_cpu_adaptive() { return cpu::add(); }

}  // namespace sort
