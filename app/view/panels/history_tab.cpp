// History: the last frames as bars stacked of stages, with the budgets of usual displays.
#include <algorithm>
#include <cmath>

#include "app/view/panels/panels.h"
#include "app/view/panels/plot.h"
#include "app/view/panels/widgets.h"

namespace app {
namespace {

struct Budget {
    double ms;
    const char* label;
};
constexpr Budget kBudgets[] = {
    {4.17, "4.17 ms 240 Hz"}, {8.33, "8.33 ms 120 Hz"}, {16.67, "16.67 ms 60 Hz"}, {33.3, "33.3 ms 30 Hz"}};

/// The frames that have all their reports, newest last.
std::vector<const FrameRecord*> complete_frames(const FrameHistory& history) {
    std::vector<const FrameRecord*> frames;
    for (const FrameRecord& frame : history.frames()) {
        if (frame.reported == frame.last_step - frame.first_step + 1) frames.push_back(&frame);
    }
    return frames;
}

/// The height of the plot: the highest bar, and a budget line above it when one is near.
double plot_top(const std::vector<const FrameRecord*>& frames) {
    double top = 0.01;
    for (const FrameRecord* frame : frames) top = std::max(top, static_cast<double>(frame->total_ms));
    for (const Budget& budget : kBudgets) {
        if (budget.ms >= top && budget.ms < top * 2.5) return budget.ms * 1.08;
    }
    return top * 1.08;
}

/// Of several frames that share a column the longest is shown: means would hide what stuttered.
const FrameRecord* longest(const std::vector<const FrameRecord*>& frames, size_t column, size_t columns) {
    const size_t begin = column_begin(column, columns, frames.size());
    const size_t end = std::max(column_begin(column + 1, columns, frames.size()), begin + 1);
    return *std::max_element(
        frames.begin() + static_cast<long>(begin), frames.begin() + static_cast<long>(end),
        [](const FrameRecord* a, const FrameRecord* b) { return a->total_ms < b->total_ms; });
}

void frame_tooltip(const FrameRecord& frame, const std::vector<std::string>& names) {
    ImGui::BeginTooltip();
    const uint64_t steps = frame.last_step - frame.first_step + 1;
    ImGui::Text("%s of %llu step%s, up to step %s", milliseconds(frame.total_ms).c_str(),
                static_cast<unsigned long long>(steps), steps == 1 ? "" : "s",
                grouped(frame.last_step).c_str());
    for (size_t k = 0; k < frame.stage_ms.size() && k < names.size(); k++) {
        ImGui::TextDisabled("%s", names[k].c_str());
        ImGui::SameLine(ImGui::GetFontSize() * 9);
        ImGui::TextUnformatted(milliseconds(frame.stage_ms[k]).c_str());
    }
    ImGui::EndTooltip();
}

void colour_key() {
    const float side = std::round(ImGui::GetFontSize() * 0.6f), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const auto entry = [&](const char* name, ImU32 colour) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float y = at.y + std::round((ImGui::GetTextLineHeight() - side) / 2);
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + side, y + side}, colour, 2);
        ImGui::Dummy({side, side});
        ImGui::SameLine(0, gap);
        ImGui::TextUnformatted(name);
        ImGui::SameLine(0, ImGui::GetFontSize());
    };
    for (const StageColour& stage : stage_colours()) {
        if (stage.own) entry(stage.stage.data(), stage.colour);
    }
    entry("others", colours::kGrey);
    ImGui::TextDisabled("bar = steps of a frame");
    tooltip(
        "All steps of a frame, summed per stage; drawing is not included. Where frames share a column, the longest is shown.");
}

}  // namespace

void draw_history_tab(PanelInput& in) {
    const FrameHistory& history = in.session.history;
    const std::vector<const FrameRecord*> frames = complete_frames(history);
    if (frames.empty()) {
        ImGui::TextDisabled("no step yet");
        return;
    }
    colour_key();
    std::vector<ImU32> part_colours;
    for (const std::string& name : history.stage_names()) part_colours.push_back(stage_colour(name));

    Plot plot("##history", ImGui::GetContentRegionAvail(), plot_top(frames), "ms", in.fonts,
              in.fonts.small_->FontSize * 7.6f);
    // Room for at least 120 bars, so that the first few frames do not become blocks.
    const size_t most = static_cast<size_t>(std::max(1.0f, plot.width() / 2));
    const size_t columns = std::min(std::max<size_t>(frames.size(), 120), most);
    const size_t filled = std::min(columns, frames.size());
    for (size_t column = 0; column < filled; column++) {
        plot.stacked_bar(columns - filled + column, columns, longest(frames, column, filled)->stage_ms,
                         part_colours);
    }
    // From the top: where budgets lie close together the larger one keeps its label.
    for (size_t k = std::size(kBudgets); k-- > 0;) plot.mark(kBudgets[k].ms, kBudgets[k].label);
    const int hovered = plot.hovered_column(columns);
    const int place = hovered - static_cast<int>(columns - filled);
    if (hovered >= 0 && place >= 0) {
        frame_tooltip(*longest(frames, static_cast<size_t>(place), filled), history.stage_names());
    }
}

}  // namespace app
