// `sweeplab bench disorder`: time over displacement, teleports and speed, with the path that each sort took.
#include <algorithm>

#include "app/base/numbers.h"
#include "app/base/text/wrap.h"
#include "app/bench/sort/disorder.h"
#include "app/bench/sort/disorder_plan.h"
#include "app/bench/sort/sort_run.h"

namespace app {
namespace {

Fields<SortRow> table_of(const SortPlan& plan) {
    using Row = SortRow;
    const size_t engine = widest(plan.engines, &BenchEngine::name),
                 label = widest(plan.cases, &SortCase::label);
    const Unit us{1e3, 1};
    // Also of a row that was not measured.
    const auto true_shift = [](const Row& row) { return std::to_string(row.disorder.max_shift); };
    Fields<Row> table = {{{"n", 6}, "", &Row::count, kCount},
                         {{"series", 12, true}, "", &Row::series},
                         {{"disorder", label, true}, "", &Row::label},
                         {{"true D", 6}, "", true_shift},
                         {{"engine", engine, true}, "", &Row::engine},
                         {{plan.launches.size() > 1 ? "launch" : "", 6, true}, "", &Row::launch_text},
                         {{"median us", 9}, "", &Row::median_ms, us},
                         {{"min us", 8, false, 1}, "", &Row::min_ms, us},
                         {{"noise %", 7}, "", known_noise_of<Row>, kPercent},
                         {{"samples", 7, false, 3}, "", &Row::samples}};
    if (!plan.rival.empty()) table.push_back(speed_up_column());
    if (const size_t path = plan.path_width()) {
        table.insert(table.end(), {{{"path", path, true, 2}, "", &Row::path_text},
                                   {{"windows", 7, false, 2}, "", &Row::windows},
                                   {{"D it measured", 13, false, 2}, "", &Row::max_shift}});
    }
    table.push_back({{"check", 9, true}, "", &Row::check_text});
    return table;
}

/// The first engine with each of the others.
std::vector<Crossover> all_crossovers(const SortPlan& plan, std::span<const SortRow> rows) {
    std::vector<Crossover> all;
    for (size_t i = 1; i < plan.engines.size(); ++i) {
        for (const Crossover& one : crossovers(rows, plan.engines[0].name, plan.engines[i].name)) {
            all.push_back(one);
        }
    }
    return all;
}

Json crossover_json(const Crossover& one) {
    Json json = {{"series", one.series},
                 {"n", one.count},
                 {"launch", name_of(one.launch)},
                 {"engine", one.engine},
                 {"rival", one.rival},
                 {"faster_up_to", nullptr},
                 {"no_faster_from", nullptr},
                 {"lost_between", one.lost_between()},
                 {"faster", Json::array()},
                 {"within_noise", Json::array()}};
    if (one.last_won()) json["faster_up_to"] = one.last_won()->amount;
    if (one.first_lost()) json["no_faster_from"] = one.first_lost()->amount;
    for (const Crossover::Range& range : one.faster())
        json["faster"].push_back({range.first->amount, range.last->amount});
    for (const SortRow* point : one.within_noise()) json["within_noise"].push_back(point->amount);
    return json;
}

constexpr const char* kLegend =
    "true D: the largest displacement, |index in the input - index in order| over all keys, by the reference. "
    "D it measured: the same, as the engine reports it. The samples of an engine follow one another, so an "
    "engine that remembers the last displacement knows it, as in a frame loop. The frames of a folder are sorted "
    "one after another, five times each.";

}  // namespace

int run_bench_disorder(const DisorderOptions& options) {
    const SortPlan plan = make_disorder_plan(options);
    const auto summary = [&](std::ostream& out, const std::vector<SortRow>& rows) {
        const char* lead = options.markdown ? "- " : "";
        const std::vector<Crossover> all = all_crossovers(plan, rows);
        if (!all.empty()) out << '\n';
        for (const Crossover& one : all) out << note_line(lead + crossover_text(one));
        out << '\n' << note_line(kLegend);
        if (!plan.rival.empty()) out << note_line(speed_up_legend(plan));
    };
    const auto facts = [&](Json& json, std::span<const SortRow> rows) {
        json["keys"] = options.keys;
        json["crossovers"] = Json::array();
        for (const Crossover& one : all_crossovers(plan, rows)) {
            json["crossovers"].push_back(crossover_json(one));
        }
    };
    return run_sorts(options, plan, {"bench disorder", table_of(plan), summary, facts});
}

}  // namespace app
