// Timeline: lanes of what the CPU, the backend, the hand-over and OpenGL did in the last frames. Wheel, drags and
// clicks stop the plots, so that what is looked at stays.
#include <algorithm>
#include <cmath>

#include "app/base/numbers.h"
#include "app/measure/profile/profiler_stages.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/view.h"
#include "app/view/tool_panel/kernel_text.h"
#include "app/view/tool_panel/timeline_plot.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr size_t kFramesFollowed = 3;
constexpr float kDragFrom_px = 4;
constexpr double kWheelFactor = 0.8;

/// Returns begin and end of the part that is shown, us: of the last frames, where no other was chosen.
std::pair<double, double> shown(const FrameTimeline& timeline, const TimelineView& view) {
    if (!view.follows()) return {view.from_us, view.to_us};
    const auto& frames = timeline.frames();
    return {frames[frames.size() - std::min(kFramesFollowed, frames.size())].start_us, frames.back().end_us};
}

/// The view becomes what is shown now, and stays.
void stop(PanelInput& in) {
    TimelineView& view = in.ui.timeline;
    const auto [from, to] = shown(in.telemetry.timeline, view);
    view.show(from, to);
    in.telemetry.freeze_plots(true);
}

void take_drags(PanelInput& in, const TimelinePlot& plot, bool active) {
    TimelineView& view = in.ui.timeline;
    const ImGuiIO& io = ImGui::GetIO();
    const bool pans = active && (io.MouseDown[1] || io.MouseDown[2]);
    if (pans && io.MouseDelta.x != 0) {
        stop(in);
        view.pan(plot.us_of(0) - plot.us_of(io.MouseDelta.x));
    }
    const float x = io.MousePos.x;
    if (active && io.MouseDown[0] && view.drag == TimelineView::none) {
        stop(in);
        view.drag = TimelineView::pressed;
        view.pressed_x = x;
        view.pressed_at_us = plot.us_of(x);
    }
    if (view.drag == TimelineView::none) return;
    if (std::fabs(x - view.pressed_x) >= kDragFrom_px * in.scale) view.drag = TimelineView::measuring;
    if (view.drag == TimelineView::measuring) view.measure = {{view.pressed_at_us, plot.us_of(x)}};
    if (io.MouseDown[0]) return;
    if (view.drag == TimelineView::pressed) {
        const auto place = plot.at(io.MousePos);
        view.chosen.reset();
        view.measure.reset();
        if (place) view.chosen = {{place->lane, place->depth, plot.slice(*place).start_us}};
    }
    view.drag = TimelineView::none;
}

void take_mouse(PanelInput& in, const TimelinePlot& plot, bool hovered, bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    if (hovered && io.MouseWheel != 0) {
        stop(in);
        in.ui.timeline.zoom(plot.us_of(io.MousePos.x), std::pow(kWheelFactor, double(io.MouseWheel)));
    }
    take_drags(in, plot, active);
}

std::optional<TimelinePlot::Place> chosen_place(const FrameTimeline& timeline, const TimelineView& view) {
    if (!view.chosen) return std::nullopt;
    const SliceRow& row = timeline.row(view.chosen->lane, view.chosen->depth);
    size_t k = row.ending_after(view.chosen->start_us);
    if (k > 0 && row[k - 1].start_us == view.chosen->start_us) --k;  // of no length
    if (k == row.size() || row[k].start_us != view.chosen->start_us) return std::nullopt;
    return TimelinePlot::Place{view.chosen->lane, view.chosen->depth, k};
}

/// One line: what is measured, or what is chosen; "" nothing.
std::string line_text(PanelInput& in, const TimelineView& view) {
    if (view.measure)
        return "measured: " + milliseconds(std::fabs(view.measure->to_us - view.measure->from_us) / 1000);
    const FrameTimeline& timeline = in.telemetry.timeline;
    if (const auto place = chosen_place(timeline, view)) {
        const Slice& slice = timeline.row(place->lane, place->depth)[place->index];
        const bool knows_bytes = place->lane == Lane::compute && slice.bytes > 0;
        return slice_text(timeline, slice,
                          knows_bytes ? in.telemetry.copy_rate(in.simulation.config().backend) : 0,
                          in.telemetry.profiler.sort_path_names());
    }
    return "";
}

/// The line below: what the chosen slice of the compute lane has launched.
void kernel_line(PanelInput& in, const TimelinePlot::Place& place) {
    if (place.lane != Lane::compute || place.depth > 1) return;
    const FrameTimeline& timeline = in.telemetry.timeline;
    const auto stages = sim::kernels_of(in.simulation.world());
    const auto* stage = place.depth == 1 ? kernels_of_slice(timeline, place.index, stages) : nullptr;
    const bool cpu = in.simulation.config().backend == sim::Backend::cpu;
    const std::string text = cpu                ? "no kernels: the step ran on the CPU"
                             : stage            ? kernels_line(*stage)
                             : place.depth == 0 ? kernels_line(stages)
                                                : "kernels -";
    ImGui::TextUnformatted(fit_text(text, ImGui::GetContentRegionAvail().x).c_str());
    note_item(in.ui, "kernels");
    if (stage) tooltip(kernels_list(*stage));
}

void hover_tooltip(const FrameTimeline& timeline, const TimelinePlot& plot) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (const SkipMark* mark = plot.skip_at(mouse)) {
        tooltip(skip_text(timeline, *mark));
    } else if (const auto place = plot.at(mouse)) {
        const Slice& slice = plot.slice(*place);
        tooltip(timeline.full_name(slice) + "  " + milliseconds(slice.us() / 1000) +
                (slice.skipped ? "  skipped" : ""));
    }
}

/// The line above the plot, with two buttons at its right end.
void head(PanelInput& in) {
    TimelineView& view = in.ui.timeline;
    const FrameTimeline& timeline = in.telemetry.timeline;
    const float gap = ImGui::GetStyle().ItemSpacing.x, pad = 2 * ImGui::GetStyle().FramePadding.x;
    const float buttons =
        ImGui::CalcTextSize("all frames").x + ImGui::CalcTextSize("newest").x + 2 * pad + gap;
    const float room = ImGui::GetContentRegionAvail().x - buttons - 2 * gap;
    constexpr const char* kHow = "wheel: zoom, drag: measure, right drag: move, click: details";
    std::string text = line_text(in, view);
    if (text.empty()) text = ImGui::CalcTextSize(kHow).x <= room ? kHow : "wheel, drag, click";
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - buttons;
    ImGui::TextUnformatted(fit_text(text, room).c_str());
    tooltip(fit_text(text, room) != text ? text : kHow);
    ImGui::SameLine(right);
    if (ImGui::SmallButton("all frames")) {
        view.show(timeline.frames().front().start_us, timeline.frames().back().end_us);
        in.telemetry.freeze_plots(true);
    }
    note_item(in.ui, "all frames");
    ImGui::SameLine(0, gap);
    if (ImGui::SmallButton("newest")) {
        view.measure.reset();
        in.telemetry.freeze_plots(false);
    }
    note_item(in.ui, "newest frames");
    tooltip("Follows the last frames");
}

}  // namespace

std::string slice_text(const FrameTimeline& timeline, const Slice& slice, double copy_bytes_per_s,
                       std::span<const char* const> paths) {
    std::string text = timeline.full_name(slice) + ": " + milliseconds(slice.us() / 1000);
    if (slice.skipped) text += ", skipped";
    if (slice.path != Slice::kNoPath && !paths.empty()) text += ", " + sort_path_name(paths, slice.path);
    const double rate = slice.us() > 0 ? double(slice.bytes) / (slice.us() * 1e-6) : 0;
    if (slice.bytes == 0 || rate <= 0) return text;
    text += ", moved " + human_bytes(double(slice.bytes)) + text_of(", %.3g GB/s", rate / 1e9);
    if (copy_bytes_per_s > 0) text += text_of(", %.0f %% of copy rate", 100 * rate / copy_bytes_per_s);
    if (copy_bytes_per_s > 0 && rate > copy_bytes_per_s) text += " (cached)";
    if (slice.items > 0) text += ", " + grouped(slice.items) + " items";
    return text;
}

std::string skip_text(const FrameTimeline& timeline, const SkipMark& mark) {
    std::string text = mark.count > 1 ? std::to_string(mark.count) + " " : "";
    text += timeline.name(mark.name) + " skipped: ";
    if (mark.as_in_step == 0) return text + "time saved -, not run yet";
    return text + "about " + milliseconds(double(mark.saved_us) / 1000) + " saved, as long as " +
           (mark.count > 1 ? "passes" : "it") + " took in step " + grouped(mark.as_in_step);
}

void draw_timeline_tab(PanelInput& in) {
    const FrameTimeline& timeline = in.telemetry.timeline;
    if (timeline.frames().empty()) {
        ImGui::TextDisabled("no frame yet");
        return;
    }
    in.view.draw.time_passes = true;
    if (!in.telemetry.plots_frozen()) in.ui.timeline.follow();
    ImGui::PushFont(in.fonts.small_);
    head(in);
    if (const auto place = chosen_place(timeline, in.ui.timeline); place && !in.ui.timeline.measure)
        kernel_line(in, *place);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const ImVec2 size{std::max(room.x, 40.0f), std::max(room.y, 20.0f)};
    ImGui::InvisibleButton("##timeline", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    note_item(in.ui, "timeline");
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    const auto [from, to] = shown(timeline, in.ui.timeline);
    const bool cuda = in.simulation.config().backend == sim::Backend::cuda;
    const TimelinePlot plot(timeline, from, to, at, {at.x + size.x, at.y + size.y}, in.fonts, in.scale,
                            cuda ? "CUDA" : "steps");
    ImDrawList* const list = ImGui::GetWindowDrawList();
    plot.draw(list);
    if (const auto place = chosen_place(timeline, in.ui.timeline)) plot.outline(list, *place);
    if (const auto& measure = in.ui.timeline.measure)
        plot.draw_measure(list, measure->from_us, measure->to_us);
    if (hovered && in.ui.timeline.drag == TimelineView::none) hover_tooltip(timeline, plot);
    take_mouse(in, plot, hovered, active);
    ImGui::PopFont();
}

}  // namespace app
