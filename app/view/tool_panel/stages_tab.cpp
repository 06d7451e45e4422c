// Stages: one row per stage of the step, with its times over the recorded steps; beside it one per pass of the
// drawing.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/base/numbers.h"
#include "app/measure/memory_rate.h"
#include "app/view/panels/panels.h"
#include "app/view/panels/stage_words.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

void share_bar(double share, ImU32 colour) {
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    if (share < 0) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y0 = at.y + std::round(height * 0.22f), y1 = at.y + std::round(height * 0.82f);
    list->AddRectFilled({at.x, y0}, {at.x + width, y1}, colours::kGrid);
    const float filled = std::fmin(std::fmax(static_cast<float>(share), 0.0f), 1.0f) * width;
    if (filled >= 0.5f) list->AddRectFilled({at.x, y0}, {at.x + std::fmax(filled, 1.0f), y1}, colour);
    ImGui::Dummy({width, height});
}

/// Columns in the order in which they stand. Where the tool panel is narrow those with the highest `rank` are
/// omitted first.
struct Column {
    const char* title;
    const char* widest;  // "": takes the rest
    int rank;
    bool dim;
    std::string (*text)(const StageSummary& stage, double memory_gb_per_s);  // null: the bar of its share
};

std::string time_if_known(double ms) { return ms < 0 ? "" : milliseconds(ms); }

constexpr std::string_view kMoved = "moved", kRate = "GB/s";

constexpr Column kColumns[] = {
    {"now", "000.00 ms", 2, false, [](const StageSummary& s, double) { return milliseconds(s.now_ms); }},
    {"p50", "000.00 ms", 0, false, [](const StageSummary& s, double) { return milliseconds(s.p50_ms); }},
    {"p90", "000.00 ms", 4, true, [](const StageSummary& s, double) { return time_if_known(s.p90_ms); }},
    {"p99", "000.00 ms", 3, true, [](const StageSummary& s, double) { return time_if_known(s.p99_ms); }},
    {"share", "100 %", 0, false,
     [](const StageSummary& s, double) { return text_of("%.0f %%", s.share * 100); }},
    {"", "", 1, false, nullptr},
    {"moved", "000.0 MB", 5, true,
     [](const StageSummary& s, double) {
         return s.bytes ? human_bytes(static_cast<double>(s.bytes)) : std::string();
     }},
    {"GB/s", "cached", 2, false,
     [](const StageSummary& s, double memory_gb_per_s) {
         return s.gb_per_s > 0 ? rate_text(s.gb_per_s, memory_gb_per_s, s.gb_per_s < 10 ? 2 : 0)
                               : std::string();
     }},
};

constexpr int kRanks = 5;
constexpr float kRoomForPasses = 36;  // of the font's size, in all
constexpr float kPassShare = 0.4f;
constexpr double kLeastRest = 0.005;  // of the step, worth a row

float mark_size() { return std::round(ImGui::GetFontSize() * 0.6f); }

/// Returns the width in pixels of the column of names, with the marks before them.
float names_width(const std::vector<StageSummary>& rows) {
    float widest = 0;
    for (const StageSummary& row : rows) widest = std::max(widest, ImGui::CalcTextSize(row.name.c_str()).x);
    return std::max(mark_size() + ImGui::GetStyle().ItemInnerSpacing.x + widest, ImGui::GetFontSize() * 6.5f);
}

using Columns = std::vector<const Column*>;

/// Returns the columns that fit into `room` pixels. Passes of the drawing have no bytes and no rate.
Columns fitting_columns(float room, float names, bool passes) {
    const float padding = 2 * ImGui::GetStyle().CellPadding.x;
    Columns columns;
    for (int rank = kRanks; rank >= 0; rank--) {
        columns.clear();
        float needed = names + padding;
        for (const Column& column : kColumns) {
            if (column.rank > rank || (passes && (column.title == kMoved || column.title == kRate))) continue;
            columns.push_back(&column);
            needed +=
                padding + (*column.widest ? ImGui::CalcTextSize(column.widest).x : ImGui::GetFontSize() * 3);
        }
        if (needed <= room) break;
    }
    return columns;
}

/// Draws the row of a stage; of a part of one, with the colour and the sentence of the stage `of`.
void stage_row(const StageSummary& stage, bool total, const Columns& columns, double memory_gb_per_s,
               std::string_view of = "") {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string_view name = of.empty() ? std::string_view(stage.name) : of;
    const ImU32 colour = total ? colours::kText : stage_colour(name);
    const float side = mark_size();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = at.y + std::round((ImGui::GetTextLineHeight() - side) / 2);
    if (!total) ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + side, y + side}, colour, 2);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(stage.name.c_str());
    tooltip(std::string(stage_words(name)));
    for (const Column* column : columns) {
        if (column->text)
            cell(column->text(stage, memory_gb_per_s), column->dim ? colours::kDim : colours::kText);
        else
            share_bar(total ? -1 : stage.share, colour);
        if (column->title == kRate && stage.gb_per_s > memory_gb_per_s)
            tooltip(text_of("%.0f GB/s, ", stage.gb_per_s) + cached_text(memory_gb_per_s));
    }
}

/// The time of a step outside its stages: launches and gaps. Step by step, since medians do not add up.
StageSummary gaps(const Telemetry& telemetry) {
    std::vector<double> rests_ms;
    for (const sim::StepReport& report : telemetry.profiler.history()) {
        double rest_us = report.duration_us;
        for (const sim::StageTime& stage : report.stages) rest_us -= stage.duration_us;
        rests_ms.push_back(std::fmax(rest_us, 0) / 1000);
    }
    StageSummary rest{};
    rest.name = "gaps";
    rest.p90_ms = rest.p99_ms = rest.max_ms = -1;  // not shown
    if (rests_ms.empty()) return rest;
    rest.now_ms = rests_ms.back();
    const auto middle = rests_ms.begin() + static_cast<long>(rests_ms.size() / 2);
    std::nth_element(rests_ms.begin(), middle, rests_ms.end());
    rest.p50_ms = *middle;
    const double step_ms = telemetry.statistics().step.p50_ms;
    rest.share = step_ms > 0 ? rest.p50_ms / step_ms : 0;
    return rest;
}

void header_row(const char* first, const char* what, const Columns& columns) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", first);
    tooltip(what);
    for (const Column* column : columns) cell(column->title, colours::kDim);
}

/// A table of `room` with the columns that fit; `rows` gets them.
template <typename Rows>
void time_table(const char* name, ImVec2 room, float names, bool passes, Rows rows) {
    const Columns columns = fitting_columns(room.x - ImGui::GetStyle().ScrollbarSize, names, passes);
    const int count = static_cast<int>(columns.size()) + 1;
    const ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoSavedSettings;
    const std::string id = "##" + std::string(name) + std::to_string(count);
    if (!ImGui::BeginTable(id.c_str(), count, flags, room)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    const bool bar = std::any_of(columns.begin(), columns.end(), [](const Column* c) { return !c->text; });
    ImGui::TableSetupColumn(name, bar ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
                            bar ? names : 1);
    for (const Column* column : columns) {
        if (*column->widest) {
            ImGui::TableSetupColumn(column->title, ImGuiTableColumnFlags_WidthFixed,
                                    ImGui::CalcTextSize(column->widest).x);
        } else {
            ImGui::TableSetupColumn(column->title, ImGuiTableColumnFlags_WidthStretch, 1.0f);
        }
    }
    rows(columns);
    ImGui::EndTable();
}

void stage_table(const PanelInput& in, ImVec2 room) {
    const Statistics& now = in.telemetry.statistics();
    const float names = std::max(names_width(now.stages), names_width(now.sort_parts));
    time_table("stage", room, names, false, [&](const Columns& columns) {
        const Statistics& statistics = in.telemetry.statistics();
        header_row("stage",
                   ("The stages of a step, in their order; gaps: between them, such as launches. now: step " +
                    grouped(statistics.of_step) + ", as in the Sort panel")
                       .c_str(),
                   columns);
        const double memory = memory_gb_per_s(in.simulation.config().backend);
        stage_row(statistics.step, true, columns, memory);
        const StageSummary rest = gaps(in.telemetry);
        for (const StageSummary& stage : statistics.stages) {
            const bool own_cost = &stage == &statistics.stages.back();  // the profiler's, not of the step
            if (own_cost && rest.share >= kLeastRest) stage_row(rest, false, columns, memory);
            stage_row(stage, false, columns, memory);
        }
        if (statistics.sort_parts.empty()) return;
        header_row("in the sort",
                   "The stages of each pass of the sort, of all axes; of a pass that was skipped 0", columns);
        for (const StageSummary& part : statistics.sort_parts)
            stage_row(part, false, columns, memory, "sort");
    });
}

void pass_table(const PanelInput& in, ImVec2 room) {
    const float names = names_width(in.telemetry.statistics().passes);
    time_table("pass", room, names, true, [&](const Columns& columns) {
        const Statistics& statistics = in.telemetry.statistics();
        header_row("pass",
                   "The passes in which the scene is drawn, in their order: GPU time. On software OpenGL the "
                   "processor's clock, in every eighth frame",
                   columns);
        constexpr double kNoRate =
            std::numeric_limits<double>::infinity();  // passes do not know what they move
        if (statistics.passes.empty()) return;
        stage_row(statistics.drawing, true, columns, kNoRate);
        for (const StageSummary& pass : statistics.passes) stage_row(pass, false, columns, kNoRate);
    });
}

}  // namespace

std::string stage_cell(std::string_view title, const StageSummary& stage, double memory_gb_per_s) {
    for (const Column& column : kColumns) {
        if (column.text && column.title == title) return column.text(stage, memory_gb_per_s);
    }
    return "";
}

void draw_stages_tab(PanelInput& in) {
    if (in.telemetry.statistics().stages.empty()) {
        ImGui::TextDisabled("no step yet");
        return;
    }
    // A step has a dozen stages: in a low tool panel small rows show all of them without scrolling.
    const Statistics& statistics = in.telemetry.statistics();
    const float rows = static_cast<float>(std::max(statistics.stages.size(), statistics.passes.size()) + 3);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float a_row = room.y / rows;
    const bool roomy = a_row >= ImGui::GetTextLineHeight() + 4 * in.scale;
    ImGui::PushFont(roomy ? in.fonts.regular : in.fonts.small_);
    const float between = std::floor(a_row - ImGui::GetTextLineHeight());  // as wide as lets all be seen
    const float padding = std::fmin(std::fmax(between, 0.0f), 2 * in.scale) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {6 * in.scale, roomy ? 2 * in.scale : padding});
    in.view.draw.time_passes = room.x >= kRoomForPasses * ImGui::GetFontSize();
    const bool passes = in.view.draw.time_passes;
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const float right = passes ? std::floor(room.x * kPassShare) : 0;
    stage_table(in, {room.x - right - (passes ? gap : 0), room.y});
    if (passes) {
        ImGui::SameLine(0, gap);
        pass_table(in, {right, room.y});
    }
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

}  // namespace app
