// Counters: pairs, contacts and descents over the same frames as the History.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/plot.h"
#include "app/panels/widgets.h"

namespace app {
namespace {

struct Counter {
    const char* name;
    float FrameRecord::*value;
    ImU32 colour;
};
// Each in the colour of the stage that finds it.
constexpr Counter kCounters[] = {{"pairs", &FrameRecord::pairs, colours::kYellow},
                                 {"contacts", &FrameRecord::contacts, colours::kVermilion},
                                 {"descents", &FrameRecord::descents, colours::kAccent}};

void draw_counter(const PanelInput& in, const Counter& counter, ImVec2 size) {
    std::vector<float> values;
    for (const FrameRecord& frame : in.session.history.frames()) {
        if (frame.reported > 0) values.push_back(frame.*counter.value);
    }
    ImGui::BeginGroup();
    const std::string now = values.empty() ? "-" : grouped(static_cast<uint64_t>(values.back()));
    ImGui::PushStyleColor(ImGuiCol_Text, counter.colour);
    ImGui::TextUnformatted(counter.name);
    ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::TextUnformatted(now.c_str());
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
    if (in.session.history.frames().empty()) {
        ImGui::TextDisabled("no step yet");
        return;
    }
    const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = (room.x - 2 * gap) / 3;
    for (const Counter& counter : kCounters) {
        if (&counter != kCounters) ImGui::SameLine(0, gap);
        draw_counter(in, counter, {width, room.y});
    }
}

}  // namespace app
