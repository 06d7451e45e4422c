// The top bar: transport, step and time, speed, the device, and how pictures reach the screen.
#include <algorithm>
#include <cmath>

#include "app/base/messages.h"
#include "app/view/actions/actions.h"
#include "app/view/panels/panels.h"
#include "app/view/panels/state_badge.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/widgets/widgets.h"

namespace app {

std::string speed_text(const Simulation& simulation) {
    if (simulation.paused) return "paused";
    if (simulation.backwards) return "backwards";
    const double ratio = simulation.real_time().ratio();
    if (ratio < 0) return "";
    if (ratio <= 0 || ratio >= 0.01) return text_of("%.2f x real time", ratio);
    double part = 1 / ratio, unit = 1;
    while (part / unit >= 100) unit *= 10;  // two digits
    return "1/" + grouped(static_cast<uint64_t>(std::round(part / unit) * unit)) + " of real time";
}

std::string step_text(const Simulation& simulation) {
    const std::string text = "step " + grouped(simulation.counters().completed_steps);
    return simulation.run().ahead() ? text + " of " + grouped(simulation.run().last_step()) : text;
}

namespace {

/// A field of fixed width, so that the others do not move while numbers grow.
void field(const std::string& text, float width_chars, ImU32 colour, const char* explanation) {
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.9f);
    const float x = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colour));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    tooltip(explanation);
    const float least = ImGui::CalcTextSize("0").x * width_chars;
    const float wide = std::max(least, ImGui::CalcTextSize(text.c_str()).x);
    ImGui::SameLine(x);
    ImGui::Dummy({wide, 1});
}

/// A red mark, and how long the video is.
void recording(const PanelInput& in) {
    if (in.ui.recording.empty()) return;
    const ImU32 red = colours::kVermilion;
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.9f);
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = ImGui::GetFontSize() * 0.36f, height = ImGui::GetFrameHeight();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + size, at.y + height / 2}, size, red);
    ImGui::Dummy({2 * size, height});
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.4f);
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(red));
    ImGui::TextUnformatted(in.ui.recording.c_str());
    ImGui::PopStyleColor();
    ImGui::EndGroup();
    tooltip(in.ui.recording_tip + "\n" + tip("record_video"));
    note_item(in.ui, "recording");
}

std::string badge_text(const PanelInput& in) {
    if (in.simulation.config().backend == sim::Backend::cpu) return in.device;
    std::string text = "CUDA: " + in.device + (in.interop.interop ? ", interop" : ", copy");
    if (!in.interop.interop && in.interop.upload_ms > 0) {
        text += ' ';
        text += milliseconds(in.interop.upload_ms);
    }
    return text;
}

/// Frames per second or, for a single picture, the time per step.
std::string rate_text(const PanelInput& in) {
    if (in.frame_ms > 0) return frame_rate(in.frame_ms);
    const double step_ms = in.telemetry.statistics().step.p50_ms;
    return step_ms > 0 ? milliseconds(step_ms) + " per step" : std::string();
}

std::string badge_tip(const PanelInput& in) {
    std::string text = in.simulation.config().backend == sim::Backend::cuda ? "The steps run with CUDA on "
                                                                            : "The steps run on the ";
    text += in.device + ".\n";
    text += in.interop.interop ? "CUDA writes directly into the buffers that OpenGL draws from."
                               : "Positions are copied into the buffers that OpenGL draws from";
    if (!in.interop.interop) text += in.interop.reason.empty() ? "." : ": " + in.interop.reason + ".";
    if (in.interop.upload_ms > 0) text += "\nCopy in the last frame: " + milliseconds(in.interop.upload_ms);
    text += "\nQuality: " + in.interop.quality.text() + ".";
    return text + "\n\n" + tip("switch_backend");
}

/// Returns the width of the badge and the rate, in pixels.
float badge_width(const PanelInput& in) {
    return ImGui::CalcTextSize((badge_text(in) + "000.0 ms  0000 fps").c_str()).x +
           2 * ImGui::GetStyle().FramePadding.x + 2 * ImGui::GetFontSize();
}

/// While the world stands still; a click copies it. `right`: what the fields on the right leave.
void state_hash(PanelInput& in, float right) {
    if (!in.simulation.paused) return;
    TouchState& touch = in.ui.touch;
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.5f);
    const float room = right - ImGui::GetCursorPosX(), pads = 2 * ImGui::GetStyle().FramePadding.x;
    const bool known = !touch.state_text.empty();
    std::string text = known ? touch.state_text : "Hash";
    if (ImGui::CalcTextSize(text.c_str()).x + pads > room) text = "Hash";
    if (ImGui::CalcTextSize(text.c_str()).x + pads > room) return;
    if (ImGui::Button((text + "##state").c_str())) {
        touch.hash_wanted = true;
        if (known) {
            ImGui::SetClipboardText(touch.state_text.c_str());
            in.messages.say("Copied: " + touch.state_text);
        }
    }
    note_item(in.ui, "state hash");
    tooltip((known ? touch.state_text + "\n" : std::string("Makes the hash of the state.\n")) +
            "The same hash is the same state to the last bit, on any backend. Click: copies it");
}

void badge(PanelInput& in, float right) {
    const std::string rate = rate_text(in);
    const float rate_width = ImGui::CalcTextSize("000.0 ms  0000 fps").x;
    ImGui::SameLine();
    const float from = ImGui::GetCursorPosX() + ImGui::GetFontSize() * 0.5f;
    const float pad = ImGui::GetStyle().FramePadding.x;
    const float room = right - rate_width - pad * 2 - ImGui::GetFontSize() - from;
    const std::string text = fit_text(badge_text(in), std::max(room, ImGui::GetFontSize() * 3));
    const float width = ImGui::CalcTextSize(text.c_str()).x + 2 * pad;

    ImGui::SameLine(right - rate_width - ImGui::GetFontSize() * 0.8f - width);
    const bool cuda = in.simulation.config().backend == sim::Backend::cuda;
    ImGui::PushStyleColor(ImGuiCol_Button,
                          cuda ? colours::ink(0x1f4a66, 0xb9dcf2) : colours::ink(0x3a4250, 0xd3d9e0));
    if (ImGui::Button((text + "##badge").c_str())) perform("switch_backend", {in, in.ui});
    ImGui::PopStyleColor();
    note_item(in.ui, "badge");
    tooltip(badge_tip(in));

    ImGui::SameLine(right - ImGui::CalcTextSize(rate.c_str()).x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(rate.c_str());
    tooltip(
        in.frame_ms > 0
            ? "Mean time of the frames of the last half second, from the start of one to the start of the next: "
              "input, steps, hand-over, scene, panels, and the wait for the display (tab History)"
            : "Median of the last steps");
}

}  // namespace

void draw_top_bar(PanelInput& in) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * in.scale, 0});
    begin_region("##top", in.layout.top, colours::kBar);
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorPosY(std::round((in.layout.top.height - ImGui::GetFrameHeight() - 2 * in.scale) / 2));
    draw_transport(in);
    field(step_text(in.simulation), 11, in.simulation.run().ahead() ? colours::kYellow : colours::kText,
          "Completed steps of the simulation; in the past, of how many that were done");
    field(text_of("t %.2f s", in.simulation.time_s()), 9, colours::kText, "Simulated time");
    const double ratio = in.simulation.real_time().ratio();
    field(speed_text(in.simulation), in.simulation.paused ? 6.0f : 15.0f,
          in.simulation.paused || (ratio >= 0 && ratio < 0.25) ? colours::kYellow : colours::kDim,
          "Simulated time divided by real time, over the last second");
    recording(in);
    draw_state_badge(in, right - badge_width(in));
    state_hash(in, right - badge_width(in));
    badge(in, right);
    end_region();
    ImGui::PopStyleVar();
}

}  // namespace app
