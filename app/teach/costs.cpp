// Sums over stages and passes.
#include "app/teach/costs.h"

#include <algorithm>
#include <bit>

#include "app/teach/layout.h"

namespace app {
namespace {

/// Comparators of a bitonic network of 2^phases places, however many of them have a key.
uint64_t network_compares(uint64_t phases) { return (uint64_t{1} << phases) * phases * (phases + 1) / 4; }

/// Returns the comparisons of a merge. Each chunk that is written is the lower half of a bitonic merge of
/// two, whose halves are then merged each.
uint64_t merge_compares(uint32_t a, uint32_t b, uint32_t chunk) {
    if (a == 0 || b == 0) return 0;
    const uint64_t rounds = (a + chunk - 1) / chunk + (b + chunk - 1) / chunk - 1;
    return rounds * chunk * static_cast<uint64_t>(std::bit_width(chunk));
}

bool has_networks(const Lesson& lesson) {
    return std::any_of(lesson.steps.begin(), lesson.steps.end(),
                       [](const LessonStep& step) { return array_named(step, "network") != nullptr; });
}

}  // namespace

uint64_t compares_of(const LessonStep& step, const LessonSetup& setup) {
    const uint64_t keys = step.keys_before.size();
    if (!step.ran || keys == 0) return 0;
    if (array_named(step, "out of order")) return keys - 1;
    if (const LessonArray* network = array_named(step, "network")) {
        const uint64_t phases = network->words.size() / keys, run = uint64_t{1} << phases;
        return (keys + run - 1) / run * network_compares(phases);
    }
    const LessonArray* const runs = array_named(step, "runs");
    if (!runs || runs->columns != 4) return 0;
    uint64_t all = 0;
    for (size_t i = 0; i + 3 < runs->words.size(); i += 4) {
        all += merge_compares(runs->words[i + 1] - runs->words[i], runs->words[i + 3] - runs->words[i + 2],
                              setup.warp_threads);
    }
    return all;
}

LessonCosts costs_of(const Lesson& lesson) {
    const bool is_sort = lesson.result.empty();
    LessonCosts totals;
    if (is_sort) {
        totals.passes = lesson.report.passes_run;
        totals.passes_skipped = lesson.report.passes_skipped;
        totals.bytes = 0;
        if (lesson.setup.digit_bits > 0 || has_networks(lesson)) totals.compares = 0;
    }
    if (lesson.launches > 0) {
        totals.launches = lesson.launches;
        if (lesson.grid_barriers) totals.barriers = lesson.launches - 1 + *lesson.grid_barriers;
    }
    for (const LessonStep& step : lesson.steps) {
        (step.ran ? totals.stages : totals.stages_skipped) += 1;
        if (totals.bytes) *totals.bytes += step.bytes;
        if (totals.compares) *totals.compares += compares_of(step, lesson.setup);
        for (size_t i = 0; i < step.from.size(); ++i) totals.moves += step.from[i] != i;
    }
    for (const LessonPass& pass : lesson.passes) {
        if (pass.as_written.sectors.empty()) continue;
        totals.writes_known = true;
        totals.runs += pass.as_written.runs;
        totals.sectors += pass.as_written.all_sectors();
        totals.sectors_plain += pass.without_exchange.all_sectors();
    }
    return totals;
}

std::string costs_text(const std::vector<const Lesson*>& lessons, bool colour) {
    std::vector<LessonCosts> all;
    std::vector<std::vector<std::string>> lines = {{""}};
    for (const Lesson* lesson : lessons) {
        all.push_back(costs_of(*lesson));
        lines[0].push_back(lesson->engine);
    }
    const auto line = [&](const char* name, auto value) {
        lines.push_back({name});
        for (const LessonCosts& totals : all) lines.back().push_back(value(totals));
    };
    const auto known = [](const LessonCosts& totals, uint32_t value) {
        return totals.writes_known ? std::to_string(value) : std::string("-");
    };
    const auto number = [](auto value) { return value ? std::to_string(*value) : std::string("-"); };
    line("passes run", [&](const auto& t) { return number(t.passes); });
    line("passes skipped", [&](const auto& t) { return number(t.passes_skipped); });
    line("stages run", [](const auto& t) { return std::to_string(t.stages); });
    line("stages skipped", [](const auto& t) { return std::to_string(t.stages_skipped); });
    line("pairs moved", [](const auto& t) { return std::to_string(t.moves); });
    line("bytes moved", [&](const auto& t) { return number(t.bytes); });
    line("launches", [&](const auto& t) { return number(t.launches); });
    line("grid barriers", [&](const auto& t) { return number(t.barriers); });
    line("compares", [&](const auto& t) { return number(t.compares); });
    line("same-digit runs", [&](const auto& t) { return known(t, t.runs); });
    line("sectors", [&](const auto& t) { return known(t, t.sectors); });
    line("without exchange", [&](const auto& t) { return known(t, t.sectors_plain); });
    lines.push_back({"stable"});
    for (const Lesson* lesson : lessons)
        lines.back().push_back(!lesson->result.empty() ? "-" : lesson->stable ? "yes" : "no");

    Page page(colour);
    page.rule("side by side", std::to_string(lessons.front()->keys.size()) + " keys", '=');
    page.columns(lines);
    page.paragraph(
        "pairs moved: by all stages, those that end at another index. bytes moved: the least that the stages "
        "must read and write. launches: of kernels, when nobody observes the sort; grid barriers: times that all blocks "
        "wait for each other. compares: of keys with keys, in order checks and networks. same-digit runs, sectors: written by all passes, keys only; without "
        "exchange: sectors, had the pairs been written in the order in which they came. -: there is none, or it is not counted.",
        0, 2);
    page.blank();
    return page.text();
}

}  // namespace app
