// Counters: pairs, contacts and descents over the same frames as the History; for engines that repair, also
// the largest shift of a pair.
#include <algorithm>

#include "app/view/panels/panels.h"
#include "app/view/panels/plot.h"
#include "app/view/panels/widgets.h"

namespace app {
namespace {

struct Counter {
    const char* name;
    float FrameRecord::*value;
    ImU32 colour;
};
// Each in the colour of the stage that finds it. The last one only for engines with several paths.
constexpr Counter kCounters[] = {{"pairs", &FrameRecord::pairs, colours::kYellow},
                                 {"contacts", &FrameRecord::contacts, colours::kVermilion},
                                 {"descents", &FrameRecord::descents, colours::kAccent},
                                 {"largest shift", &FrameRecord::max_shift, colours::kAccent}};

void draw_counter(const PanelInput& in, const Counter& counter, ImVec2 size) {
    std::vector<float> values;
    for (const FrameRecord& frame : in.session.history.frames()) {
        const float value = frame.*counter.value;
        if (frame.reported > 0 && value >= 0) values.push_back(value);
    }
    ImGui::BeginGroup();
    const FrameRecord& last = in.session.history.frames().back();
    const bool measured = !values.empty() && last.*counter.value >= 0;
    const std::string now = measured ? grouped(static_cast<uint64_t>(values.back())) : "-";
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
    const bool one_way = in.session.profiler.sort_path_names().empty();
    const size_t count = std::size(kCounters) - (one_way ? 1 : 0);
    const float width = (room.x - static_cast<float>(count - 1) * gap) / static_cast<float>(count);
    for (size_t k = 0; k < count; k++) {
        if (k > 0) ImGui::SameLine(0, gap);
        draw_counter(in, kCounters[k], {width, room.y});
    }
}

}  // namespace app
