// Plots over ImDrawList.
#include "app/view/widgets/plot.h"

#include <algorithm>
#include <cmath>

#include "app/view/widgets/widgets.h"

namespace app {

double round_step(double top, int most) {
    if (!(top > 0) || most < 1) return 1;
    const double rough = top / most;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * (1 - 1e-9)) return factor * power;
    }
    return 10 * power;
}

size_t column_begin(size_t column, size_t columns, size_t values) { return column * values / columns; }

namespace {

constexpr colours::Ink kMark = colours::ink(0xe4e8ee, 0x1b2129, 150);

/// "1,500", "20k", "1.5M"; "4 ms"
std::string tick_label(double y, double step, const char* unit) {
    if (y == 0) return "0";
    const bool bare = !*unit;
    if (bare && step >= 1e6) return text_of("%gM", y / 1e6);
    if (bare && step >= 1e3) return text_of("%gk", y / 1e3);
    const std::string number = y >= 1000 ? grouped(static_cast<uint64_t>(std::round(y))) : text_of("%g", y);
    return bare ? number : number + " " + unit;
}

}  // namespace

Plot::Plot(const char* id, ImVec2 size, double y_top, const char* unit, const Fonts& fonts,
           float right_gutter)
    : list_(ImGui::GetWindowDrawList()), fonts_(fonts), top_(y_top > 0 ? y_top : 1) {
    const float text = fonts.small_->FontSize;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(id, size);
    hovered_ = ImGui::IsItemHovered();

    const float gutter = std::round(text * 4.4f);
    min_ = {at.x + gutter, at.y + std::round(text * 0.5f)};
    max_ = {at.x + size.x - right_gutter, at.y + size.y - std::round(text * 0.5f)};
    list_->AddRectFilled(min_, max_, colours::kPlot);

    const int most = std::max(1, static_cast<int>((max_.y - min_.y) / (text * 1.9f)));
    const double step = round_step(top_, most);
    for (double y = 0; y <= top_ * (1 + 1e-9); y += step) {
        const float py = y_of(y);
        list_->AddLine({min_.x, py}, {max_.x, py}, colours::kGrid);
        const std::string label = tick_label(y, step, unit);
        const float width = fonts.small_->CalcTextSizeA(text, 1e9f, 0, label.c_str()).x;
        list_->AddText(fonts.small_, text,
                       {std::round(min_.x - width - text * 0.4f), std::round(py - text * 0.55f)},
                       colours::kDim, label.c_str());
    }
}

float Plot::y_of(double value) const {
    const double share = std::clamp(value / top_, 0.0, 1.0);
    return std::round(max_.y - static_cast<float>(share) * (max_.y - min_.y));
}

void Plot::mark(double y, const std::string& label) {
    if (y > top_) return;
    const float py = y_of(y), text = fonts_.small_->FontSize;
    if (max_.y - py < text) return;  // would lie on the axis
    for (float x = min_.x; x < max_.x; x += 8) {
        list_->AddLine({x, py}, {std::min(x + 4, max_.x), py}, kMark);
    }
    // Where marks lie too close together for their labels, the first one called keeps its own.
    if (last_mark_ >= 0 && std::fabs(py - last_mark_) < text * 1.15f) return;
    last_mark_ = py;
    list_->AddText(fonts_.small_, text, {std::round(max_.x + text * 0.4f), std::round(py - text * 0.55f)},
                   colours::kText, label.c_str());
}

void Plot::stacked_bar(size_t column, size_t columns, std::span<const float> parts,
                       std::span<const ImU32> colours) {
    const float slot = width() / static_cast<float>(columns);
    const float x0 = std::floor(min_.x + slot * static_cast<float>(column));
    const float x1 =
        std::max(std::floor(min_.x + slot * static_cast<float>(column + 1)) - (slot >= 3 ? 1 : 0), x0 + 1);
    double sum = 0;
    float below = y_of(0);
    for (size_t k = 0; k < parts.size(); k++) {
        sum += parts[k];
        const float above = y_of(sum);
        if (above < below) list_->AddRectFilled({x0, above}, {x1, below}, colours[k]);
        below = above;
    }
}

void Plot::line(std::span<const float> values, ImU32 colour) {
    if (values.size() < 2) return;
    std::vector<ImVec2> points(values.size());
    const float step = width() / static_cast<float>(values.size() - 1);
    for (size_t k = 0; k < values.size(); k++)
        points[k] = {min_.x + step * static_cast<float>(k), y_of(values[k])};
    list_->AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, 1.5f);
}

int Plot::hovered_column(size_t columns) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!hovered_ || columns == 0 || mouse.x < min_.x || mouse.x >= max_.x) return -1;
    const float slot = width() / static_cast<float>(columns);
    return std::min(static_cast<int>((mouse.x - min_.x) / slot), static_cast<int>(columns) - 1);
}

}  // namespace app
