// Right: whether GPU and model agree, the numbers of the stage, the totals.
#include <algorithm>

#include "app/teach/costs.h"
#include "app/view/lesson/lesson_panels.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

/// "no NVIDIA driver found", of "CPU model (no NVIDIA driver found)".
std::string in_brackets(const std::string& source) {
    const size_t open = source.find('('), close = source.rfind(')');
    if (open == source.npos || close == source.npos || close < open) return source;
    return source.substr(open + 1, close - open - 1);
}

/// Draws the fault of the broken model's result, and a button that goes to the first wrong stage.
void draw_break(PanelInput& in, LessonData& data, const LessonBreak& broken) {
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colours::kVermilion));
    ImGui::TextUnformatted(broken.wrong ? ("Wrong: " + broken.wrong_what).c_str()
                                        : "The result is right with these keys.");
    ImGui::PopStyleColor();
    if (broken.first_step < 0) return;
    const std::string label = "Go to stage " + std::to_string(broken.first_step + 1);
    if (ImGui::Button(label.c_str())) data.state.clock.seek(static_cast<size_t>(broken.first_step), 1 << 30);
    note_item(in.ui, "first wrong stage");
    tooltip("The first stage that differs from that of the right model");
}

/// A word in a frame, and below it why.
void badge(PanelInput& in, LessonData& data, size_t k) {
    const Lesson& lesson = data.state.lesson(k);
    const LessonStep* step = data.state.step(k);
    const Agreement agreement = step ? step->agreement : Agreement::model_only;
    const bool broken = !lesson.broken.name.empty();
    const bool agrees = !broken && agreement == Agreement::agrees;
    const bool differs = broken || agreement == Agreement::differs;
    const std::string text = broken ? "model, broken" : agreement_text(lesson.source_kind, agreement);
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
        "with the model, the same algorithm on the CPU. Where the stages are inside one launch, the result is compared.");
    ImGui::PushTextWrapPos(0);
    if (broken)
        draw_break(in, data, lesson.broken);
    else if (differs)
        ImGui::TextUnformatted(data.state.difference(k).c_str());
    else if (!agrees)
        ImGui::TextDisabled(
            "%s", (data.device_notes[k].empty() ? in_brackets(lesson.source) : data.device_notes[k]).c_str());
    ImGui::PopTextWrapPos();
}

/// Both lessons, where they say the same.
bool same_badge(const LessonData& data) {
    if (data.state.count() < 2) return true;
    const LessonStep *a = data.state.step(0), *b = data.state.step(1);
    const Lesson &one = data.state.lesson(0), &other = data.state.lesson(1);
    return a && b && a->agreement == b->agreement && a->agreement != Agreement::differs &&
           one.source_kind == other.source_kind && one.broken.name.empty() && other.broken.name.empty();
}

/// Draws a name and its value on one line or, where the value is long, the value below the name.
void number_row(const LessonNumber& number) {
    const float wide = ImGui::CalcTextSize(number.name.c_str()).x +
                       ImGui::CalcTextSize(number.value.c_str()).x + ImGui::GetFontSize();
    if (wide <= ImGui::GetContentRegionAvail().x) return value_row(number.name.c_str(), number.value);
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s", number.name.c_str());
    ImGui::TextUnformatted(number.value.c_str());
    ImGui::PopTextWrapPos();
}

void stage_numbers(PanelInput& in, const LessonData& data, size_t k) {
    const LessonStep* step = data.state.step(k);
    if (!step) return;
    section(in.fonts, data.state.count() > 1 ? (step->stage + ", " + data.state.lesson(k).engine).c_str()
                                             : "This stage");
    if (step->numbers.empty()) ImGui::TextDisabled("nothing is counted here");
    for (const LessonNumber& number : step->numbers) {
        number_row(number);
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
    const size_t count = data.state.count();
    section(in.fonts, data.state.lesson(0).result.empty() ? "The whole sort" : "The whole lesson");
    std::vector<LessonCosts> all;
    for (size_t k = 0; k < count; k++) all.push_back(costs_of(data.state.lesson(k)));
    const int columns = static_cast<int>(count) + 1;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {3 * in.scale, 1 * in.scale});
    ImGui::PushFont(count > 1 ? in.fonts.small_ : in.fonts.regular);
    const bool seen =
        ImGui::BeginTable("##totals", columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings);
    if (!seen) {
        ImGui::PopFont();
        return ImGui::PopStyleVar();
    }
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1.25f);
    for (size_t k = 0; k < count; k++)
        ImGui::TableSetupColumn("lesson", ImGuiTableColumnFlags_WidthStretch, 1);
    const auto row = [&](const char* name, const char* about, auto value) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", name);
        tooltip(about);
        for (size_t k = 0; k < count; k++) {
            const std::string text = value(k);
            cell(fit_text(text, ImGui::GetColumnWidth()));
            tooltip(text);
        }
    };
    const auto number = [](uint64_t value) { return grouped(value); };
    // A row of what some lesson has; "-" for the others.
    const auto row_of = [&](const char* name, const char* about, auto part) {
        const auto has = [part](const LessonCosts& costs) { return (costs.*part).has_value(); };
        if (std::none_of(all.begin(), all.end(), has)) return;
        row(name, about, [&](size_t k) { return has(all[k]) ? number(*(all[k].*part)) : std::string("-"); });
    };
    if (count > 1) row("", "", [&](size_t k) { return data.state.lesson(k).engine; });
    row("result", "Compared with std::stable_sort",
        [&](size_t k) { return std::string(result_word(data.state.lesson(k))); });
    row("stages run", "Parts of the sort that did something",
        [&](size_t k) { return number(all[k].stages); });
    row("  skipped", "Stages that the sort skipped, because these keys do not need them",
        [&](size_t k) { return number(all[k].stages_skipped); });
    row_of("passes run", "One per digit of the keys", &LessonCosts::passes);
    row_of("  skipped", "Passes skipped: the keys were in order, or all had the same digit",
           &LessonCosts::passes_skipped);
    row("moves", "Pairs that a stage puts at another index, summed over the stages",
        [&](size_t k) { return number(all[k].moves); });
    row_of("bytes", "The least that all stages must read and write", &LessonCosts::bytes);
    row_of("launches", "Of kernels, when nobody observes the sort", &LessonCosts::launches);
    row_of("grid barriers", "Times that all blocks wait for each other", &LessonCosts::barriers);
    row_of("compares", "Of keys with keys, in order checks and networks", &LessonCosts::compares);
    const auto known = [](const LessonCosts& costs) { return costs.writes_known; };
    if (std::any_of(all.begin(), all.end(), known)) {
        const auto of_writes = [&](uint32_t LessonCosts::*part) {
            return [&, part](size_t k) { return known(all[k]) ? number(all[k].*part) : std::string("-"); };
        };
        row("runs", "Stretches of pairs with the same digit, as the passes write them",
            of_writes(&LessonCosts::runs));
        row("sectors", "Of 32 bytes, written by all warps in all passes, keys only",
            of_writes(&LessonCosts::sectors));
        row("no exchange", "Sectors without the exchange in the tile",
            of_writes(&LessonCosts::sectors_plain));
    }
    const auto path = [&](size_t k) { return data.state.lesson(k).path; };
    if (!path(0).empty() || (count > 1 && !path(1).empty()))
        row("path", "The path that the sort took", [&](size_t k) { return path(k).empty() ? "-" : path(k); });
    ImGui::EndTable();
    ImGui::PopFont();
    ImGui::PopStyleVar();
}

/// Draws the questions of the stage, then those of the whole sort; an answer unfolds under its question.
void questions(PanelInput& in, const LessonData& data, size_t which) {
    const Lesson& lesson = data.state.lesson(which);
    const LessonStep* step = data.state.step(which);
    if (lesson.questions.empty()) return;
    section(in.fonts, data.state.count() > 1 ? ("Questions: " + lesson.engine).c_str() : "Questions");
    ImGui::PushID(static_cast<int>(which));
    for (const bool of_stage : {true, false}) {
        for (size_t k = 0; k < lesson.questions.size(); k++) {
            const LessonQuestion& one = lesson.questions[k];
            const bool here = step && one.stage == step->stage;
            if (of_stage ? !here : !one.stage.empty()) continue;
            ImGui::PushID(static_cast<int>(k));
            ImGuiStorage* storage = ImGui::GetStateStorage();
            const ImGuiID id = ImGui::GetID("open");
            const bool open = storage->GetBool(id);
            ImGui::PushTextWrapPos(0);
            ImGui::TextUnformatted(((open ? "- " : "+ ") + one.question).c_str());
            if (ImGui::IsItemClicked()) storage->SetBool(id, !open);
            if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            note_item(in.ui, ("question " + std::to_string(k)).c_str());
            tooltip(open ? "Click: hides the answer" : "Click: shows the answer");
            if (open) {
                ImGui::Indent();
                ImGui::TextDisabled("%s", one.answer.c_str());
                note_item(in.ui, ("answer " + std::to_string(k)).c_str());
                ImGui::Unindent();
            }
            ImGui::PopTextWrapPos();
            ImGui::PopID();
        }
    }
    // Where the others are asked.
    std::string others;
    for (const LessonQuestion& one : lesson.questions) {
        if (one.stage.empty() || (step && one.stage == step->stage) || others.find(one.stage) != others.npos)
            continue;
        others += (others.empty() ? "more at: " : ", ") + one.stage;
    }
    ImGui::PushTextWrapPos(0);
    if (!others.empty()) ImGui::TextDisabled("%s", others.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopID();
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
    const size_t count = data.state.count(), badges = same_badge(data) ? 1 : count;
    for (size_t k = 0; k < badges; k++) badge(in, data, k);
    if (count > 1) totals(in, data);  // what two are compared by
    for (size_t k = 0; k < count; k++) stage_numbers(in, data, k);
    for (size_t k = 0; k < count; k++) questions(in, data, k);
    if (count == 1) totals(in, data);
    end_region();
    if (in.layout.view.height >= 1) inset(in);
}

}  // namespace app
