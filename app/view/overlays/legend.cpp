// The legend of the view: names for the colours of bodies, tree levels and lines.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/gl/palette.h"
#include "app/observe/instances.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

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
    ImGui::Begin("##legend", nullptr, kFloatingText);
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

}  // namespace app
