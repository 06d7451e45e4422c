// Race: this frame's keys by every engine, its boxes by every broad phase; and the second world of A/B.
#include <algorithm>
#include <cmath>

#include "app/base/numbers.h"
#include "app/view/actions/actions.h"
#include "app/view/actions/file_saving.h"
#include "app/view/panels/panels.h"
#include "app/view/race/ab_comparison.h"
#include "app/view/race/frame_race.h"
#include "app/view/session/compare.h"
#include "app/view/session/simulation.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr const char* kSortsTimed =
    "Timed: one sort of copies of this frame's keys, with indices as values, in the order in which the last step's "
    "sort found them: nearly sorted, as every engine gets them in the running scene. On the CPU with the "
    "threads of the steps, on cuda as a graph on a stream of its own; copies are not timed. The engines take turns. "
    "With endpoint, whose sorts have two keys per box and axis, these are the lower ends on x alone.";
constexpr const char* kPairsTimed =
    "Timed: one search for all pairs among this frame's boxes, from their order before the last sort; sorting the "
    "boxes is part of it, listing the pairs for the check is not. What a broad phase keeps from step to step is not "
    "there: the three orders of endpoint, the columns of the step before. They take turns.";

struct RaceColumn {
    const char* title;
    const char* widest;  // "": takes the rest, for the bar
    float from;          // of the font's size: in narrower tables it is left out
};
constexpr float kAlways = 0, kCheckFrom = 26, kWideFrom = 36;
constexpr RaceColumn kRaceColumns[] = {{"", "", kAlways},
                                       {"median", "000.00 ms", kAlways},
                                       {"min", "000.00 ms", kWideFrom},
                                       {"noise", "000 %", kWideFrom},
                                       {"time", "00.00 x", kAlways},
                                       {"check", "check", kCheckFrom}};
constexpr double kLongestBar =
    6;  // times that of the one in use: else slow ones leave nothing to see of the rest

void time_bar(double part, ImU32 colour) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    const float y0 = at.y + std::round(height * 0.2f), y1 = at.y + std::round(height * 0.82f);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({at.x, y0}, {at.x + width, y1}, colours::kGrid);
    const float filled = std::max(std::min(float(part), 1.0f) * width, 1.0f);
    list->AddRectFilled({at.x, y0}, {at.x + filled, y1}, colour);
    if (part > 1) {  // longer than there is room for
        const float gap = std::round(height * 0.2f), x = at.x + std::round(width * 0.9f);
        list->AddQuadFilled({x, y0}, {x + gap, y0}, {x, y1}, {x - gap, y1}, colours::kToolPanel);
    }
    ImGui::Dummy({width, height});
}

std::string row_tip(const RaceRow& row) {
    std::string tip = row.name + (row.in_use ? ": in use" : "");
    const auto line = [&](const std::string& text) {
        if (!text.empty()) tip += "\n" + text;
    };
    line(row.refusal);
    line(row.note);
    if (row.raced()) {
        line(grouped(row.samples_ms.size()) + " samples: median " + milliseconds(row.median_ms()) +
             ", least " + milliseconds(row.min_ms()) + text_of(", noise %.0f %%", 100 * row.noise()));
        line(row.limit);
        line("check: " + row.check_text());
    }
    return tip;
}

void check_cell(const RaceRow& row) {
    ImGui::TableNextColumn();
    if (!row.raced()) return;
    const bool wrong = !row.fault.empty();
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(wrong ? colours::kVermilion : colours::kDim));
    ImGui::TextUnformatted(wrong ? "WRONG" : row.checked ? "ok" : "-");
    ImGui::PopStyleColor();
    tooltip(row.check_text());
}

void race_row(const Race& race, const RaceRow& row, double longest_ms, float width) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(row.in_use ? colours::kAccent : colours::kText));
    ImGui::TextUnformatted(fit_text(row.name, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
    tooltip(row_tip(row));
    ImGui::TableNextColumn();
    if (!row.raced()) {
        const std::string text = row.refusal.empty() ? "waits for its turn" : row.refusal;
        ImGui::TextDisabled("%s", fit_text(text, ImGui::GetContentRegionAvail().x).c_str());
        tooltip(row_tip(row));
        return;
    }
    const bool wrong = !row.fault.empty();
    time_bar(longest_ms > 0 ? row.median_ms() / longest_ms : 0, wrong        ? colours::kVermilion
                                                                : row.in_use ? colours::kAccent
                                                                             : colours::kGrey);
    tooltip(row_tip(row));
    cell(milliseconds(row.median_ms()), colours::kText);
    if (width >= kWideFrom) cell(milliseconds(row.min_ms()), colours::kDim);
    if (width >= kWideFrom) cell(text_of("%.0f %%", 100 * row.noise()), colours::kDim);
    const double ratio = race.ratio(row);
    if (wrong && width < kCheckFrom)
        cell("WRONG", colours::kVermilion);
    else
        cell(ratio > 0 ? text_of(ratio < 99.95 ? "%.2f x" : "%.0f x", ratio) : "-", colours::kText);
    if (width >= kCheckFrom) check_cell(row);
}

/// `room.y` 0: as high as its rows.
void race_table(const char* title, const char* timed, const Race& race, ImVec2 room) {
    const float width = room.x / ImGui::GetFontSize();
    int columns = 1;
    for (const RaceColumn& column : kRaceColumns) columns += width >= column.from;
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings |
                                  (room.y > 0 ? ImGuiTableFlags_ScrollY : ImGuiTableFlags_None);
    const std::string id = std::string("##") + title + std::to_string(columns);
    if (!ImGui::BeginTable(id.c_str(), columns, flags, room)) return;
    if (room.y > 0) ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthFixed,
                            ImGui::GetFontSize() * (width < kCheckFrom ? 6.8f : 8.2f));
    for (const RaceColumn& column : kRaceColumns) {
        if (width < column.from) continue;
        if (*column.widest)
            ImGui::TableSetupColumn(column.title, ImGuiTableColumnFlags_WidthFixed,
                                    ImGui::CalcTextSize(column.widest).x);
        else
            ImGui::TableSetupColumn("bar", ImGuiTableColumnFlags_WidthStretch, 1);
    }
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", title);
    tooltip(timed);
    for (const RaceColumn& column : kRaceColumns) {
        if (width < column.from) continue;
        cell(column.title, colours::kDim);
        if (std::string(column.title) == "time") tooltip("The median over that of the one in use");
    }
    double longest_ms = 0, in_use_ms = 0;
    for (const RaceRow& row : race.rows()) {
        longest_ms = std::max(longest_ms, row.median_ms());
        if (row.in_use) in_use_ms = row.median_ms();
    }
    if (in_use_ms > 0) longest_ms = std::min(longest_ms, kLongestBar * in_use_ms);
    for (const RaceRow& row : race.rows()) race_row(race, row, longest_ms, width);
    ImGui::EndTable();
}

void race_buttons(PanelInput& in) {
    if (in.compare.races()) {
        if (ImGui::Button("Cancel")) in.compare.cancel_race();
        note_item(in.ui, "cancel race");
        tooltip("Keeps what was measured so far (Esc)");
        ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_PlotHistogram, colours::kAccent);
        ImGui::ProgressBar(float(in.compare.race()->progress()), {ImGui::GetFontSize() * 6, 0}, "");
        ImGui::PopStyleColor();
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("%s", in.compare.race()->part());
        return;
    }
    if (ImGui::Button("Race this frame")) in.compare.start_race();
    note_item(in.ui, "race this frame");
    tooltip(tip("race") + ". It takes about two seconds; the world waits.");
    if (!in.compare.race()) return;
    ImGui::SameLine();
    if (ImGui::Button("Save JSON")) save_race(in.simulation, in.compare, in.messages);
    note_item(in.ui, "save race");
    tooltip("All samples of this race, in a file of the working folder");
}

constexpr float kAbWide = 27, kStackedBelow = 19;  // of the font's size

/// Draws the choice of engine or broad phase for the second world; `chosen` becomes `now` where it is none of
/// the names.
void ab_combo(PanelInput& in, const char* name, const std::string& now, std::string& chosen,
              const std::vector<const char*>& names) {
    if (std::find(names.begin(), names.end(), chosen) == names.end()) chosen = now;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 8);
    if (ImGui::BeginCombo((std::string("##") + name).c_str(), chosen.c_str())) {
        for (const char* one : names) {
            if (ImGui::Selectable(one, chosen == one)) chosen = one;
            note_item(in.ui, (std::string(name) + " " + one).c_str());
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, name);
}

void beside_controls(PanelInput& in) {
    UiState& ui = in.ui;
    // In a narrow tool panel they have a line of their own.
    const float line = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
    if (line + kAbWide * ImGui::GetFontSize() < ImGui::GetWindowWidth())
        ImGui::SameLine(0, 2 * ImGui::GetFontSize());
    if (in.compare.ab()) {
        const bool end = ImGui::Button("End A/B");
        note_item(ui, "end beside");
        const AbComparison& ab = *in.compare.ab();
        tooltip("Only the first world goes on (Esc). The second one holds " +
                human_bytes(double(ab.world().bytes())) + ", its picture " +
                human_bytes(double(ab.picture_bytes)) + ".");
        if (end) in.compare.end_ab();
        return;
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("B");
    tooltip("A second world, from this state and beside this one, with this engine and broad phase");
    std::vector<const char*> engines, broad_phases;
    for (const sort::Engine* engine :
         sort::engines_on(in.simulation.config().backend, in.simulation.config().device))
        engines.push_back(engine->name);
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) broad_phases.push_back(entry.name);
    ab_combo(in, "beside engine", in.simulation.config().engine, ui.ab_engine, engines);
    tooltip("The engine of the second world");
    ab_combo(in, "beside broad phase", in.simulation.config().broad_phase, ui.ab_broad_phase, broad_phases);
    tooltip("The broad phase of the second world");
    ImGui::SameLine();
    if (ImGui::Button("Run A/B")) in.compare.start_ab(ui.ab_engine, ui.ab_broad_phase);
    note_item(ui, "run beside");
    tooltip(
        "Two worlds from this state step side by side: A as it is, B with what is chosen here. Their states are "
        "compared, and must be the same.");
}

std::string heading(const FrameRace& race) {
    const RaceFacts& facts = race.facts();
    std::string text = facts.scene + ", step " + grouped(facts.step) + ", " + grouped(facts.bodies) +
                       " bodies, " + sort::name_of(facts.backend);
    if (race.sorts_note().empty()) text += ", " + grouped(facts.descents) + " descents";
    if (race.sorts().cancelled() || race.broad_phases().cancelled()) text += "; cancelled";
    return text;
}

/// Beside each other, or, where a table would be cut, below each other.
void draw_tables(const FrameRace& race) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x, half = std::floor((room.x - gap) / 2);
    const bool stacked = half < kStackedBelow * ImGui::GetFontSize();
    if (stacked) ImGui::BeginChild("##tables", room);
    const ImVec2 size = stacked ? ImVec2{ImGui::GetContentRegionAvail().x, 0} : ImVec2{half, room.y};
    if (race.sorts_note().empty()) {
        race_table("engine", kSortsTimed, race.sorts(), size);
    } else {
        ImGui::BeginChild("##no sorts",
                          {size.x, stacked ? 3 * ImGui::GetTextLineHeightWithSpacing() : size.y});
        ImGui::TextWrapped("The engines do not race: %s", race.sorts_note().c_str());
        ImGui::EndChild();
    }
    if (!stacked) ImGui::SameLine(0, gap);
    race_table("broad phase", kPairsTimed, race.broad_phases(), size);
    if (stacked) ImGui::EndChild();
}

}  // namespace

void draw_race_tab(PanelInput& in) {
    race_buttons(in);
    beside_controls(in);
    const FrameRace* race = in.compare.race();
    ImGui::PushFont(in.fonts.small_);
    if (!race) {
        ImGui::TextDisabled(
            "No race yet. It sorts copies of this frame's keys by every engine, and searches its boxes "
            "by every broad phase.");
        ImGui::PopFont();
        return;
    }
    const std::string text = heading(*race);
    ImGui::TextDisabled("%s", fit_text(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {5 * in.scale, 1 * in.scale});
    draw_tables(*race);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

}  // namespace app
