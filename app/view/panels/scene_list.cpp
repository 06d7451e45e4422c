// The scenes to choose from, group by group, two in a row, each with a small picture of it; the list scrolls.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/io/scene_catalog.h"
#include "app/view/actions/actions.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kRowHeight = 1.7f, kLargeThumbnail = 18;  // of the font's size; the latter's width
constexpr float kLeastRows = 4;                           // of the list
constexpr const char *kListHeight = "height of the list", *kOtherHeight = "height of other rows";
constexpr float kBesideName = 1;  // of the font's size: between a name and its thumbnail, and around both

ImTextureID texture_id(GLuint texture) {
    return reinterpret_cast<ImTextureID>(static_cast<intptr_t>(texture));
}

/// Beside the name, on the row that was drawn last, cut off at its sides where the name leaves no room for all of it;
/// larger where the mouse is.
void thumbnail(GLuint texture, const std::string& name, const std::string& title) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float height = high.y - low.y - 2, whole = height * Thumbnails::kAspect;
    const float room =
        high.x - low.x - ImGui::CalcTextSize(name.c_str()).x - kBesideName * ImGui::GetFontSize();
    const float width = std::round(std::clamp(room, 0.0f, whole)), cut = 0.5f - 0.5f * width / whole;
    const ImVec2 corner = {high.x - width - 1, low.y + 1};
    ImGui::GetWindowDrawList()->AddImageRounded(texture_id(texture), corner,
                                                {corner.x + width, corner.y + height}, {cut, 0}, {1 - cut, 1},
                                                IM_COL32_WHITE, 2);
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    const float large = ImGui::GetFontSize() * kLargeThumbnail;
    ImGui::Image(texture_id(texture), {large, large / Thumbnails::kAspect});
    if (!title.empty()) {
        ImGui::TextUnformatted(wrapped(title, large).c_str());
    }
    ImGui::EndTooltip();
}

}  // namespace

void draw_scene_list(PanelInput& in) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float row = ImGui::GetFontSize() * kRowHeight + style.ItemSpacing.y;
    if (ImGui::Button("Find a scene ...", {ImGui::GetContentRegionAvail().x, 0}))
        perform("find_scene", {in, in.ui});
    note_item(in.ui, "find scene");
    tooltip(tip("find_scene"));
    // As high as the panel's other rows leave room for, as its last frame has shown.
    ImGuiStorage* const kept = ImGui::GetStateStorage();
    float* const height = kept->GetFloatRef(ImGui::GetID(kListHeight));
    float* const whole = kept->GetFloatRef(ImGui::GetID("height of all scenes"));
    const float others = kept->GetFloat(ImGui::GetID(kOtherHeight), in.layout.left.height);
    const float room = in.layout.left.height - others - 2 * style.WindowPadding.y;
    *height = std::round(std::max(kLeastRows * row, std::min(room, *whole)));
    ImGui::BeginChild("##scenes", {0, *height});
    // Where another scene was chosen, by a key or the search, the list follows.
    const auto place =
        std::find(in.changes.scenes().begin(), in.changes.scenes().end(), in.simulation.options().scene);
    const int chosen_at = static_cast<int>(place - in.changes.scenes().begin());
    int* const seen = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("chosen"), -1);
    const bool follow = *seen != chosen_at;
    *seen = chosen_at;

    const ImVec2 size = {(ImGui::GetContentRegionAvail().x - style.ItemSpacing.x) / 2,
                         ImGui::GetFontSize() * kRowHeight};
    bool second = false;
    std::string group;
    for (const std::string& name : in.changes.scenes()) {
        const SceneEntry entry = scene_entry(name);
        if (entry.group != group) {
            group = entry.group;
            ImGui::PushFont(in.fonts.small_);
            ImGui::TextDisabled("%s", group.c_str());
            ImGui::PopFont();
            second = false;
        }
        const std::string& stem = entry.label;
        const bool chosen = name == in.simulation.options().scene;
        const GLuint texture = in.thumbnails ? in.thumbnails->of(name) : 0;
        if (second) ImGui::SameLine();
        second = !second;
        ImGui::PushID(name.c_str());
        ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0, 0.5f});
        const std::string label = texture ? stem : fit_text(stem, size.x - style.ItemSpacing.x);
        if (ImGui::Selectable(label.c_str(), chosen, 0, size) && !chosen) in.changes.next.scene = name;
        ImGui::PopStyleVar();
        note_item(in.ui, ("scene " + stem).c_str());
        if (chosen && follow) ImGui::SetScrollHereY();
        const std::string about =
            entry.title.empty() ? name : entry.title + "\n" + entry.teaches;  // of a file its path
        if (texture)
            thumbnail(texture, label, about);
        else
            tooltip(about);
        ImGui::PopID();
    }
    *whole = ImGui::GetCursorPosY();
    ImGui::EndChild();
}

void note_rows_below_scenes() {
    ImGuiStorage* const kept = ImGui::GetStateStorage();
    kept->SetFloat(ImGui::GetID(kOtherHeight),
                   ImGui::GetCursorPosY() - kept->GetFloat(ImGui::GetID(kListHeight)));
}

}  // namespace app
