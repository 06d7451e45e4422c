// Sums over stages and passes.
#include "app/teach/costs.h"

#include "app/teach/layout.h"

namespace app {
LessonCosts costs_of(const Lesson& lesson) {
    LessonCosts totals;
    totals.passes = lesson.report.passes_run;
    totals.passes_skipped = lesson.report.passes_skipped;
    for (const LessonStep& step : lesson.steps) {
        (step.ran ? totals.stages : totals.stages_skipped) += 1;
        totals.bytes += step.bytes;
        for (size_t i = 0; i < step.from.size(); ++i) totals.moves += step.from[i] != i;
    }
    for (const LessonPass& pass : lesson.passes) {
        if (pass.with_exchange.sectors.empty()) continue;
        totals.writes_known = true;
        totals.runs += pass.with_exchange.runs;
        totals.sectors += pass.with_exchange.all_sectors();
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
    line("passes run", [](const auto& t) { return std::to_string(t.passes); });
    line("passes skipped", [](const auto& t) { return std::to_string(t.passes_skipped); });
    line("stages run", [](const auto& t) { return std::to_string(t.stages); });
    line("stages skipped", [](const auto& t) { return std::to_string(t.stages_skipped); });
    line("pairs moved", [](const auto& t) { return std::to_string(t.moves); });
    line("bytes moved", [](const auto& t) { return std::to_string(t.bytes); });
    line("same-digit runs", [&](const auto& t) { return known(t, t.runs); });
    line("sectors", [&](const auto& t) { return known(t, t.sectors); });
    line("without exchange", [&](const auto& t) { return known(t, t.sectors_plain); });
    lines.push_back({"stable"});
    for (const Lesson* lesson : lessons) lines.back().push_back(lesson->stable ? "yes" : "no");

    Page page(colour);
    page.rule("side by side", std::to_string(lessons.front()->keys.size()) + " keys", '=');
    page.columns(lines);
    page.paragraph(
        "pairs moved: by all stages, those that end at another index. bytes moved: the least that the stages "
        "must read and write. same-digit runs, sectors: written by all passes, keys only; without "
        "exchange: sectors, had the pairs been written in the order in which they came. -: no passes by digits.",
        0, 2);
    page.blank();
    return page.text();
}

}  // namespace app
