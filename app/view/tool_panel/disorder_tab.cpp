// Disorder: the time of each step's sort over how disordered its keys were, coloured by the path that it took.
#include <algorithm>
#include <cmath>

#include "app/measure/profile/profiler_stages.h"
#include "app/measure/profile/sort_dots.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/tool_panel/plot_axis.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr colours::Ink kPathColours[] = {colours::kAccent, colours::kYellow, colours::kVermilion,
                                         colours::kBlue,   colours::kText,   colours::kGrey};

ImU32 path_colour(uint32_t path) { return kPathColours[std::min<size_t>(path, std::size(kPathColours) - 1)]; }

std::string path_name(const Simulation& simulation, const Telemetry& telemetry, uint32_t path) {
    const auto names = telemetry.profiler.sort_path_names();
    return names.empty() ? simulation.config().engine : sort_path_name(names, path);
}

void path_key(const Simulation& simulation, const Telemetry& telemetry, const std::vector<SortDot>& dots) {
    const size_t paths = std::max<size_t>(1, telemetry.profiler.sort_path_names().size());
    const float radius = std::round(ImGui::GetFontSize() * 0.25f);
    for (uint32_t path = 0; path < paths; ++path) {
        const auto count =
            std::count_if(dots.begin(), dots.end(), [&](const SortDot& dot) { return dot.path == path; });
        if (count == 0) continue;
        const std::string text = path_name(simulation, telemetry, path) + " " + grouped(uint64_t(count));
        const float width =
            2 * radius + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(text.c_str()).x;
        if (width > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + ImGui::GetTextLineHeight() / 2},
                                                    radius, path_colour(path));
        ImGui::Dummy({2 * radius, radius});
        ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        ImGui::TextUnformatted(text.c_str());
        ImGui::SameLine(0, ImGui::GetFontSize());
    }
    constexpr const char* kWhat = "a dot per step";
    if (ImGui::CalcTextSize(kWhat).x > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    ImGui::TextDisabled("%s", kWhat);
    tooltip(
        "The sort of each of the last steps: its time over how disordered its keys were, in the colour of the path "
        "that it took");
}

struct Quantity {
    const char* name;
    const char* none;  // text where no step has it
    std::optional<uint64_t> (*of)(const SortDot& dot);
};

void dot_tooltip(const Simulation& simulation, const Telemetry& telemetry, const SortDot& dot) {
    ImGui::BeginTooltip();
    ImGui::Text("step %s: sort %s", grouped(dot.step).c_str(), milliseconds(dot.ms).c_str());
    ImGui::TextDisabled("%s, %s descents, %s movers", path_name(simulation, telemetry, dot.path).c_str(),
                        grouped(dot.descents).c_str(), dot.movers ? grouped(*dot.movers).c_str() : "-");
    ImGui::EndTooltip();
}

void draw_dots(PanelInput& in, const std::vector<SortDot>& dots, const Quantity& quantity, ImVec2 size) {
    ImGui::BeginGroup();
    LogAxis axis{1e30, 0};
    double top = 0;
    size_t shown = 0;
    for (const SortDot& dot : dots) {
        const auto value = quantity.of(dot);
        if (!value) continue;
        axis.least = std::min(axis.least, double(*value));
        axis.most = std::max(axis.most, double(*value));
        top = std::max(top, dot.ms);
        ++shown;
    }
    axis.least = std::floor(0.7 * std::min(axis.least, axis.most));  // and so 0 is there if it is near
    axis.most = std::max(axis.most, axis.least + 10);
    ImGui::TextDisabled("sort time over %s", quantity.name);
    if (shown < dots.size()) {
        const float used = ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x;
        const std::string part = "(" + grouped(shown) + " of " + grouped(dots.size()) + " steps)";
        tooltip(part + " " + quantity.none);
        if (ImGui::CalcTextSize(part.c_str()).x <= size.x - used) {
            ImGui::SameLine();
            ImGui::TextDisabled("%s", part.c_str());
            tooltip(quantity.none);
        }
    }
    size.y -= ImGui::GetTextLineHeightWithSpacing() + axis_height(in.fonts);
    const bool micro = top < 1;
    const double unit = micro ? 1000 : 1;
    Plot plot(quantity.name, size, std::max(1e-3, 1.1 * top * unit), micro ? "us" : "ms", in.fonts,
              in.fonts.small_->FontSize);
    draw_axis(plot, log_ticks(axis), in.fonts);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const SortDot* near = nullptr;
    float nearest = 8 * in.scale;
    for (const SortDot& dot : dots) {
        const auto value = quantity.of(dot);
        if (!value) continue;
        const ImVec2 at{plot.min().x + static_cast<float>(axis.share_of(double(*value))) * plot.width(),
                        plot.y_of(dot.ms * unit)};
        ImGui::GetWindowDrawList()->AddCircleFilled(at, 2.5f * in.scale, path_colour(dot.path), 10);
        const float away = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (away < nearest && ImGui::IsItemHovered()) near = &dot, nearest = away;
    }
    if (near) dot_tooltip(in.simulation, in.telemetry, *near);
    ImGui::EndGroup();
}

}  // namespace

void draw_disorder_tab(PanelInput& in) {
    const std::vector<SortDot> dots = sort_dots(in.telemetry.profiler.history());
    if (dots.empty()) {
        ImGui::TextDisabled(
            "%s", in.telemetry.statistics().of_step > 0 ? "This broad phase does not sort" : "no step yet");
        return;
    }
    path_key(in.simulation, in.telemetry, dots);
    const Quantity quantities[] = {
        {"descents", "", [](const SortDot& dot) { return std::optional<uint64_t>(dot.descents); }},
        {"movers", "The others did not measure it: a full sort moves all pairs", [](const SortDot& dot) {
             return dot.movers ? std::optional<uint64_t>(*dot.movers) : std::nullopt;
         }}};
    // Only engines that repair have movers.
    const size_t plots = in.telemetry.profiler.sort_path_names().empty() ? 1 : 2;
    const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = (room.x - gap * float(plots - 1)) / float(plots);
    for (size_t k = 0; k < plots; ++k) {
        if (k > 0) ImGui::SameLine(0, gap);
        draw_dots(in, dots, quantities[k], {width, room.y});
    }
}

}  // namespace app
