// The question before a change that makes the window stall: a text and two buttons in the middle of the view.
#include <algorithm>

#include "app/view/panels/panels.h"
#include "app/view/panels/widgets.h"

namespace app {

void draw_question(PanelInput& in) {
    if (!in.session.question()) return;
    const Question question = *in.session.question();  // an answer ends the session's own
    const Region& view = in.layout.view;
    const float margin = 10 * in.scale, pad = 14 * in.scale, gap = ImGui::GetStyle().ItemSpacing.x;
    const float inside =
        std::min(std::max(view.width - 2 * margin, 80 * in.scale) - 2 * pad, ImGui::GetFontSize() * 30);
    ImGui::SetNextWindowPos({view.x + view.width / 2, view.y + view.height / 2}, ImGuiCond_Always,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * in.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, 12 * in.scale});
    ImGui::PushStyleColor(ImGuiCol_Border, colours::kYellow);
    ImGui::Begin("##question", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + inside);
    ImGui::TextUnformatted(wrapped(question.text, inside).c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 4 * in.scale});

    const std::string no = question.no + "  (Esc)";
    const float around = 2 * ImGui::GetStyle().FramePadding.x;
    const float wide = ImGui::CalcTextSize(question.yes.c_str()).x + ImGui::CalcTextSize(no.c_str()).x;
    const bool yes_pressed = ImGui::Button(question.yes.c_str());
    note_item(in.ui, "question yes");
    if (wide + 2 * around + gap <= inside) ImGui::SameLine();
    const bool no_pressed = ImGui::Button(no.c_str());
    note_item(in.ui, "question no");
    if (yes_pressed || no_pressed) in.session.answer(yes_pressed);
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

}  // namespace app
