// Rows in the order of the figures; a bar in a text would end its cell.
#include "app/bench/paper_report/verdict_table.h"

#include <algorithm>
#include <array>
#include <map>

#include "app/bench/paper_report/not_made.h"

namespace app {
namespace {

using Outcome = Verdict::Outcome;

constexpr size_t kOutcomeCount = static_cast<size_t>(Outcome::not_tested) + 1;

std::string cell(std::string text) {
    for (size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2) text.replace(at, 1, "\\|");
    return text;
}

std::string row(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& one : cells) text += " " + cell(one) + " |";
    return text + "\n";
}

std::string head(const std::vector<std::string>& cells) {
    return row(cells) + row(std::vector<std::string>(cells.size(), "---"));
}

/// "Ha, Krueger, Silva 2009"
std::string paper_of(const MadeFigure& made) {
    const std::string paper = made.figure->paper;
    const size_t year = paper.find_first_of("0123456789");
    return year == paper.npos ? paper : paper.substr(0, paper.find_first_not_of("0123456789", year));
}

std::string machine_line(const Report& report) {
    return report.facts.machine + "; " + report.facts.date + "; " + report.facts.build + ".\n";
}

std::string counts_table(const Report& report) {
    std::vector<std::string> papers;
    std::map<std::string, std::array<size_t, kOutcomeCount>> counts;
    for (const MadeFigure& made : report.figures) {
        const std::string paper = paper_of(made);
        if (!counts.count(paper)) papers.push_back(paper), counts[paper] = {};
        for (const Verdict& verdict : made.result.verdicts)
            ++counts[paper][static_cast<size_t>(verdict.outcome)];
    }
    std::string text = head({"paper", "claims", "hold", "hold where the paper measured", "about equal",
                             "do not hold", "not measured", "not tested"});
    for (const std::string& paper : papers) {
        size_t all = 0;
        std::vector<std::string> cells = {paper, ""};
        for (const size_t count : counts[paper]) all += count, cells.push_back(std::to_string(count));
        cells[1] = std::to_string(all);
        text += row(cells);
    }
    return text;
}

/// Rows of the verdicts with one of these outcomes, with the reason where claims fail: "-", not known. "" without any.
std::string claims_table(const Report& report, const Report* beside, std::initializer_list<Outcome> outcomes,
                         bool with_reason = false) {
    std::vector<std::string> titles = {"figure", "claim", report.facts.device()};
    if (beside) titles.push_back(beside->facts.device());
    if (with_reason) titles.push_back("why");
    std::string rows;
    for (const MadeFigure& made : report.figures) {
        for (const Verdict& verdict : made.result.verdicts) {
            if (std::find(outcomes.begin(), outcomes.end(), verdict.outcome) == outcomes.end()) continue;
            std::vector<std::string> cells = {made.figure->id, verdict.what, verdict.text};
            if (beside) {
                const Verdict* other = verdict_on(beside->find(made.figure), verdict.what);
                cells.push_back(other ? other->text : "");
            }
            if (with_reason) cells.push_back(verdict.why.empty() ? "-" : verdict.why);
            rows += row(cells);
        }
    }
    return rows.empty() ? "" : head(titles) + rows;
}

std::string section(const std::string& title, const std::string& table) {
    return table.empty() ? "" : "\n" + title + "\n\n" + table;
}

}  // namespace

std::string verdict_table(const Report& report, const Report* beside) {
    std::string text = machine_line(report);
    if (beside) text += "Beside it: " + machine_line(*beside);
    text += "\n" + counts_table(report);
    text += section(
        "Claims that do not hold, or not for every n, or that are about equal:",
        claims_table(report, beside, {Outcome::fails, Outcome::about_equal, Outcome::holds_there}, true));
    text += section("Claims that hold:", claims_table(report, beside, {Outcome::holds}));
    text += section("Claims that were not tested or not measured:",
                    claims_table(report, beside, {Outcome::not_tested, Outcome::not_measured}));
    std::string rows = head({"paper", "claim", "not made"});
    for (const NotMade& one : claims_not_made()) rows += row({one.paper, one.claim, one.reason});
    return text + section("Claims that no figure makes:", rows);
}

}  // namespace app
