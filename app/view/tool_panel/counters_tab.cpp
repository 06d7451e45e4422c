// Counters: pairs, contacts and descents over the same frames as the History; for engines that repair, also
// the largest shift of a pair; in scenes with a ground, what touches it, respawns and is below it; where
// bodies pull each other, the work of that.
#include <algorithm>

#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/widgets/plot.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

struct Counter {
    const char* name;
    float FrameRecord::*value;
    colours::Ink colour;
    enum { always, several_paths, ground, gravity } where = always;  // of scenes and engines
};
// Each in the colour of the stage that finds it.
constexpr Counter kCounters[] = {
    {"pairs", &FrameRecord::pairs, colours::kYellow},
    {"contacts", &FrameRecord::contacts, colours::kVermilion},
    {"descents", &FrameRecord::descents, colours::kAccent},
    {"largest shift", &FrameRecord::max_shift, colours::kAccent, Counter::several_paths},
    {"ground contacts", &FrameRecord::ground_contacts, colours::kText, Counter::ground},
    {"respawned", &FrameRecord::respawned, colours::kText, Counter::ground},
    {"below ground", &FrameRecord::below_ground, colours::kText, Counter::ground},
    {"interactions", &FrameRecord::interactions, colours::kVermilion, Counter::gravity},
    {"tree nodes", &FrameRecord::nodes, colours::kText, Counter::gravity},
    {"tree depth", &FrameRecord::depth, colours::kText, Counter::gravity}};

constexpr size_t kMostInARow = 4;
constexpr const char* kWidest = "largest shift 000,000";

std::vector<const Counter*> counters_of(const Simulation& simulation, const Telemetry& telemetry) {
    std::vector<const Counter*> shown;
    for (const Counter& counter : kCounters) {
        if (counter.where == Counter::several_paths && telemetry.profiler.sort_path_names().empty()) continue;
        if (counter.where == Counter::ground && !simulation.world().ground()) continue;
        if (counter.where == Counter::gravity && !simulation.physics().gravity.on) continue;
        shown.push_back(&counter);
    }
    return shown;
}

void draw_counter(const PanelInput& in, const Counter& counter, ImVec2 size) {
    std::vector<float> values;
    for (const FrameRecord& frame : in.telemetry.history.frames()) {
        const float value = frame.*counter.value;
        if (frame.reported > 0 && value >= 0) values.push_back(value);
    }
    ImGui::BeginGroup();
    const auto& all = in.telemetry.history.frames();
    const auto last =
        std::find_if(all.rbegin(), all.rend(), [](const FrameRecord& frame) { return frame.steps() > 0; });
    const bool measured = !values.empty() && last != all.rend() && (*last).*counter.value >= 0;
    const std::string now = measured ? grouped(static_cast<uint64_t>(values.back())) : "-";
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(counter.colour));
    ImGui::TextUnformatted(counter.name);
    ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::TextUnformatted(now.c_str());
    note_item(in.ui, counter.name);
    const float top = values.empty() ? 1.0f : *std::max_element(values.begin(), values.end());
    size.y -= ImGui::GetTextLineHeightWithSpacing();
    Plot plot(counter.name, size, std::max(1.0f, top * 1.1f), "", in.fonts);
    plot.line(values, counter.colour);
    const int hovered = plot.hovered_column(values.size());
    if (hovered >= 0) {
        ImGui::BeginTooltip();
        ImGui::Text("%s %s", grouped(static_cast<uint64_t>(values[static_cast<size_t>(hovered)])).c_str(),
                    counter.name);
        ImGui::EndTooltip();
    }
    ImGui::EndGroup();
}

}  // namespace

void draw_counters_tab(PanelInput& in) {
    if (in.telemetry.history.frames().empty()) {
        ImGui::TextDisabled("no step yet");
        return;
    }
    const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const std::vector<const Counter*> shown = counters_of(in.simulation, in.telemetry);
    const auto fit = static_cast<size_t>((room.x + gap) / (ImGui::CalcTextSize(kWidest).x + gap));
    const size_t most = std::clamp<size_t>(fit, 1, kMostInARow), rows = (shown.size() + most - 1) / most;
    const size_t columns = (shown.size() + rows - 1) / rows;
    const float width = (room.x - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    const float height =
        room.y / static_cast<float>(rows) - ImGui::GetStyle().ItemSpacing.y * float(rows - 1);
    for (size_t k = 0; k < shown.size(); ++k) {
        if (k % columns > 0) ImGui::SameLine(0, gap);
        draw_counter(in, *shown[k], {width, height});
    }
}

}  // namespace app
