// History: the last frames as bars stacked of their parts, with the budgets of usual displays.
#include <algorithm>
#include <cmath>

#include "app/base/messages.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/tool_panel/frame_bar.h"
#include "app/view/widgets/plot.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

struct Budget {
    double ms;
    const char* label;
};
constexpr Budget kBudgets[] = {
    {4.17, "4.17 ms 240 Hz"}, {8.33, "8.33 ms 120 Hz"}, {16.67, "16.67 ms 60 Hz"}, {33.3, "33.3 ms 30 Hz"}};

using Frames = std::vector<const FrameRecord*>;

/// Bars of steps alone: by choice, or of a single picture, which has no frames.
bool only_steps(const PanelInput& in) {
    return in.ui.steps_alone || in.telemetry.frame_clock.last().number == 0;
}

/// The frames of which all is known, newest last.
Frames complete_frames(const FrameHistory& history, bool steps_alone) {
    Frames frames;
    for (const FrameRecord& frame : history.frames()) {
        const bool shown = steps_alone ? frame.steps() > 0 : frame.number > 0;
        if (shown && frame.complete()) frames.push_back(&frame);
    }
    return frames;
}

float height_of(const FrameRecord& frame, bool steps_alone) {
    return steps_alone ? frame.total_ms : frame.frame_ms;
}

/// The height of the plot: the highest bar, and a budget line above it when one is near.
double plot_top(const Frames& frames, bool steps_alone) {
    double top = 0.01;
    for (const FrameRecord* frame : frames)
        top = std::max(top, static_cast<double>(height_of(*frame, steps_alone)));
    for (const Budget& budget : kBudgets) {
        if (budget.ms >= top && budget.ms < top * 2.5) return budget.ms * 1.08;
    }
    return top * 1.08;
}

/// Returns the longest of several frames that share a column: means would hide what stuttered.
const FrameRecord& longest(const Frames& frames, size_t column, size_t columns, bool steps_alone) {
    const size_t begin = column_begin(column, columns, frames.size());
    const size_t end = std::max(column_begin(column + 1, columns, frames.size()), begin + 1);
    return **std::max_element(frames.begin() + static_cast<long>(begin),
                              frames.begin() + static_cast<long>(end),
                              [&](const FrameRecord* a, const FrameRecord* b) {
                                  return height_of(*a, steps_alone) < height_of(*b, steps_alone);
                              });
}

std::vector<BarPart> bar_of(const PanelInput& in, const BarStages& stages, const FrameRecord& frame) {
    const bool on_cpu = in.simulation.config().backend == sim::Backend::cpu;
    return frame_bar(frame, stages, on_cpu, only_steps(in));
}

void frame_tooltip(const PanelInput& in, const BarStages& stages, const FrameRecord& frame) {
    ImGui::BeginTooltip();
    const bool alone = only_steps(in);
    const uint64_t steps = frame.steps();
    std::string title = milliseconds(height_of(frame, alone)) + (alone ? " of " : ", ") +
                        std::to_string(steps) + (steps == 1 ? " step" : " steps");
    if (steps > 0) title += ", up to step " + grouped(frame.last_step);
    if (!alone) title = "frame " + grouped(frame.number) + ": " + title;
    ImGui::TextUnformatted(title.c_str());
    for (const BarPart& part : bar_of(in, stages, frame)) {
        if (part.ms <= 0) continue;
        ImGui::TextDisabled("%s", std::string(part.name).c_str());
        ImGui::SameLine(ImGui::GetFontSize() * 9);
        ImGui::TextUnformatted(milliseconds(part.ms).c_str());
        if (!part.waits) continue;
        ImGui::SameLine();
        ImGui::TextDisabled("waits for the display; work: %s",
                            milliseconds(frame.frame_ms - part.ms).c_str());
    }
    if (!alone) ImGui::TextDisabled("click: its timeline");
    ImGui::EndTooltip();
}

struct KeyEntry {
    const char* name;
    ImU32 colour;
};

float key_side() { return std::round(ImGui::GetFontSize() * 0.6f); }
float key_width(const KeyEntry& entry) {
    return key_side() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(entry.name).x;
}

void draw_key_entry(const KeyEntry& entry) {
    const float side = key_side();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = at.y + std::round((ImGui::GetTextLineHeight() - side) / 2);
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + side, y + side}, entry.colour, 2);
    ImGui::GetWindowDrawList()->AddRect({at.x, y}, {at.x + side, y + side}, colours::kGrey, 2);
    ImGui::Dummy({side, side});
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(entry.name);
}

/// Returns the entries of the colour key, from the bottom of a bar up.
std::vector<KeyEntry> key_entries(const PanelInput& in) {
    std::vector<KeyEntry> entries;
    const bool alone = only_steps(in);
    if (alone || in.simulation.config().backend == sim::Backend::cpu) {
        for (const StageColour& stage : stage_colours())
            if (stage.own) entries.push_back({stage.stage.data(), stage.colour});
    } else {
        entries.push_back({name_of(FramePart::steps), part_colour(FramePart::steps)});
    }
    entries.push_back({"others", part_colour(FramePart::other)});
    if (alone) return entries;
    for (const FramePart part : {FramePart::upload, FramePart::scene, FramePart::panels, FramePart::present})
        entries.push_back({name_of(part), part_colour(part)});
    return entries;
}

/// Draws the meaning of the colours, as far as there is room, and the choice between frames and their steps.
void colour_key(PanelInput& in) {
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const float gap = ImGui::GetFontSize() * 0.8f;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, 0});
    ImGui::Checkbox("steps only", &in.ui.steps_alone);
    ImGui::PopStyleVar();
    note_item(in.ui, "steps only");
    tooltip(
        "A bar is a frame, as the top bar counts it: its steps, the hand-over to OpenGL, the scene, the panels "
        "and, on top, present, which waits for the display. With CUDA, steps is the time to queue them.\n"
        "Steps only: the steps of a frame, summed per stage, on the clock of the device.\n"
        "Where frames share a column, the longest is shown. Frames while paused are left out.");
    for (const KeyEntry& entry : key_entries(in)) {
        if (ImGui::GetItemRectMax().x + gap + key_width(entry) > right) break;
        ImGui::SameLine(0, gap);
        draw_key_entry(entry);
    }
}

/// The timeline shows the frame, and both stand still.
void load_frame(PanelInput& in, const FrameRecord& frame) {
    const FrameOnTimeline* found = in.telemetry.timeline.find(frame.number);
    if (!found) {
        in.messages.say("Frame " + grouped(frame.number) + ": the timeline keeps the last 240 frames");
        return;
    }
    in.telemetry.freeze_plots(true);
    const double end_us = in.telemetry.timeline.end_of_steps_us(*found);
    const double margin_us = 0.02 * (end_us - found->start_us);
    in.ui.timeline.show(found->start_us - margin_us, end_us + margin_us);
    in.ui.timeline.chosen.reset();
    in.ui.timeline.measure.reset();
    in.ui.open_tab = "Timeline";
}

void draw_bars(const PanelInput& in, const BarStages& stages, Plot& plot, const Frames& frames,
               size_t columns, size_t filled) {
    std::vector<float> heights;
    std::vector<ImU32> part_colours;
    for (size_t column = 0; column < filled; column++) {
        heights.clear();
        part_colours.clear();
        for (const BarPart& part : bar_of(in, stages, longest(frames, column, filled, only_steps(in)))) {
            heights.push_back(part.ms);
            part_colours.push_back(part.colour);
        }
        plot.stacked_bar(columns - filled + column, columns, heights, part_colours);
    }
}

}  // namespace

void draw_history_tab(PanelInput& in) {
    const bool alone = only_steps(in);
    const Frames frames = complete_frames(in.telemetry.history, alone);
    ImGui::PushFont(in.fonts.small_);
    colour_key(in);
    ImGui::PopFont();
    if (frames.empty()) {
        ImGui::TextDisabled(alone ? "no step yet" : "no frame yet");
        return;
    }
    Plot plot("##history", ImGui::GetContentRegionAvail(), plot_top(frames, alone), "ms", in.fonts,
              in.fonts.small_->FontSize * 7.6f);
    note_item(in.ui, "history plot");
    // Room for at least 120 bars, so that the first few frames do not become blocks.
    const size_t most = static_cast<size_t>(std::max(1.0f, plot.width() / 2));
    const size_t columns = std::min(std::max<size_t>(frames.size(), 120), most);
    const size_t filled = std::min(columns, frames.size());
    const BarStages stages(in.telemetry.history.stage_names());
    draw_bars(in, stages, plot, frames, columns, filled);
    // From the top: where budgets lie close together the larger one keeps its label.
    for (size_t k = std::size(kBudgets); k-- > 0;) plot.mark(kBudgets[k].ms, kBudgets[k].label);
    const int place = plot.hovered_column(columns) - static_cast<int>(columns - filled);
    if (place < 0) return;
    const FrameRecord& frame = longest(frames, static_cast<size_t>(place), filled, alone);
    frame_tooltip(in, stages, frame);
    if (ImGui::IsMouseClicked(0) && frame.number > 0) load_frame(in, frame);
}

}  // namespace app
