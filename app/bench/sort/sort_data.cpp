// `sweeplab bench sort --data DIR`.
#include "app/bench/common/data_bench.h"
#include "app/bench/sort/frame_sorts.h"

namespace app {
namespace {

constexpr const char* kSortLegend =
    "Each frame is sorted once per round by each engine, in turns, from the order that the last frame's sort left "
    "(--carry-order on) or as recorded; the first frame as recorded. p50, p95 and worst are of the frames' medians. "
    "Every result is checked. On cuda, times are device times.";

void refuse_other_flags(const BenchSortOptions& options) {
    const std::pair<bool, const char*> flags[] = {
        {!options.inputs.empty() || !options.files.empty(), "--input"},
        {!options.counts.empty(), "-n"},
        {!options.type.empty(), "--type"},
        {options.values != "u32", "--values"},
        {options.launch != "stream", "--launch"},
        {!options.rival.empty(), "--rival"},
        {options.max_noise.has_value(), "--max-noise"}};
    for (const auto& [given, flag] : flags) {
        if (given)
            throw BadUsage(std::string(flag) +
                           " does not go with --data, whose frames are sorted as they are");
    }
}

}  // namespace

int run_sort_of_frames(const BenchSortOptions& options) {
    refuse_other_flags(options);
    const FrameSet set(options.data.folder);
    const FrameForm& form = set.form();
    BenchSortOptions own = options;
    if (!own.bits && sort::size_of(set.type()) == 4) own.bits = form.bits;
    BenchInput input{set.path()};
    input.type = set.type();
    const SortPlan plan = start_plan(own, {input}, {});
    FrameSorts sorts(plan, {form.axis, form.in_last_order, options.data.carries()});

    const sort::Backend backend = plan.uses(sort::Backend::cuda) ? sort::Backend::cuda : sort::Backend::cpu;
    const std::string what =
        set.kind() == ItemKind::keys
            ? ""
            : std::string(", lower ends along ") + "xyz"[form.axis] + " of " + name_of(set.kind());
    DataBench bench{{"bench sort",
                     std::string(sort::name_of(plan.type)) + " keys" + what + " with u32 values, " +
                         std::to_string(set.size()) + " frames of " + set.path() +
                         (options.data.carries() ? ", order carried" : ", as recorded"),
                     backend, plan.device},
                    "engine",
                    {"descents", "movers", "max_shift", "path"}};
    for (const BenchEngine& one : plan.engines) bench.rows.push_back({one.name, one.engine->backend});
    bench.legend = kSortLegend;
    bench.begin_round = [&] { sorts.begin_round(); };
    bench.measure = [&](const FrameItems& items, size_t frame, bool first_round, std::vector<DataRow>& rows) {
        sorts.measure(items, frame, first_round, rows);
    };
    bench.settings = [&](Json& report) {
        report.update({{"values", name_of(plan.values)},
                       {"type", sort::name_of(plan.type)},
                       {"bits", {plan.bits.begin, plan.bits.end}},
                       {"digit_bits", options.digit_bits},
                       {"threads", plan.threads},
                       {"seed", plan.seed}});
    };
    return run_data_bench(options, options.data, set, std::move(bench));
}

}  // namespace app
