// Below the picture: what happens, in words; a bar with all stages and passes; buttons and the speed.
#include <algorithm>
#include <cmath>

#include "app/view/actions/actions.h"
#include "app/view/lesson/lesson_panels.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

/// Draws a line and a sentence per lesson, of what both do at the same time.
void words_of_two(PanelInput& in, LessonState& state) {
    ImGui::PushTextWrapPos(0);
    for (size_t k = 0; k < state.count(); k++) {
        const LessonStep* step = state.step(k);
        ImGui::PushFont(in.fonts.bold);
        ImGui::TextUnformatted((state.lesson(k).engine + (step ? ", " + step->stage : "")).c_str());
        ImGui::PopFont();
        ImGui::SameLine(0, ImGui::GetFontSize());
        ImGui::TextDisabled("%s", state.stage_text(k).c_str());
        ImGui::TextUnformatted(state.sentence(k).c_str());
    }
    ImGui::PopTextWrapPos();
}

void words_of_one(PanelInput& in, LessonState& state) {
    const LessonStep* step = state.step();
    const float right = ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(in.fonts.bold);
    ImGui::TextUnformatted(step ? step->stage.c_str() : state.lesson().engine.c_str());
    ImGui::PopFont();
    ImGui::SameLine(0, ImGui::GetFontSize());
    ImGui::TextDisabled("%s", state.stage_text().c_str());
    std::string operation = state.operation_text();
    if (!in.layout.panels) operation = state.lesson().engine + (operation.empty() ? "" : ", ") + operation;
    const float wide = ImGui::CalcTextSize(operation.c_str()).x;
    if (ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetFontSize() < right - wide) {
        ImGui::SameLine(right - wide);
        ImGui::TextDisabled("%s", operation.c_str());
    }
    ImGui::PushTextWrapPos(0);
    const std::string sentence = state.sentence();
    ImGui::TextUnformatted(sentence.c_str());
    if (in.ui.tracked_pair != kNoPair) {
        const std::string way = state.way_text(in.ui.tracked_pair);
        ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colours::kAccent));
        if (!way.empty()) ImGui::TextUnformatted(way.c_str());
        ImGui::PopStyleColor();
    }
    // What may need more room than there is comes last.
    if (step && sentence != step->sentence) ImGui::TextDisabled("%s", step->sentence.c_str());
    ImGui::PopTextWrapPos();
}

void words(PanelInput& in, LessonData& data, float height) {
    ImGui::BeginChild("##words", {0, height}, false, ImGuiWindowFlags_NoSavedSettings);
    if (data.state.count() > 1)
        words_of_two(in, data.state);
    else
        words_of_one(in, data.state);
    ImGui::EndChild();
}

/// The one with more stages, which the bar shows.
const Lesson& longest(const LessonState& state) {
    size_t found = 0;
    for (size_t k = 1; k < state.count(); k++) {
        if (state.lesson(k).steps.size() > state.lesson(found).steps.size()) found = k;
    }
    return state.lesson(found);
}

/// Draws a bar with all places of the lesson from left to right; short marks where stages begin, long ones
/// with a number where passes do. Dragging it goes anywhere.
void scrub_bar(PanelInput& in, LessonData& data) {
    LessonClock& clock = data.state.clock;
    const float height = std::round(26 * in.scale), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##scrub", {std::max(width, 8.0f), height});
    note_item(in.ui, "scrub");
    const float last = static_cast<float>(std::max<size_t>(clock.places() - 1, 1));
    const float inset = 7 * in.scale, from = at.x + inset, way = std::max(width - 2 * inset, 1.0f);
    const auto x_of = [&](double place) { return from + static_cast<float>(place) / last * way; };
    if (ImGui::IsItemActive()) {
        const float part = std::clamp((ImGui::GetIO().MousePos.x - from) / way, 0.0f, 1.0f);
        clock.play(false);
        clock.seek_place(static_cast<size_t>(std::lround(part * last)));
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = at.y + std::round(height * 0.7f), thick = std::max(2.0f, std::round(4 * in.scale));
    const double now = static_cast<double>(clock.place_of(clock.stage(), 0)) + clock.shown();
    list->AddRectFilled({from, y - thick / 2}, {from + way, y + thick / 2}, colours::kFrame, thick / 2);
    list->AddRectFilled({from, y - thick / 2}, {x_of(now), y + thick / 2}, colours::kAccent, thick / 2);

    const Lesson& lesson = longest(data.state);
    const float small = in.fonts.small_->FontSize;
    float label_end = at.x;
    for (size_t i = 0; i < lesson.steps.size(); i++) {
        const LessonStep& step = lesson.steps[i];
        const float x = std::round(x_of(static_cast<double>(clock.place_of(i, 0))));
        const bool pass = step.pass >= 0 && (i == 0 || lesson.steps[i - 1].pass != step.pass);
        const ImU32 ink = step.ran ? colours::kDim : colours::kLine;
        list->AddLine({x, y - (pass ? 9 : 5) * in.scale}, {x, y + 4 * in.scale}, ink,
                      std::max(1.0f, in.scale));
        if (!pass) continue;
        const std::string label = pass_title(lesson, step.pass);
        const float wide = in.fonts.small_->CalcTextSizeA(small, 1e9f, 0, label.c_str()).x;
        const std::string shown = x + wide > at.x + width ? std::to_string(step.pass) : label;
        if (x < label_end) continue;
        list->AddText(in.fonts.small_, small, {x + 3 * in.scale, at.y - 1 * in.scale}, ink, shown.c_str());
        label_end = x + wide + 8 * in.scale;
    }
    const bool held = ImGui::IsItemActive() || ImGui::IsItemHovered();
    list->AddCircleFilled({x_of(now), y}, (held ? 7 : 6) * in.scale,
                          held ? colours::kText : colours::kAccent);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive() && !lesson.steps.empty()) {
        const float part = std::clamp((ImGui::GetIO().MousePos.x - from) / way, 0.0f, 1.0f);
        const auto place = static_cast<size_t>(std::lround(part * last));
        size_t stage = 0;
        while (stage + 1 < clock.stages() && clock.place_of(stage + 1, 0) <= place) stage++;
        stage = std::min(stage, lesson.steps.size() - 1);
        const LessonStep& step = lesson.steps[stage];
        ImGui::SetTooltip("stage %zu: %s%s%s", stage + 1, step.stage.c_str(),
                          step.pass >= 0 ? (", " + pass_title(lesson, step.pass)).c_str() : "",
                          step.ran ? "" : ", skipped");
    }
}

struct MoveButton {
    const char* name;
    const char* action;
    int heads;  // triangles
    bool bar;   // in front of them: it goes to an end
    bool back;
};

/// Returns whether it was pressed.
bool move_button(PanelInput& in, const MoveButton& move, ImVec2 size) {
    ImGui::PushID(move.name);
    const bool pressed = ImGui::Button("##move", size);
    note_item(in.ui, move.name);
    tooltip(tip(move.action));
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const ImVec2 c{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const float r = std::round(size.y * 0.2f), sign = move.back ? -1.0f : 1.0f;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
    const float parts = static_cast<float>(move.heads) + (move.bar ? 0.3f : 0);
    float x = c.x - sign * parts * r * 0.75f;
    for (int k = 0; k < move.heads; k++, x += sign * r * 1.5f)
        list->AddTriangleFilled({x, c.y - r}, {x + sign * r * 1.5f, c.y}, {x, c.y + r}, ink);
    if (move.bar)
        list->AddRectFilled({std::min(x, x + sign * r * 0.45f), c.y - r},
                            {std::max(x, x + sign * r * 0.45f), c.y + r}, ink);
    ImGui::PopID();
    ImGui::SameLine(0, 4 * in.scale);
    return pressed;
}

void buttons(PanelInput& in, LessonData& data) {
    LessonClock& clock = data.state.clock;
    const float height = ImGui::GetFrameHeight();
    const ImVec2 size{std::round(height * 1.35f), height};
    const ActionTarget to{in, in.ui, &clock};
    const auto button = [&](const MoveButton& move) {
        if (move_button(in, move, size)) perform(move.action, to);
    };
    button({"lesson first", "lesson_first", 1, true, true});
    button({"stage back", "stage_back", 2, false, true});
    button({"operation back", "operation_back", 1, false, true});
    if (icon_button(in.ui, "lesson play", clock.playing() ? Icon::pause : Icon::play, tip("lesson_play"),
                    {size.x * 1.3f, size.y}))
        perform("lesson_play", to);
    ImGui::SameLine(0, 4 * in.scale);
    button({"operation forward", "operation_forward", 1, false, false});
    button({"stage forward", "stage_forward", 2, false, false});
    button({"lesson last", "lesson_last", 1, true, false});

    ImGui::SameLine(0, ImGui::GetFontSize());
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("speed");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(std::min(150 * in.scale, ImGui::GetContentRegionAvail().x));
    auto speed = static_cast<float>(clock.speed);
    ImGui::PushAllowKeyboardFocus(false);  // Tab hides the panels
    begin_slider();
    if (ImGui::SliderFloat("##speed", &speed, 0.25f, 16, "%.2g x",
                           ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic))
        clock.speed = static_cast<double>(speed);
    ImGui::PopAllowKeyboardFocus();
    end_slider(clock.speed, 0.25, 16, true);
    note_item(in.ui, "speed");
    tooltip("Operations per second while the lesson plays");
    const std::string hint = "arrow keys step; F1: keys";
    const float wide = ImGui::CalcTextSize(hint.c_str()).x;
    ImGui::SameLine();
    const float room = ImGui::GetContentRegionAvail().x;
    if (room < wide) return ImGui::NewLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - wide);
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", hint.c_str());
}

}  // namespace

void draw_lesson_steps(PanelInput& in, LessonData& data) {
    const Region& region = in.layout.steps;
    if (region.width < 8 || region.height < 8) return;
    begin_region("##lesson steps", region, colours::kToolPanel);
    const float controls =
        std::round(26 * in.scale) + ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().ItemSpacing.y;
    words(in, data, std::max(ImGui::GetContentRegionAvail().y - controls, ImGui::GetFontSize()));
    scrub_bar(in, data);
    buttons(in, data);
    end_region();
}

}  // namespace app
