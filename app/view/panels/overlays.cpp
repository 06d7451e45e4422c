// What floats over the view: the legend, messages, and two lines of numbers when the panels are hidden.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/base/messages.h"
#include "app/base/text/names.h"
#include "app/gl/palette.h"
#include "app/observe/instances.h"
#include "app/view/panels/panels.h"
#include "app/view/panels/widgets.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"

namespace app {
namespace {

constexpr ImGuiWindowFlags kOverlay = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav;

constexpr float kBallsWide =
    0.5f - 0.5f / kLegendWidePx;  // of the texture; what is beside them is not to show

/// The part of a texture of the scene's renderer; v from below.
void draw_lit(unsigned texture, ImVec2 min, ImVec2 max, ImVec2 uv_min, ImVec2 uv_max) {
    ImGui::GetWindowDrawList()->AddImage(reinterpret_cast<ImTextureID>(uintptr_t(texture)), min, max,
                                         {uv_min.x, uv_max.y}, {uv_max.x, uv_min.y});
}

/// Draws names, each with a ball in the light of the bodies; without the texture `lit`, with a square.
void draw_names(const std::vector<LegendEntry>& entries, unsigned lit = 0) {
    const float side = std::round(ImGui::GetFontSize() * (lit ? 0.85f : 0.7f));
    for (size_t k = 0; k < entries.size(); k++) {
        const LegendEntry& entry = entries[k];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float y = at.y + std::round((ImGui::GetTextLineHeight() - side) / 2);
        const ImVec2 min{at.x, y}, max{at.x + side, y + side};
        const float tile = 1.0f / kLegendBalls, v = static_cast<float>(k) * tile;
        if (lit && k < kLegendBalls)
            draw_lit(lit, min, max, {0, v}, {kBallsWide, v + tile});
        else
            ImGui::GetWindowDrawList()->AddRectFilled(min, max, colours::rgb(entry.rgb), 2);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + ImGui::GetStyle().ItemInnerSpacing.x);
        ImGui::TextUnformatted(entry.text.c_str());
    }
}

/// The palette as a rod in the light of the bodies, without a scene as a bar; its end on top, with a tick for each
/// entry at its own place.
void draw_ramp(Colour colour, const std::vector<LegendEntry>& entries, unsigned lit, float scale) {
    const float line = ImGui::GetTextLineHeight(), width = std::round(12 * scale), tick = 4 * scale;
    // So high that texts at neighbouring ticks stand a line apart.
    float closest = 1;
    for (size_t k = 1; k < entries.size(); k++) {
        closest = std::min(closest, entries[k].value - entries[k - 1].value);
    }
    const float height = std::round(std::clamp(1.15f * line / closest, 5 * line, 8 * line));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = at.y + std::round(line / 2), bottom = top + height;
    ImDrawList* list = ImGui::GetWindowDrawList();
    constexpr int kSamples = 32;
    const auto y_of = [&](float value) { return std::round(bottom - value * height); };
    if (lit) draw_lit(lit, {at.x, top}, {at.x + width, bottom}, {1 - kBallsWide, 0}, {1, 1});
    for (int k = 0; k < kSamples && !lit; k++) {
        const float low = static_cast<float>(k) / kSamples, high = static_cast<float>(k + 1) / kSamples;
        const ImU32 below = colours::rgb(palette_colour(colour, low)),
                    above = colours::rgb(palette_colour(colour, high));
        list->AddRectFilledMultiColor({at.x, y_of(high)}, {at.x + width, y_of(low)}, above, above, below,
                                      below);
    }
    float text_width = 0;
    for (const LegendEntry& entry : entries) {
        const float y = y_of(entry.value);
        list->AddLine({at.x + width, y}, {at.x + width + tick, y}, colours::kDim);
        list->AddText({at.x + width + 2 * tick, std::round(y - line / 2)}, colours::kText,
                      entry.text.c_str());
        text_width = std::max(text_width, ImGui::CalcTextSize(entry.text.c_str()).x);
    }
    ImGui::Dummy({width + 2 * tick + text_width, height + line});
}

/// Appends names for the levels of the tree's nodes whose boxes are drawn.
void add_levels(const DrawSettings& draw, std::vector<LegendEntry>& lines) {
    constexpr size_t kMostLevels = 6;  // of more every so many-th is named
    std::set<uint32_t> levels;
    if (draw.shown_of() == sim::kNobody) {
        for (uint32_t k = 0; k < kShownLevels && k <= draw.tree_level; ++k)
            levels.insert(draw.tree_level - k);
    } else if (draw.walk) {
        for (const TreeBox& node : draw.walk->nodes) levels.insert(node.level);
    }
    uint32_t every = 0, each = uint32_t(levels.size() / kMostLevels + 1);
    for (const uint32_t level : levels)
        if (every++ % each == 0)
            lines.push_back({"tree level " + std::to_string(level), level_colour(level), 0});
    if (draw.shown_of() == sim::kNobody || !draw.walk) return;
    if (!draw.walk->bodies.empty())
        lines.push_back(
            {"dot: a body that pulls by itself", level_colour(draw.walk->bodies.front().level), 0});
    if (!draw.walk->nodes.empty())
        lines.push_back({"faint box: a small pull", level_colour(draw.walk->nodes.front().level), 0});
}

/// Draws names for the colours of the overlays' lines.
void draw_line_names(const Simulation& simulation, const View& view) {
    const DrawSettings& draw = view.draw;
    const bool light = draw.theme == Theme::light;
    std::vector<LegendEntry> lines;
    // The colours of shaders/overlays/pair.vert and column_pane.frag.
    if (draw.pairs) lines.push_back({"pair: boxes overlap", light ? 0x0d52b8u : 0x73adffu, 0});
    if (draw.pairs && simulation.config().scene.shapes.empty())
        lines.push_back({"pair: bodies touch", light ? 0xcc5c00u : 0xff9938u, 0});
    if (draw.columns && simulation.world().bodies().columns)
        lines.push_back({"border of columns", light ? 0x1a4d80u : 0x80b8f2u, 0});
    if (draw.boxes && simulation.world().bodies().tree.exists()) add_levels(draw, lines);
    draw_names(lines);
    if (draw.columns && !simulation.world().bodies().columns)
        ImGui::TextDisabled("no columns: %s", simulation.config().broad_phase.c_str());
    if (!draw.flat && simulation.config().scene.physics.sleep_speed_m_s > 0)
        ImGui::TextDisabled("dull: asleep");
}

}  // namespace

/// Draws the legend in small letters; where the view is low, in somewhat smaller ones, so that a legend of
/// few lines covers a third of it.
void draw_legend(PanelInput& in) {
    const Colour colour = in.view.draw.colour;
    const LegendScene scene =
        LegendScene::of(in.simulation.config().scene, in.simulation.config().bodies, in.view.draw);
    const std::vector<LegendEntry> entries = legend(colour, scene);
    if (entries.empty()) return;
    const Region& view = in.layout.view;
    constexpr float kLines = 12, kPartOfView = 0.36f;
    const float fits = kPartOfView * view.height / (kLines * in.fonts.small_->FontSize);
    const float shrink = std::clamp(fits, 0.75f, 1.0f), scale = in.scale * shrink;
    const float margin = 8 * scale;
    ImGui::SetNextWindowPos({view.x + margin, view.y + view.height - margin}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowBgAlpha(0.78f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 4 * scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * scale, 5 * scale});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {4 * scale, 2 * scale});
    ImGui::PushFont(in.fonts.small_);
    ImGui::Begin("##legend", nullptr, kOverlay | ImGuiWindowFlags_NoInputs);
    ImGui::SetWindowFontScale(shrink);
    ImGui::TextDisabled("%s", legend_title(colour, scene).c_str());
    if (shows_sort(colour) && !scene.sort.moment.empty()) ImGui::TextUnformatted(scene.sort.moment.c_str());
    if (colour == Colour::kind || colour == Colour::asleep || shows_sort(colour) || entries.size() == 1) {
        draw_names(entries, in.interop.legend_texture);
    } else {
        draw_ramp(colour, entries, in.interop.legend_texture, scale);
    }
    draw_line_names(in.simulation, in.view);
    ImGui::TextDisabled("%s", in.view.draw.flat ? "flat; 9: lit" : "lit; 9: flat");
    ImGui::End();
    ImGui::PopFont();
    ImGui::PopStyleVar(3);
}

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
    ImGui::Begin(name, nullptr, kOverlay | ImGuiWindowFlags_NoInputs);
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
    ImGui::Begin("##hud", nullptr, kOverlay | ImGuiWindowFlags_NoInputs);
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
