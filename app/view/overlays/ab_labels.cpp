// Over two worlds side by side: which is which, what their steps take, and whether they are the same.
#include <algorithm>

#include "app/measure/report_facts.h"
#include "app/view/panels/panels.h"
#include "app/view/race/ab_comparison.h"
#include "app/view/session/compare.h"
#include "app/view/session/simulation.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kAbLegend = 22;  // of the font's size: what the legend needs, on both sides

std::string time_text(const char* name, double ms, double of_a_ms) {
    if (ms <= 0) return std::string(name) + " -";
    std::string text = std::string(name) + " " + milliseconds(ms);
    if (of_a_ms > 0) text += text_of(" (%.2f x)", ms / of_a_ms);
    return text;
}

/// `of_a`: what the times are compared with; none for A itself.
void label(const PanelInput& in, const char* letter, const Region& region, const sim::WorldConfig& config,
           const StepTimes& times, const StepTimes& of_a) {
    const float margin = 8 * in.scale;
    ImGui::SetNextWindowPos({region.x + margin, region.y + margin});
    ImGui::SetNextWindowBgAlpha(0.78f);
    ImGui::Begin((std::string("##beside ") + letter).c_str(), nullptr, kFloatingText);
    ImGui::PushFont(in.fonts.bold);
    ImGui::TextUnformatted(letter);
    ImGui::PopFont();
    ImGui::SameLine();
    const float room = region.width - 5 * margin - ImGui::GetFontSize();
    ImGui::TextUnformatted(fit_text(config.engine + ", " + config.broad_phase, room).c_str());
    const std::string step = time_text("step", times.step_ms, of_a.step_ms);
    const std::string sort = time_text("sort", times.sort_ms, of_a.sort_ms);
    const bool one_line = ImGui::CalcTextSize((step + "   " + sort).c_str()).x < room;
    ImGui::TextUnformatted(one_line ? (step + "   " + sort).c_str() : step.c_str());
    if (!one_line) ImGui::TextUnformatted(sort.c_str());
    ImGui::End();
}

std::string verdict(const AbComparison& ab, float room) {
    if (const auto& difference = ab.difference()) {
        const std::string step = grouped(difference->step);
        return difference->exactly()
                   ? "states differ from step " + step + " on"
                   : "states differ at step " + step + "; the same at step " + grouped(difference->same_at);
    }
    const std::string at = " at step " + grouped(ab.compared_at());
    const std::string whole = "same state " + state_text(ab.hash()) + at;
    return ImGui::CalcTextSize(whole.c_str()).x <= room ? whole : "same state" + at;
}

}  // namespace

void draw_ab_labels(PanelInput& in) {
    const AbComparison& ab = *in.compare.ab();
    const Region &left = in.layout.view, &right = in.layout.second_view;
    if (right.width < 1) return;
    const StepTimes a = ab.times_of_a();
    label(in, "A", left, in.simulation.world().config(), a, {});
    label(in, "B", right, ab.world().config(), ab.times_of_b(), a);
    ImGui::GetBackgroundDrawList()->AddLine({right.x, right.y}, {right.x, right.y + right.height},
                                            colours::kLine, std::max(in.scale, 1.0f));
    const bool differ = ab.difference().has_value();
    ImGui::SetNextWindowPos({right.x, right.y + right.height - 8 * in.scale}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetNextWindowBgAlpha(0.85f);
    ImGui::Begin("##beside verdict", nullptr, kFloatingText);
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(differ ? colours::kVermilion : colours::kAccent));
    ImGui::TextUnformatted(verdict(ab, 2 * left.width - kAbLegend * ImGui::GetFontSize()).c_str());
    ImGui::PopStyleColor();
    ImGui::End();
}

}  // namespace app
