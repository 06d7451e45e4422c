// The time bar below the view: all steps of the run, what was done at them, and where the world is. Dragging goes
// there.
#include <algorithm>
#include <cmath>

#include "app/base/numbers.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/view.h"
#include "app/view/touch/touch.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr double kMostDoneAgain_ms = 60;  // in a frame, while the bar is dragged
constexpr float kMarkEvery_px = 2;

ImU32 mark_colour(const sim::EventKind& what) {
    if (std::holds_alternative<sim::Throw>(what)) return colours::kVermilion;
    return std::holds_alternative<sim::Physics>(what) ? colours::kAccent : colours::kYellow;
}

/// Maps steps of the run to pixels of the bar.
struct Track {
    float x, width;
    uint64_t first, last;

    float at(uint64_t step) const {
        const double all = static_cast<double>(last - first);
        return all > 0 ? x + width * static_cast<float>(static_cast<double>(step - first) / all) : x;
    }
    uint64_t step(float px) const {
        const double part = std::clamp(static_cast<double>((px - x) / width), 0.0, 1.0);
        return first + static_cast<uint64_t>(std::llround(part * static_cast<double>(last - first)));
    }
};

/// One mark for all events within two pixels: of a throw if there is one.
void draw_events(const Track& track, const std::vector<sim::Event>& events, float top, float bottom,
                 float scale) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (auto event = events.begin(); event != events.end();) {
        const float x = track.at(std::clamp(event->step - 1, track.first, track.last));
        const uint64_t until = std::max(track.step(x + kMarkEvery_px * scale), event->step);
        const auto next = std::upper_bound(event, events.end(), until,
                                           [](uint64_t step, const sim::Event& e) { return step < e.step; });
        ImU32 colour = mark_colour(event->what);
        for (auto k = event; k != next && k - event < 64; ++k)
            if (std::holds_alternative<sim::Throw>(k->what)) colour = mark_colour(k->what);
        list->AddRectFilled({x, top}, {x + kMarkEvery_px * scale, bottom}, colour);
        event = next;
    }
}

/// A diamond per keyframe of the camera.
void draw_camera_keys(const Track& track, const std::vector<CameraKey>& keys, float middle, float half) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (const CameraKey& key : keys) {
        if (key.step > track.last) break;
        const float x = track.at(std::max(key.step, track.first));
        list->AddQuadFilled({x - half, middle}, {x, middle - half}, {x + half, middle}, {x, middle + half},
                            colours::kText);
    }
}

/// Returns the step to show while the bar is dragged: `step`, or the first after a saved state where too many
/// steps would have to be done again.
uint64_t near_save(const Simulation& simulation, const Telemetry& telemetry, uint64_t step) {
    const double step_ms = telemetry.statistics().step.p50_ms;
    const auto& saves = simulation.run().saves().all();
    const auto next = std::lower_bound(
        saves.begin(), saves.end(), step,
        [](const sim::SavedState& save, uint64_t at) { return save.completed_steps() < at; });
    if (next == saves.begin()) return step;
    const uint64_t saved = std::prev(next)->completed_steps();
    return static_cast<double>(step - saved) * step_ms > kMostDoneAgain_ms ? saved + 1 : step;
}

std::string bar_tip(const sim::Playback& run, uint64_t under_mouse) {
    if (run.has_frames())
        return "Frame " + grouped(under_mouse) + " of " + grouped(run.last_step()) +
               ". Drag to go to another one.";
    const sim::SaveRing& saves = run.saves();
    std::string text = "Step " + grouped(under_mouse) + ". Drag to go back and forth in the run. ";
    text +=
        "Marks: what you did: the hand in yellow, throws in red, gravity and other physics in blue; "
        "diamonds: keyframes of the camera (Ctrl+K).\n";
    text += "Saved states: " + grouped(saves.count());
    const uint64_t device = saves.bytes(true), host = saves.bytes(false);
    if (device > 0 || saves.memory().device_bytes > 0)
        text += ", " + human_bytes(double(device)) + " of " +
                human_bytes(double(saves.memory().device_bytes)) + " on the GPU";
    text += ", " + human_bytes(double(host)) + " of " + human_bytes(double(saves.memory().host_bytes)) +
            " in main memory.";
    if (!saves.why_smaller().empty()) text += "\nNo more fit: " + saves.why_smaller() + ".";
    return text;
}

}  // namespace

void draw_time_bar(PanelInput& in) {
    const Region& region = in.layout.time;
    if (region.height < 4 || region.width < 40) return;
    const sim::Playback& run = in.simulation.run();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    begin_region("##time", region, colours::kBar);
    ImGui::PopStyleVar(2);
    const float pad = 8 * in.scale, middle = region.y + region.height / 2, half = 2 * in.scale;
    const Track track{region.x + pad, region.width - 2 * pad, run.first_step(), run.last_step()};
    ImGui::SetCursorPos({0, 0});
    ImGui::InvisibleButton("##bar", {region.width, region.height});
    note_item(in.ui, "time bar");
    const uint64_t under_mouse = track.step(ImGui::GetIO().MousePos.x);
    if (ImGui::IsItemActive() && run.last_step() > run.first_step()) {
        in.simulation.paused = true;
        in.simulation.backwards = false;
        in.simulation.go_to(near_save(in.simulation, in.telemetry, under_mouse));
    }
    if (ImGui::IsItemDeactivated()) in.simulation.go_to(under_mouse);
    const bool held = ImGui::IsItemActive() || ImGui::IsItemHovered();
    if (held) tooltip(bar_tip(run, under_mouse));

    ImDrawList* list = ImGui::GetWindowDrawList();
    const float now = track.at(std::clamp(run.step(), run.first_step(), run.last_step()));
    list->AddRectFilled({track.x, middle - half}, {track.x + track.width, middle + half},
                        ImGui::GetColorU32(ImGuiCol_FrameBg), half);
    list->AddRectFilled({track.x, middle - half}, {now, middle + half}, colours::kAccent, half);
    draw_events(track, run.events(), region.y + 1, middle - half, in.scale);
    draw_camera_keys(track, in.view.camera_keys, middle, 2.5f * half);
    if (run.last_step() > run.first_step())
        list->AddCircleFilled({now, middle}, (held ? 5.5f : 4.5f) * in.scale, colours::kText);
    end_region();
}

}  // namespace app
