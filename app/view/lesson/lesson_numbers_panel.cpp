// Right: whether GPU and model agree, the numbers of the stage, the totals.
#include <algorithm>

#include "app/view/lesson/lesson_panels.h"
#include "app/view/panels/widgets.h"

namespace app {
namespace {

/// A word in a frame, and below it why.
void badge(PanelInput& in, const LessonData& data, size_t k) {
    const Lesson& lesson = data.state.lesson(k);
    const LessonStep* step = data.state.step(k);
    const Agreement agreement = step ? step->agreement : Agreement::model_only;
    const bool agrees = agreement == Agreement::agrees, differs = agreement == Agreement::differs;
    const std::string text = agreement_text(lesson.source_kind, agreement);
    const ImU32 mark = agrees ? colours::kAccent : differs ? colours::kVermilion : colours::kGrey;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + width, at.y + height}, colours::kFrame, 3 * in.scale);
    list->AddRectFilled(at, {at.x + 4 * in.scale, at.y + height}, mark, 2 * in.scale);
    const ImVec2 icon{at.x + 16 * in.scale, at.y + height / 2};
    if (agrees) draw_icon(list, Icon::tick, icon, 10 * in.scale, mark);
    if (differs) draw_icon(list, Icon::close, icon, 9 * in.scale, mark);
    if (!agrees && !differs) list->AddCircle(icon, 4 * in.scale, mark, 0, 1.5f * in.scale);
    list->AddText({at.x + 28 * in.scale, at.y + (height - ImGui::GetFontSize()) / 2}, colours::kText,
                  text.c_str());
    ImGui::Dummy({width, height});
    note_item(in.ui, "agreement");
    tooltip(
        "Where there is an NVIDIA GPU the kernels sort the same keys, and every array of every stage is compared "
        "with the model, the same algorithm on the CPU.");
    ImGui::PushTextWrapPos(0);
    if (differs) {
        ImGui::TextUnformatted(data.state.difference(k).c_str());
    } else if (!agrees) {
        std::string reason = lesson.source;  // "CPU model (no CUDA device)"
        const size_t open = reason.find('('), close = reason.rfind(')');
        if (open != reason.npos && close != reason.npos && close > open)
            reason = reason.substr(open + 1, close - open - 1);
        ImGui::TextDisabled("%s", (data.device_note.empty() ? reason : data.device_note).c_str());
    }
    ImGui::PopTextWrapPos();
}

void stage_numbers(PanelInput& in, const LessonData& data, size_t k) {
    const LessonStep* step = data.state.step(k);
    if (!step) return;
    section(in.fonts, data.state.count() > 1 ? (step->stage + ", " + data.state.lesson(k).engine).c_str()
                                             : "This stage");
    if (step->numbers.empty()) ImGui::TextDisabled("nothing is counted here");
    for (const LessonNumber& number : step->numbers) {
        value_row(number.name.c_str(), number.value);
        if (number.meaning.empty()) continue;
        ImGui::PushFont(in.fonts.small_);
        ImGui::PushTextWrapPos(0);
        ImGui::TextDisabled("%s", number.meaning.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopFont();
    }
}

/// Name at the left, then a column for each lesson.
void totals(PanelInput& in, const LessonData& data) {
    section(in.fonts, "The whole sort");
    const size_t count = data.state.count();
    std::vector<LessonTotals> all;
    for (size_t k = 0; k < count; k++) all.push_back(totals_of(data.state.lesson(k)));
    const int columns = static_cast<int>(count) + 1;
    if (!ImGui::BeginTable("##totals", columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings))
        return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1.3f);
    for (size_t k = 0; k < count; k++)
        ImGui::TableSetupColumn("lesson", ImGuiTableColumnFlags_WidthStretch, 1);
    const auto row = [&](const char* name, const char* about, auto value) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", name);
        tooltip(about);
        for (size_t k = 0; k < count; k++) cell(value(k));
    };
    if (count > 1) row("", "", [&](size_t k) { return data.state.lesson(k).engine; });
    row("result", "Compared with std::stable_sort",
        [&](size_t k) { return std::string(result_word(data.state.lesson(k))); });
    row("descents", "Of the input: keys greater than the next one",
        [&](size_t k) { return grouped(all[k].descents); });
    row("stages", "Stages that ran", [&](size_t k) { return grouped(all[k].stages); });
    row("passes run", "", [&](size_t k) { return grouped(all[k].passes_run); });
    row("skipped", "Passes skipped: the keys were in order, or all had the same digit",
        [&](size_t k) { return grouped(all[k].passes_skipped); });
    row("bytes", "The least that all stages must read and write",
        [&](size_t k) { return grouped(all[k].bytes); });
    const bool sectors =
        std::any_of(all.begin(), all.end(), [](const LessonTotals& t) { return t.has_sectors; });
    if (sectors) {
        row("sectors", "Of 32 bytes, written by all warps in all passes, keys only",
            [&](size_t k) { return all[k].has_sectors ? grouped(all[k].sectors) : std::string("-"); });
        row("unshuffled", "Sectors without the exchange in the tile", [&](size_t k) {
            return all[k].has_sectors ? grouped(all[k].sectors_without) : std::string("-");
        });
    }
    const bool paths =
        !data.state.lesson(0).path.empty() || (count > 1 && !data.state.lesson(1).path.empty());
    if (paths) {
        row("path", "The path that the sort took", [&](size_t k) {
            return data.state.lesson(k).path.empty() ? std::string("-") : data.state.lesson(k).path;
        });
    }
    ImGui::EndTable();
}

/// Over the small view of the scene: its edge, and a button that hides it.
void inset(PanelInput& in) {
    const Region& view = in.layout.view;
    if (view.height < 1) {
        if (ImGui::Button("Show the scene", {ImGui::GetContentRegionAvail().x, 0})) in.ui.lesson_scene = true;
        note_item(in.ui, "show scene");
        return;
    }
    const float side = std::round(18 * in.scale), gap = 4 * in.scale;
    ImGui::SetNextWindowPos({view.x + view.width - side - gap, view.y + gap});
    ImGui::SetNextWindowSize({side, side});
    ImGui::SetNextWindowBgAlpha(0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("##hide scene", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    if (icon_button(in.ui, "hide scene", Icon::close, "Hide the scene", {side, side}))
        in.ui.lesson_scene = false;
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace

void draw_lesson_numbers(PanelInput& in, LessonData& data) {
    begin_region("##lesson numbers", in.layout.right, colours::kPanel);
    if (in.layout.view.height < 1) inset(in);
    for (size_t k = 0; k < data.state.count(); k++) badge(in, data, k);
    for (size_t k = 0; k < data.state.count(); k++) stage_numbers(in, data, k);
    totals(in, data);
    end_region();
    if (in.layout.view.height >= 1) inset(in);
}

}  // namespace app
