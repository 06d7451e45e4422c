// `sweeplab bench sort --data DIR`.
#include "app/bench/sort/sort_data.h"

namespace app {
namespace {

constexpr const char* kSortLegend =
    "Each frame is sorted once per round by each engine, in turns, from the order that the last frame's sort left "
    "(--carry-order on) or as recorded; the first frame as recorded. p50, p95 and worst are of the frames' medians. "
    "Keys and values are sorted in place: the time of a library's call, named by `timed`, has the copies that it needs for "
    "that. Every result is checked. On cuda, times are device times.";

SortPlan plan_of(const BenchSortOptions& options, const FrameSet& set) {
    BenchSortOptions own = options;
    if (!own.bits && sort::size_of(set.type()) == 4) own.bits = set.form().bits;
    BenchInput input{set.path()};
    input.type = set.type();
    return start_plan(own, {input}, {});
}

}  // namespace

SortOfFrames::SortOfFrames(const BenchSortOptions& options, const FrameSet& set, const TurnRules& rules)
    : set_(set),
      carries_(options.data.carries()),
      digit_bits_(options.digit_bits),
      plan_(plan_of(options, set)),
      sorts_(plan_, {set.form().axis, set.form().in_last_order, carries_, rules}) {}

DataBench SortOfFrames::bench() {
    const std::string what =
        set_.kind() == ItemKind::keys
            ? ""
            : std::string(", lower ends along ") + "xyz"[set_.form().axis] + " of " + name_of(set_.kind());
    DataBench bench{{"bench sort",
                     std::string(sort::name_of(plan_.type)) + " keys" + what + " with u32 values, " +
                         std::to_string(set_.size()) + " frames of " + set_.path() +
                         (carries_ ? ", order carried" : ", as recorded") + plan_.cold->text(plan_.backend()),
                     plan_.backend(), plan_.device},
                    "engine",
                    {"descents", "movers", "max_shift", "path"}};
    for (const BenchEngine& one : plan_.engines) bench.rows.push_back({one.name, one.engine->backend});
    bench.legend = kSortLegend;
    bench.begin_round = [this] { sorts_.begin_round(); };
    bench.measure = [this](const FrameItems& items, size_t frame, bool first_round,
                           std::vector<DataRow>& rows) { sorts_.measure(items, frame, first_round, rows); };
    bench.settings = [this](Json& report) {
        report.update({{"values", name_of(plan_.values)},
                       {"type", sort::name_of(plan_.type)},
                       {"bits", {plan_.bits.begin, plan_.bits.end}},
                       {"digit_bits", digit_bits_},
                       {"threads", plan_.threads},
                       {"seed", plan_.seed}});
        plan_.cold->report(plan_.backend(), report);
    };
    return bench;
}

int run_sort_of_frames(const BenchSortOptions& options) {
    const FrameSet set(options.data.folder);
    SortOfFrames sorts(options, set);
    return run_data_bench(options, options.data, set, sorts.bench());
}

}  // namespace app
