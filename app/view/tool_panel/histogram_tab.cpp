// Histogram: how the times of frames, or of one stage in them, are distributed; beside a baseline that was saved, and
// the frames that took much longer.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/measure/histogram.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/tool_panel/plot_axis.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kChoiceWidth = 14.5f, kHitchesWidth = 17.5f, kLeastBars = 16;  // of the font's size
constexpr size_t kShownHitches = 40;
constexpr float kBarPixels = 6;

std::string world_text(const Simulation& simulation) {
    const sim::WorldConfig& config = simulation.config();
    return config.scene.name + ", " + grouped(config.bodies) + " bodies, " + config.engine + ", " +
           config.broad_phase;
}

/// Computes the times of all frames again, a few times a second, and their ratio to the saved ones.
void refresh_series(const Simulation& simulation, const Telemetry& telemetry, ToolPanelState& tabs) {
    const uint64_t made = telemetry.statistics().made;
    if (tabs.made != made || tabs.series.stages.empty()) {
        tabs.made = made;
        tabs.series = frame_series(telemetry.history);
        tabs.compared.clear();
        const SavedTimes* saved = tabs.baseline ? &*tabs.baseline : nullptr;
        if (saved && saved->world == simulation.moment().world && !saved->series.last_step.empty())
            tabs.series = frames_since(tabs.series, saved->series.last_step.back());
        tabs.hitches = hitches_of(tabs.series);
    }
    if (!tabs.series.times(tabs.histogram_of)) tabs.histogram_of = kWholeFrame;
    if (!tabs.baseline || tabs.compared == tabs.histogram_of) return;
    tabs.compared = tabs.histogram_of;
    const std::vector<double>* before = tabs.baseline->series.times(tabs.histogram_of);
    tabs.ratio = before ? median_ratio(*before, *tabs.series.times(tabs.histogram_of), false) : MedianRatio{};
}

void stage_choice(PanelInput& in, ToolPanelState& tabs) {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##of", tabs.histogram_of.c_str())) {
        std::vector<std::string> names = {kWholeFrame};
        names.insert(names.end(), tabs.series.stages.begin(), tabs.series.stages.end());
        for (const std::string& name : names) {
            if (ImGui::Selectable(name.c_str(), name == tabs.histogram_of)) tabs.histogram_of = name;
            note_item(in.ui, ("histogram of " + name).c_str());
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "histogram of");
    tooltip("Times of a frame's steps, or of one stage in them, per frame");
}

void baseline_rows(PanelInput& in, ToolPanelState& tabs) {
    if (ImGui::SmallButton("Save as baseline")) {
        tabs.baseline = SavedTimes{frame_series(in.telemetry.history), world_text(in.simulation),
                                   in.simulation.moment().world};
        tabs.made = 0;
    }
    note_item(in.ui, "save as baseline");
    tooltip("Keeps these times, of the frame and of all stages, to compare with what follows");
    if (!tabs.baseline) return;
    ImGui::SameLine();
    const bool drops = ImGui::SmallButton("Drop");
    note_item(in.ui, "drop baseline");
    const bool any = !tabs.series.last_step.empty();
    const std::string sentence =
        tabs.histogram_of + ": " + (any ? ratio_sentence(tabs.ratio) : "no frame since");
    ImGui::TextWrapped("%s", sentence.c_str());
    const MedianRatio& ratio = tabs.ratio;
    if (ratio.has_interval) {
        tooltip(text_of("95 %% interval %.3f to %.3f; noise %.1f %% in the baseline, %.1f %% now\n",
                        ratio.low, ratio.high, 100 * ratio.noise_before, 100 * ratio.noise_now) +
                "baseline: " + tabs.baseline->of);
    }
    if (!drops) return;
    tabs.baseline.reset();
    tabs.made = 0;
}

void percentile_rows(const Histogram& histogram) {
    for (const auto& [label, ms] : {std::pair<const char*, double>{"p50", histogram.p50_ms},
                                    {"p90", histogram.p90_ms},
                                    {"p99", histogram.p99_ms},
                                    {"longest", histogram.max_ms}})
        value_row(label, histogram.max_ms > 0 ? milliseconds(ms) : "-");
}

/// The baseline's bars as one line over them, scaled to as many frames.
void outline(const Plot& plot, const Histogram& before, double scale) {
    std::vector<ImVec2> points;
    const float slot = plot.width() / static_cast<float>(before.counts.size());
    points.push_back({plot.min().x, plot.y_of(0)});
    for (size_t bin = 0; bin < before.counts.size(); ++bin) {
        const float y = plot.y_of(scale * before.counts[bin]),
                    x = plot.min().x + slot * static_cast<float>(bin);
        points.push_back({x, y});
        points.push_back({x + slot, y});
    }
    points.push_back({plot.max().x, plot.y_of(0)});
    ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), colours::kText, 0,
                                            1.5f);
}

void bin_tooltip(const Histogram& histogram, const TimeRange& range, size_t bin, size_t frames) {
    const double width = (range.high_ms - range.low_ms) / double(histogram.counts.size());
    const double from = range.low_ms + width * double(bin);
    const bool last = bin + 1 == histogram.counts.size();
    ImGui::BeginTooltip();
    ImGui::Text("%s to %s: %s of %s frames", milliseconds(from).c_str(),
                last && histogram.longer > 0 ? milliseconds(histogram.max_ms).c_str()
                                             : milliseconds(from + width).c_str(),
                grouped(histogram.counts[bin]).c_str(), grouped(frames).c_str());
    ImGui::EndTooltip();
}

void draw_bars(PanelInput& in, const ToolPanelState& tabs, const TimeRange& range, ImVec2 size) {
    const std::vector<double>& ms = *tabs.series.times(tabs.histogram_of);
    const std::vector<double>* before =
        tabs.baseline ? tabs.baseline->series.times(tabs.histogram_of) : nullptr;
    if (before && before->empty()) before = nullptr;
    const auto bins = static_cast<size_t>(std::clamp(size.x / (kBarPixels * in.scale), 16.0f, 120.0f));
    const Histogram histogram = histogram_of(ms, range, bins);
    const Histogram older = before ? histogram_of(*before, range, bins) : Histogram{};
    const double scale = before ? double(ms.size()) / double(before->size()) : 0;
    const double top = std::max<double>(histogram.most(), scale * older.most());
    Plot plot("##histogram", {size.x, size.y - axis_height(in.fonts)}, std::max(1.0, 1.15 * top), "",
              in.fonts, in.fonts.small_->FontSize);
    draw_axis(plot, linear_ticks(range.low_ms, range.high_ms, std::max(2, int(size.x / (80 * in.scale)))),
              in.fonts);
    const ImU32 colour =
        tabs.histogram_of == kWholeFrame ? ImU32(colours::kAccent) : stage_colour(tabs.histogram_of);
    for (size_t bin = 0; bin < bins; ++bin) {
        const float count = float(histogram.counts[bin]);
        plot.stacked_bar(bin, bins, std::span(&count, 1), std::span(&colour, 1));
    }
    if (before) outline(plot, older, scale);
    if (!ms.empty())
        draw_uprights(plot,
                      {{range.share_of(histogram.p50_ms), "p50"},
                       {range.share_of(histogram.p90_ms), "p90"},
                       {range.share_of(histogram.p99_ms), "p99"}},
                      in.fonts);
    const int hovered = plot.hovered_column(bins);
    if (hovered >= 0) bin_tooltip(histogram, range, size_t(hovered), ms.size());
}

void hitch_list(const ToolPanelState& tabs) {
    ImGui::TextDisabled("hitches: %s frames over 2 x p50", grouped(tabs.hitches.size()).c_str());
    tooltip(
        "Frames whose steps took more than twice the median, newest first, with the stage that took the most beyond "
        "its own median");
    for (size_t k = 0; k < std::min(tabs.hitches.size(), kShownHitches); ++k) {
        const Hitch& hitch = tabs.hitches[k];
        value_row(
            ("step " + grouped(hitch.last_step) + "  " + hitch.stage).c_str(), milliseconds(hitch.ms),
            colours::kText,
            (hitch.stage + ": " + milliseconds(hitch.stage_ms) + ", usually " + milliseconds(hitch.usual_ms))
                .c_str());
    }
}

}  // namespace

void draw_histogram_tab(PanelInput& in) {
    ToolPanelState& tabs = in.ui.tabs;
    refresh_series(in.simulation, in.telemetry, tabs);
    if (tabs.series.last_step.empty() && !tabs.baseline) {
        ImGui::TextDisabled("no step yet");
        return;
    }
    const std::vector<double>& ms = *tabs.series.times(tabs.histogram_of);
    std::array<std::vector<double>, 2> lists = {ms, {}};
    if (tabs.baseline) {
        if (const auto* before = tabs.baseline->series.times(tabs.histogram_of)) lists[1] = *before;
    }
    const TimeRange range = range_of(lists);
    const float font = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x * 2;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float right = std::round(font * kHitchesWidth);
    const float left = std::round(std::min(font * kChoiceWidth, room.x * 0.45f));
    const bool wide = room.x >= left + right + 2 * gap + font * kLeastBars;
    ImGui::BeginChild("##choice", {left, room.y});
    stage_choice(in, tabs);
    percentile_rows(histogram_of(ms, range, 1));
    baseline_rows(in, tabs);
    if (!wide) hitch_list(tabs);
    ImGui::EndChild();
    ImGui::SameLine(0, gap);
    ImGui::BeginChild("##bars", {room.x - left - gap - (wide ? right + gap : 0), room.y});
    draw_bars(in, tabs, range, ImGui::GetContentRegionAvail());
    ImGui::EndChild();
    if (!wide) return;
    ImGui::SameLine(0, gap);
    ImGui::BeginChild("##hitches", {right, room.y});
    hitch_list(tabs);
    ImGui::EndChild();
}

}  // namespace app
