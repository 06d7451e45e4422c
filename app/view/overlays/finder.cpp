// The search for scenes: a field, and below it all that fit, with a picture and a sentence each.
#include <algorithm>
#include <cmath>

#include "app/view/overlays/window_overlays.h"
#include "app/view/session/simulation.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kWidth = 46, kRow = 4.1f;  // of the font's size

/// The picture, title and sentence over the row that was drawn last.
void draw_entry(PanelInput& in, const SceneEntry& entry, bool current) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float pad = std::round(3 * in.scale), height = high.y - low.y - 2 * pad;
    const float wide = std::round(height * Thumbnails::kAspect), line = ImGui::GetFontSize();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 a = {low.x + pad, low.y + pad}, b = {a.x + wide, a.y + height};
    if (const GLuint picture = in.thumbnails ? in.thumbnails->of(entry.name) : 0)
        list->AddImageRounded(reinterpret_cast<ImTextureID>(uintptr_t(picture)), a, b, {0, 0}, {1, 1},
                              IM_COL32_WHITE, 3);
    else
        list->AddRectFilled(a, b, colours::kFrame, 3);
    const float x = b.x + 3 * pad, room = high.x - x - pad;
    const std::string title = fit_text(entry.title + (current ? "  (open)" : ""), room);
    list->AddText(in.fonts.bold, line, {x, low.y + pad}, colours::kText, title.c_str());
    list->PushClipRect({x, low.y}, high, true);
    const std::string sentence = wrapped(entry.teaches, room);
    list->AddText(in.fonts.regular, line, {x, low.y + pad + std::round(1.25f * line)}, colours::kDim,
                  sentence.c_str());
    list->PopClipRect();
}

void draw_entries(PanelInput& in, const std::vector<SceneEntry>& found) {
    UiState::Finder& finder = in.ui.finder;
    const bool grouped_by = finder.typed[0] == 0;
    std::string group;
    for (size_t k = 0; k < found.size(); k++) {
        const SceneEntry& entry = found[k];
        if (grouped_by && entry.group != group) ImGui::TextDisabled("%s", entry.group.c_str());
        group = entry.group;
        ImGui::PushID(static_cast<int>(k));
        if (ImGui::Selectable("##entry", k == finder.chosen, 0, {0, ImGui::GetFontSize() * kRow})) {
            if (entry.name != in.simulation.options().scene) in.changes.next.scene = entry.name;
            finder.open = false;
        }
        note_item(in.ui, ("find " + entry.name).c_str());
        if (k == finder.chosen && finder.to_chosen) ImGui::SetScrollHereY();
        draw_entry(in, entry, entry.name == in.simulation.options().scene);
        ImGui::PopID();
    }
    finder.to_chosen = false;
}

}  // namespace

std::vector<SceneEntry> finder_entries(const WorldChanges& changes, const UiState& ui) {
    std::vector<SceneEntry> all;
    for (const std::string& name : changes.scenes()) all.push_back(scene_entry(name));
    return found_scenes(all, ui.finder.typed.data());
}

void draw_finder(PanelInput& in) {
    UiState::Finder& finder = in.ui.finder;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float margin = 12 * in.scale, font = ImGui::GetFontSize();
    const ImVec2 size = {std::min(screen.x - 2 * margin, kWidth * font),
                         std::min(screen.y - 2 * margin, 40 * font)};
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * in.scale, 12 * in.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * in.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("##finder", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoScrollbar);
    if (finder.opened_now) ImGui::SetKeyboardFocusHere();
    finder.opened_now = false;
    const float button = ImGui::GetFrameHeight();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::InputTextWithHint("##words", "Find a scene: a name, a group, or what it shows",
                                 finder.typed.data(), finder.typed.size())) {
        finder.chosen = 0;
        finder.to_chosen = true;
    }
    note_item(in.ui, "find words");
    ImGui::SameLine();
    if (icon_button(in.ui, "close finder", Icon::close, "Close (Esc)", {button, button})) finder.open = false;
    const std::vector<SceneEntry> found = finder_entries(in.changes, in.ui);
    finder.chosen = found.empty() ? 0 : std::min(finder.chosen, found.size() - 1);
    ImGui::BeginChild("##found", {0, -1.5f * font});
    if (found.empty()) ImGui::TextDisabled("No scene has these words.");
    draw_entries(in, found);
    ImGui::EndChild();
    ImGui::TextDisabled(
        "Up, Down: choose    Enter: open    Esc: close    or drop a .toml file onto the window");
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace app
