// The question before a change that makes the window stall: a text and two buttons in the middle of the view.
#include "app/view/overlays/popup.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"

namespace app {

void draw_question(PanelInput& in) {
    if (!in.changes.question()) return;
    const Question question = *in.changes.question();  // an answer ends that of `changes`
    const Region& view = in.layout.view;
    const float inside = Popup::room(in, view, 30), gap = ImGui::GetStyle().ItemSpacing.x;
    const Popup popup(in, "##question", view, colours::kYellow);
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
    if (yes_pressed || no_pressed) in.changes.answer(yes_pressed);
}

}  // namespace app
