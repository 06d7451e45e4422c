#include "app/view/tool_panel/plot_axis.h"

#include <cmath>

#include "app/view/widgets/widgets.h"

namespace app {
namespace {

float x_of(const Plot& plot, double share) {
    return std::round(plot.min().x + static_cast<float>(share) * plot.width());
}

float text_width(const Fonts& fonts, const std::string& text) {
    return fonts.small_->CalcTextSizeA(fonts.small_->FontSize, 1e9f, 0, text.c_str()).x;
}

std::string short_count(double value) {
    if (value >= 1e6) return text_of("%gM", value / 1e6);
    return value >= 1e3 ? text_of("%gk", value / 1e3) : text_of("%g", value);
}

}  // namespace

float axis_height(const Fonts& fonts) { return std::round(fonts.small_->FontSize * 1.1f); }

void draw_axis(const Plot& plot, const std::vector<AxisTick>& ticks, const Fonts& fonts) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float text = fonts.small_->FontSize, gap = text * 0.6f;
    float taken = -1e9f;
    for (const AxisTick& tick : ticks) {
        if (tick.share < 0 || tick.share > 1) continue;
        const float x = x_of(plot, tick.share), width = text_width(fonts, tick.label);
        list->AddLine({x, plot.min().y}, {x, plot.max().y}, colours::kGrid);
        const float left = std::round(std::fmin(x - width / 2, plot.max().x - width));
        if (left < taken + gap) continue;
        taken = left + width;
        list->AddText(fonts.small_, text, {left, plot.max().y + std::round(text * 0.15f)}, colours::kDim,
                      tick.label.c_str());
    }
}

std::vector<AxisTick> linear_ticks(double low_ms, double high_ms, int most) {
    std::vector<AxisTick> ticks;
    const double step = round_step(high_ms - low_ms, most);
    for (double at = std::ceil(low_ms / step) * step; at <= high_ms; at += step)
        ticks.push_back({(at - low_ms) / (high_ms - low_ms), at < step / 2 ? "0" : milliseconds(at)});
    return ticks;
}

std::vector<AxisTick> log_ticks(const LogAxis& axis) {
    std::vector<AxisTick> ticks;
    if (axis.least <= 0) ticks.push_back({0, "0"});
    for (double power = 1; power <= axis.most; power *= 10) {
        for (const double at : {power, 2 * power, 5 * power})
            if (at >= axis.least && at <= axis.most) ticks.push_back({axis.share_of(at), short_count(at)});
    }
    return ticks;
}

void draw_uprights(const Plot& plot, const std::vector<AxisTick>& marks, const Fonts& fonts) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float text = fonts.small_->FontSize;
    float taken = -1e9f, row = 0;
    for (const AxisTick& mark : marks) {
        if (mark.share < 0 || mark.share > 1) continue;
        const float x = x_of(plot, mark.share), width = text_width(fonts, mark.label);
        for (float y = plot.min().y; y < plot.max().y; y += 8)
            list->AddLine({x, y}, {x, std::fmin(y + 4, plot.max().y)}, colours::kText);
        const bool fits_right = x + text * 0.3f + width <= plot.max().x;
        const float left = fits_right ? x + std::round(text * 0.3f) : x - width - std::round(text * 0.3f);
        row = left < taken ? row + 1 : 0;
        taken = left + width + text * 0.3f;
        list->AddText(fonts.small_, text, {left, plot.min().y + std::round(row * text * 1.1f)},
                      colours::kText, mark.label.c_str());
    }
}

}  // namespace app
