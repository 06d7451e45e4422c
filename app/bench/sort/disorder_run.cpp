// `sweeplab bench disorder`: time over displacement, teleports and speed, with the path that each sort took.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/base/numbers.h"
#include "app/base/text/wrap.h"
#include "app/bench/sort/disorder.h"
#include "app/bench/sort/disorder_plan.h"
#include "app/bench/sort/sort_run.h"

namespace app {
namespace {

std::vector<Column> columns_of(const SortPlan& plan) {
    size_t engine = 0, label = 0;
    for (const BenchEngine& one : plan.engines) engine = std::max(engine, one.name.size());
    for (const SortCase& one : plan.cases) label = std::max(label, one.label.size());
    std::vector<Column> columns = {
        {"n", 6}, {"series", 12, true}, {"disorder", label, true}, {"true D", 6}, {"engine", engine, true}};
    if (plan.launches.size() > 1) columns.push_back({"launch", 6, true});
    columns.insert(columns.end(), {{"median us", 9}, {"min us", 8, false, 1}, {"noise %", 7}});
    if (!plan.rival.empty()) columns.push_back({"speed-up", 8});
    if (plan.path_width() > 0) {
        columns.insert(columns.end(), {{"path", plan.path_width(), true, 2},
                                       {"windows", 7, false, 2},
                                       {"D it measured", 13, false, 2}});
    }
    columns.push_back({"check", 9, true});
    return columns;
}

std::vector<std::string> cells_of(const SortPlan& plan, const SortRow& row) {
    std::vector<std::string> cells = {count_text(row.count), row.series, row.label,
                                      std::to_string(row.disorder.max_shift), row.engine};
    const bool measured = !row.samples_ms.empty();
    if (plan.launches.size() > 1) cells.push_back(name_of(row.launch));
    cells.push_back(measured ? fixed_text(1e3 * row.median_ms(), 1) : "-");
    cells.push_back(measured ? fixed_text(1e3 * row.min_ms(), 1) : "-");
    cells.push_back(measured ? fixed_text(100 * row.noise(), 1) : "-");
    if (!plan.rival.empty()) cells.push_back(ratio_text(row.ratio()));
    if (plan.path_width() > 0) {
        cells.push_back(row.paths.empty() ? "-" : row.path_text());
        cells.push_back(row.windows ? std::to_string(*row.windows) : "-");
        cells.push_back(row.max_shift ? std::to_string(*row.max_shift) : "-");
    }
    cells.push_back(measured ? row.check : "timed out");
    return cells;
}

/// The first engine with each of the others.
std::vector<Crossover> all_crossovers(const SortPlan& plan, const std::vector<SortRow>& rows) {
    std::vector<Crossover> all;
    for (size_t i = 1; i < plan.engines.size(); ++i) {
        for (const Crossover& one : crossovers(rows, plan.engines[0].name, plan.engines[i].name)) {
            all.push_back(one);
        }
    }
    return all;
}

nlohmann::ordered_json crossover_json(const Crossover& one) {
    nlohmann::ordered_json json = {{"series", one.series},
                                   {"n", one.count},
                                   {"launch", name_of(one.launch)},
                                   {"engine", one.engine},
                                   {"rival", one.rival},
                                   {"faster_up_to", nullptr},
                                   {"no_faster_from", nullptr},
                                   {"lost_between", one.lost_between()},
                                   {"faster", nlohmann::ordered_json::array()}};
    if (one.last_won()) json["faster_up_to"] = one.last_won()->amount;
    if (one.first_lost()) json["no_faster_from"] = one.first_lost()->amount;
    for (const Crossover::Range& range : one.faster())
        json["faster"].push_back({range.first->amount, range.last->amount});
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
    const auto summary = [&](std::ostream& out, const std::vector<SortRow>& rows, TableForm form) {
        const char* lead = form == TableForm::markdown ? "- " : "";
        const std::vector<Crossover> all = all_crossovers(plan, rows);
        if (!all.empty()) out << '\n';
        for (const Crossover& one : all) out << note_line(lead + crossover_text(one));
        out << '\n' << note_line(kLegend);
        if (!plan.rival.empty()) out << note_line(speed_up_legend(plan));
    };
    const auto facts = [&](nlohmann::ordered_json& json, const std::vector<SortRow>& rows) {
        json["keys"] = options.keys;
        json["crossovers"] = nlohmann::ordered_json::array();
        for (const Crossover& one : all_crossovers(plan, rows)) {
            json["crossovers"].push_back(crossover_json(one));
        }
    };
    return run_sorts(options, plan,
                     {"bench disorder", columns_of(plan),
                      [&](const SortRow& row) { return cells_of(plan, row); }, summary, facts});
}

}  // namespace app
