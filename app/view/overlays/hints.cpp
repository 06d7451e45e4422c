// Five hints on the picture, at the very first start; a click or Esc closes them.
#include <algorithm>
#include <cmath>

#include "app/view/overlays/window_overlays.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kUsualWidth = 14;  // of the font's size

struct Hint {
    const char* text;
    float x, y;        // of the view, 0 to 1
    ImVec2 pivot;      // of the box
    float to_x, to_y;  // where its arrow points; 0, 0: it has none
};

const Hint kHints[] = {
    {"Space pauses, O does one step. F1 shows all keys.", 0.5f, 0.04f, {0.5f, 0}, 0, -1},
    {"Scenes and their number of bodies. Ctrl+O finds a scene by what it shows.", 0, 0.34f, {0, 0.5f}, -1, 0},
    {"How this step was sorted, and which pairs it found.", 1, 0.34f, {1, 0.5f}, 1, 0},
    {"Drag to turn, drag a body to pull it, click it to select.", 0.5f, 0.60f, {0.5f, 0.5f}, 0, 0},
    {"The time of every stage. F3 arranges all for profiling, F2 for watching.",
     0.5f,
     0.97f,
     {0.5f, 1},
     0,
     1},
};

void draw_hint(PanelInput& in, const Hint& hint, int number) {
    const Region& view = in.layout.view;
    const float margin = 16 * in.scale, pad = 12 * in.scale;
    // Two beside each other fit, in small letters where the view is narrow.
    const bool narrow = view.width < 2 * (kUsualWidth * ImGui::GetFontSize() + 2 * pad + margin);
    ImGui::PushFont(narrow ? in.fonts.small_ : in.fonts.regular);
    const float wide =
        std::min(kUsualWidth * ImGui::GetFontSize(), view.width / 2 - 2 * (narrow ? pad + margin : margin));
    const float top = narrow ? 0 : 0.13f;  // below a message of a line, where there is room
    const ImVec2 at = {view.x + margin + hint.x * (view.width - 2 * margin),
                       view.y + std::max(hint.y, top) * view.height};
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, hint.pivot);
    ImGui::SetNextWindowBgAlpha(0.94f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * in.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, (narrow ? 4 : 8) * in.scale});
    ImGui::PushStyleColor(ImGuiCol_Border, colours::kAccent);
    ImGui::Begin(("##hint" + std::to_string(number)).c_str(), nullptr, kFloatingText);
    ImGui::TextUnformatted(wrapped(hint.text, wide).c_str());
    if (hint.to_x == 0 && hint.to_y == 0) ImGui::TextDisabled("Click, or Esc: close these hints");
    const ImVec2 a = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    if (hint.to_x != 0 || hint.to_y != 0) {
        const float r = 8 * in.scale;
        const ImVec2 c = {a.x + size.x / 2 + hint.to_x * size.x / 2,
                          a.y + size.y / 2 + hint.to_y * size.y / 2};
        ImDrawList* list = ImGui::GetForegroundDrawList();
        list->AddTriangleFilled({c.x + hint.to_x * r, c.y + hint.to_y * r},
                                {c.x + hint.to_y * r, c.y - hint.to_x * r},
                                {c.x - hint.to_y * r, c.y + hint.to_x * r}, colours::kAccent);
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    ImGui::PopFont();
    in.ui.items.push_back({"hint " + std::to_string(number), a, {a.x + size.x, a.y + size.y}});
}

}  // namespace

void draw_hints(PanelInput& in) {
    int number = 0;
    for (const Hint& hint : kHints) draw_hint(in, hint, ++number);
}

}  // namespace app
