// Text at the top of the view: messages, what overlays leave out, and two lines of numbers when the panels are hidden.
#include <algorithm>

#include "app/base/messages.h"
#include "app/base/text/names.h"
#include "app/observe/instances.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

/// Returns the region that fills most of the window.
Region main_region(const PanelInput& in) {
    Region region = in.ui.lesson ? in.layout.picture : in.layout.view;
    region.width += in.layout.second_view.width;
    return region;
}

/// Returns where the next one may begin.
float box_at_top(PanelInput& in, const char* name, const std::string& text, ImU32 mark, float y) {
    const Region view = main_region(in);
    const float margin = 10 * in.scale;
    const float wide = std::max(view.width - 2 * margin, 80 * in.scale);
    const float wrap = std::min(wide - 40 * in.scale, ImGui::GetFontSize() * 34);
    ImGui::SetNextWindowPos({view.x + view.width / 2, y}, ImGuiCond_Always, {0.5f, 0});
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 4 * in.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * in.scale, 8 * in.scale});
    ImGui::Begin(name, nullptr, kFloatingText);
    const ImVec2 a = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRectFullScreen();  // the mark lies in the padding
    list->AddRectFilled(a, {a.x + 4 * in.scale, a.y + size.y}, mark, 4 * in.scale,
                        ImDrawFlags_RoundCornersLeft);
    list->PopClipRect();
    ImGui::PushTextWrapPos(wrap);
    ImGui::TextUnformatted(wrapped(text, wrap - ImGui::GetCursorPosX()).c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar(2);
    return y + size.y + 6 * in.scale;
}

/// The newest messages; of more, how many wait.
void draw_messages(PanelInput& in, float top) {
    const std::vector<Message>& all = in.messages.all();
    const size_t shown = std::min(Messages::kShown, all.size());
    for (size_t k = 0; k < shown; ++k) {
        const ImU32 mark = all[k].error ? colours::kVermilion : colours::kAccent;
        // Others go by themselves, and what is being done does not end with a key.
        std::string text = all[k].text + (all[k].error ? "   (Esc)" : "");
        if (k + 1 == shown && all.size() > shown)
            text += "\nThen " + counted(all.size() - shown, "older message");
        top = box_at_top(in, ("##message" + std::to_string(k)).c_str(), text, mark, top);
    }
}

}  // namespace

std::string left_out(const DrawSettings& draw, const InteropStatus& status, uint64_t pairs) {
    std::vector<std::string> parts;
    if (draw.boxes && status.box_stride > 1) {
        parts.push_back("Boxes: all large ones, 1 in " + grouped(status.box_stride) + " of the others");
    }
    const auto add = [&](const std::string& what, uint32_t most) {
        const uint64_t stride = most ? pair_stride(pairs, most) : 1;
        if (most == 0) parts.push_back(what + ": none, this OpenGL cannot read so many bodies at once");
        if (stride > 1) parts.push_back(what + ": 1 in " + grouped(stride));
    };
    if (draw.pairs) add("Pair lines", status.most_lines);
    if (draw.contacts && !status.marks) add("Contacts", status.most_contacts);
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ". ") + part;
    return text;
}

void draw_message(PanelInput& in) {
    float top = main_region(in).y + 12 * in.scale;
    if (in.layout.second_view.width > 0)
        top += 4 * ImGui::GetTextLineHeightWithSpacing();  // below their names
    if (!in.interop.shader_error.empty()) {                // until it is mended
        top = box_at_top(in, "##shaders", in.interop.shader_error + "\nThe last good shaders stay in use.",
                         colours::kVermilion, top);
    }
    if (!in.messages.empty()) return draw_messages(in, top);
    if (in.ui.lesson) return;  // what follows is about the scene
    // A copy where interop is expected deserves a line of its own: it is the commonest cause of slow
    // pictures.
    const float lines = in.layout.panels ? 0 : 3 * ImGui::GetTextLineHeight();
    if (in.simulation.config().backend == sim::Backend::cuda && !in.interop.interop &&
        !in.interop.reason.empty()) {
        box_at_top(in, "##copy", "Pictures by copy: " + in.interop.reason, colours::kYellow, top + lines);
        return;
    }
    const std::string missing = left_out(in.view.draw, in.interop, in.simulation.counters().pairs);
    if (!missing.empty()) box_at_top(in, "##left out", missing, colours::kAccent, top + lines);
}

void draw_hud(PanelInput& in) {
    const float margin = 10 * in.scale;
    ImGui::SetNextWindowPos({margin, margin});
    ImGui::SetNextWindowBgAlpha(0.6f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 4 * in.scale);
    ImGui::Begin("##hud", nullptr, kFloatingText);
    const std::string speed = speed_text(in.simulation);
    ImGui::PushTextWrapPos(std::max(in.layout.view.width - 3 * margin, ImGui::GetFontSize() * 8));
    const std::string line = in.simulation.config().scene.name + ", " +
                             grouped(in.simulation.config().bodies) + " bodies, " + in.device + ", " +
                             step_text(in.simulation) + (speed.empty() ? "" : ", " + speed);
    ImGui::TextUnformatted(wrapped(line, in.layout.view.width - 4 * margin).c_str());
    ImGui::PopTextWrapPos();
    if (in.frame_ms > 0) {  // a still picture has neither frames a second nor keys
        ImGui::TextUnformatted(frame_rate(in.frame_ms).c_str());
        ImGui::SameLine(0, ImGui::GetFontSize());
        ImGui::TextDisabled("Tab: panels  F1: keys");
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace app
