// The models of warpsort and warpsort-index: bitonic sort of short runs, bitonic merges of pairs of runs,
// splitting by sampled splitters, final merges (Ye and others 2010, section IV). What a warp does is in
// model_warp.h. In the lesson tile {32, 1} a warp sorts 32 pairs and merges with t = 64; 33 pairs or more
// are split. With a smaller one all of that is smaller, and so is the warp.
#include <memory>
#include <numeric>
#include <string_view>

#include "sort/engines/checked_once_model.h"
#include "sort/engines/sortable.h"
#include "sort/engines/warpsort/lesson.h"
#include "sort/engines/warpsort/model_warp.h"

namespace sort {
namespace {

using namespace warpsort_model;

constexpr uint32_t kColumns = 4;  // of the table "runs"

class WarpsortModel : public Sorter {
public:
    WarpsortModel(uint32_t capacity, const EngineConfig& config, bool indexed, const Break* broken)
        : capacity_(capacity),
          tile_(config.tile),
          variant_(variant_of(config)),
          indexed_(indexed),
          broken_(broken) {
        for (int i = 0; i < 2; ++i) {
            keys_[i].resize(capacity);
            values_[i].resize(capacity);
        }
        fetches_.resize(capacity);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override;

private:
    struct Step {  // where the model stands: what every stage needs
        Plan plan;
        Pairs pairs;  // of the caller
        View view;
        KeyView input_view;
        Stream stream;
        const Options& options;
    };

    template <class Work>
    void stage(const Step& step, Pairs from, Stage stage, Work work) const {
        stage.gate = step.options.check_order ? &out_of_order_ : nullptr;
        observed(from, stage, step.stream, step.options, [&] {
            if (!step.options.check_order || out_of_order_ != 0) work();
        });
    }

    Pairs scratch(int which, const Step& step) {
        const bool has_values = indexed_ || step.pairs.values != nullptr;
        return {keys_[which].data(), has_values ? values_[which].data() : nullptr, step.pairs.count};
    }
    bool traced(const Step& step) const {
        return step.options.observer != nullptr && step.pairs.count <= kTraceLimit;
    }
    Item input_item(const Step& step, uint32_t at) const {
        const uint32_t key = step.input_view.into(step.pairs.keys[at]);
        return {key, indexed_ ? at : step.pairs.values ? step.pairs.values[at] : 0};
    }

    void sample(const Step& step);
    void bitonic_sort(const Step& step, Pairs to);
    void split(const Step& step, Pairs now);
    void merge_level(const Step& step, Pairs from, Pairs to, const char* name, uint32_t pass);
    void gather(const Step& step, Pairs sorted);

    uint32_t capacity_;
    TileShape tile_;
    Variant variant_;
    bool indexed_;
    const Break* broken_;  // null: the model is right
    Words keys_[2], values_[2];
    uint32_t out_of_order_ = 0;
    Words samples_, splitters_, splitter_positions_;
    Words network_, fetches_, runs_;
    Words begins_;
};

void WarpsortModel::sort(Pairs pairs, Stream stream, const Options& options) {
    require_sortable(pairs, capacity_, options);
    const Plan plan = make_plan(pairs.count, tile_);
    const KeyView view = indexed_ ? range_alone(options) : range_on_top(options);
    const Step step{plan, pairs, {view, indexed_}, view, stream, options};
    const bool empty_range = options.begin_bit == options.end_bit;
    const uint32_t levels = plan.levels();
    if (pairs.count < 2 || empty_range) {
        if (options.report) *options.report = {0, empty_range ? 0 : levels, 0, 0, 0};
        return;
    }
    out_of_order_ = 0;
    if (options.check_order) check_order_once(pairs, out_of_order_, stream, options);

    // Without positions the first buffer is the caller's when an even number of levels follows.
    const uint32_t merges = plan.merges + plan.final_merges;
    Pairs now = scratch(0, step), next = indexed_ ? scratch(1, step) : pairs;
    if (!indexed_ && merges % 2 == 0) std::swap(now, next);
    if (plan.parts > 1) sample(step);
    bitonic_sort(step, now);
    for (uint32_t level = 0; level < merges; ++level) {
        const bool last_step = level >= plan.merges;
        if (level == plan.merges && plan.parts > 1) split(step, now);
        merge_level(step, now, next, last_step ? "final merge" : "merge",
                    last_step ? level - plan.merges : level);
        std::swap(now, next);
    }
    if (indexed_) gather(step, now);
    const bool run = !options.check_order || out_of_order_ != 0;
    if (options.report) *options.report = {run ? levels : 0, run ? 0 : levels, 0, 0, 0};
}

void WarpsortModel::sample(const Step& step) {
    const uint32_t count = step.plan.samples(), parts = step.plan.parts;
    samples_.resize(count);
    splitters_.resize(parts);
    splitter_positions_.resize(parts);
    const StageArray arrays[] = {
        {"samples", samples_.data(), count, step.plan.samples_a_part},
        {"splitters", splitters_.data(), parts, 1},
        {"splitter positions", splitter_positions_.data(), parts, 1},
    };
    const std::span<const StageArray> all(arrays, indexed_ ? 3 : 2);
    stage(step, step.pairs, {"sample", -1, step.pairs, all, sample_bytes(step.plan, indexed_), count}, [&] {
        std::vector<Item> items;
        for (uint32_t i = 0; i < count; ++i) {
            items.push_back(input_item(step, sample_position(i, step.pairs.count)));
        }
        std::sort(items.begin(), items.end(), Before{indexed_});
        for (uint32_t i = 0; i < count; ++i) {
            samples_[i] = step.view.back(items[i].key);
            if (i % step.plan.samples_a_part != 0) continue;
            splitters_[i / step.plan.samples_a_part] = samples_[i];
            splitter_positions_[i / step.plan.samples_a_part] = items[i].value;
        }
    });
}

void WarpsortModel::bitonic_sort(const Step& step, Pairs to) {
    const uint32_t count = step.pairs.count, run = step.plan.run;
    const uint32_t columns = traced(step) ? count : 0;
    const uint32_t rows = static_cast<uint32_t>(std::bit_width(run)) - 1;
    network_.resize(size_t{columns} * rows);
    const StageArray arrays[] = {{"network", network_.data(), columns * rows, columns}};
    stage(step, step.pairs,
          {"bitonic sort", -1, to, arrays, sort_bytes(count, to.values ? 2 : 1, indexed_), count}, [&] {
              for (uint32_t start = 0; start < count; start += std::min(run, count - start)) {
                  // Lane l reads pairs l, l + lanes, ..., which come side by side into the network.
                  const uint32_t valid = std::min(run, count - start);
                  std::vector<Item> items(run, kSentinel);
                  for (uint32_t i = 0; i < valid; ++i) {
                      items[i % step.plan.lanes * step.plan.items + i / step.plan.lanes] =
                          input_item(step, start + i);
                  }
                  // Among pairs compared by key alone sentinels might get before the largest keys.
                  const Before before{indexed_ || valid < run};
                  uint32_t row = 0;
                  for (uint32_t size = 2; size <= run; size *= 2, ++row) {
                      phase(items, size, before, size == run && is_break(broken_, "wrong-direction"));
                      for (uint32_t i = 0; i < valid && columns != 0; ++i) {
                          network_[row * columns + start + i] = step.view.back(items[i].key);
                      }
                  }
                  for (uint32_t i = 0; i < valid; ++i) {
                      to.keys[start + i] = step.view.back(items[i].key);
                      if (to.values) to.values[start + i] = items[i].value;
                  }
              }
          });
}

void WarpsortModel::split(const Step& step, Pairs now) {
    const Plan& plan = step.plan;
    begins_.resize(plan.pieces());
    const StageArray arrays[] = {{"split points", begins_.data(), plan.pieces(), plan.parts}};
    stage(step, now, {"split", -1, now, arrays, uint64_t{4} * plan.pieces(), plan.pieces()}, [&] {
        const Before before{indexed_};
        const auto below = [&](uint32_t at, const Item& item) {
            return before({step.view.into(now.keys[at]), indexed_ ? now.values[at] : 0}, item);
        };
        const auto above = [&](const Item& item, uint32_t at) {
            return before(item, {step.view.into(now.keys[at]), indexed_ ? now.values[at] : 0});
        };
        Words places(now.count);
        std::iota(places.begin(), places.end(), 0u);
        for (uint32_t piece = 0; piece < plan.pieces(); ++piece) {
            const uint32_t run = piece / plan.parts, part = piece % plan.parts;
            const uint32_t begin = run_begin(run, plan.large_run(), now.count);
            const uint32_t end = run_begin(run + 1, plan.large_run(), now.count);
            begins_[piece] = begin;
            if (part == 0) continue;

            // Equal keys are shared out among the parts whose splitters they equal.
            const auto is_equal = [&](uint32_t other) {
                return splitters_[other] == splitters_[part] &&
                       (!indexed_ || splitter_positions_[other] == splitter_positions_[part]);
            };
            uint32_t first_equal = part, last_equal = part + 1;
            while (first_equal > 1 && is_equal(first_equal - 1)) --first_equal;
            while (last_equal < plan.parts && is_equal(last_equal)) ++last_equal;
            const Item splitter{step.view.into(splitters_[part]), indexed_ ? splitter_positions_[part] : 0};
            const auto from = places.begin() + begin, to = places.begin() + end;
            const auto first = std::lower_bound(from, to, splitter, below);
            const auto last = std::upper_bound(first, to, splitter, above);
            begins_[piece] = cut_among_equals(static_cast<uint32_t>(first - places.begin()),
                                              static_cast<uint32_t>(last - places.begin()),
                                              part - first_equal, last_equal - first_equal);
        }
    });
}

void WarpsortModel::merge_level(const Step& step, Pairs from, Pairs to, const char* name, uint32_t pass) {
    const bool final_level = step.plan.parts > 1 && std::string_view(name) == "final merge";
    const uint32_t parts = final_level ? step.plan.parts : 1;
    const uint64_t length = uint64_t{step.plan.run} << (pass + (final_level ? step.plan.merges : 0));
    const uint32_t merges = half_rounded_up(tile_count(from.count, length)) * parts;
    const bool trace = traced(step);
    runs_.resize(size_t{merges} * kColumns);
    const StageArray arrays[] = {{"fetch", fetches_.data(), trace ? from.count : 0},
                                 {"runs", runs_.data(), trace ? merges * kColumns : 0, kColumns}};
    stage(
        step, from,
        {name, static_cast<int>(pass), to, arrays, stage_bytes(from.count, from.values ? 2 : 1), from.count},
        [&] {
            const auto begin = [&](uint32_t run, uint32_t part) {
                const uint32_t at = run_begin(run, length, from.count);
                if (part == parts) return run_begin(run + 1, length, from.count);
                return part == 0 || at == from.count ? at : begins_[run * parts + part];
            };
            Words keys(from.keys, from.keys + from.count), values(from.count), out_keys(from.count),
                out_values(from.count), next_begins(merges);
            if (from.values) values.assign(from.values, from.values + from.count);
            const size_t chunk = size_t{step.plan.lanes} * merge_items(step.plan, length / parts);
            Merger merge(keys, values, out_keys, out_values, step.view, step.plan.lanes, chunk,
                         variant_ == Variant::rank_merge, fetches_, is_break(broken_, "wrong-chunk"));
            for (uint32_t index = 0; index < merges; ++index) {
                const uint32_t run = index / parts * 2, part = index % parts;
                const Unmerged a{begin(run, part), begin(run, part + 1)};
                const Unmerged b{begin(run + 1, part), begin(run + 1, part + 1)};
                const uint32_t place = a.next + (b.next - run_begin(run + 1, length, from.count));
                next_begins[index] = place;
                const uint32_t row[kColumns] = {a.next, a.end, b.next, b.end};
                std::copy(row, row + kColumns, runs_.begin() + size_t{index} * kColumns);
                merge(a, b, place);
            }
            begins_ = next_begins;
            std::copy(out_keys.begin(), out_keys.end(), to.keys);
            if (to.values) std::copy(out_values.begin(), out_values.end(), to.values);
        });
}

void WarpsortModel::gather(const Step& step, Pairs sorted) {
    const Pairs& pairs = step.pairs;
    const Pairs free = scratch(sorted.keys == keys_[0].data() ? 1 : 0, step);
    const bool gather_keys = step.input_view.mask != kLargest, gather_values = pairs.values != nullptr;
    const Pairs gathered{gather_keys ? free.keys : pairs.keys, gather_values ? free.values : nullptr,
                         pairs.count};
    const uint32_t gathered_words = (gather_keys ? 1u : 0u) + (gather_values ? 1u : 0u);
    const uint64_t bytes = gather_bytes(pairs.count, gather_values);
    stage(step, sorted, {"gather", -1, gathered, {}, bytes, pairs.count}, [&] {
        for (uint32_t i = 0; i < pairs.count; ++i) {
            const uint32_t position = sorted.values[i];
            if (position >= pairs.count) continue;  // of a broken model: a sentinel
            gathered.keys[i] = gather_keys ? pairs.keys[position] : sorted.keys[i];
            if (gather_values) gathered.values[i] = pairs.values[position];
        }
    });
    if (gathered_words == 0) return;
    stage(step, gathered,
          {"copy back", -1, pairs, {}, uint64_t{8} * gathered_words * pairs.count, pairs.count}, [&] {
              for (uint32_t i = 0; i < pairs.count; ++i) {
                  if (gather_keys) pairs.keys[i] = gathered.keys[i];
                  if (gather_values) pairs.values[i] = gathered.values[i];
              }
          });
}

size_t bytes_pairs(uint32_t count, const EngineConfig&) { return size_t{24} * count; }
size_t bytes_indexed(uint32_t count, const EngineConfig&) { return size_t{32} * count; }

template <bool kIndexed>
Model model_of(const char* name, const char* sentence, const char* title) {
    const Engine engine{
        name,
        sentence,
        kPaper,
        Backend::cpu,
        kIndexed,
        kIndexed ? bytes_indexed : bytes_pairs,
        [](uint32_t capacity, const EngineConfig& config) {
            return std::unique_ptr<Sorter>(new WarpsortModel(capacity, config, kIndexed, nullptr));
        },
        true,
        {},
        kTiles,
        kVariants};
    return {engine,
            title,
            warpsort::kStages,
            warpsort::kArrays,
            {},
            warpsort::kQuestions,
            warpsort::kBreaks,
            [](uint32_t capacity, const EngineConfig& config, const Break& broken) {
                return std::unique_ptr<Sorter>(new WarpsortModel(capacity, config, kIndexed, &broken));
            },
            32,
            "uniform",
            64,
            warpsort::kLaunches,
            {.tiles = true, .warps = true, .tile_is_warp = true, .gpu_tile = "512"}};
}

}  // namespace

bool register_warpsort_model() {
    return add_model(model_of<false>(
               "warpsort", kSentence,
               "Sort short runs with bitonic networks, merge them, split the last merges among warps")) &&
           add_model(model_of<true>("warpsort-index", kIndexedSentence,
                                    "warpsort made stable: positions are sorted along with the keys"));
}

}  // namespace sort
