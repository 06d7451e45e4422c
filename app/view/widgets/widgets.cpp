// Rows, numbers and icons of the panels.
#include "app/view/widgets/widgets.h"

#include "app/view/widgets/glyphs.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace app {

std::string text_of(const char* format, ...) {
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

std::string milliseconds(double ms) {
    if (ms <= 0) return "0";
    if (ms < 0.1) return text_of("%.1f us", ms * 1000);
    if (ms < 10) return text_of("%.2f ms", ms);
    if (ms < 999.5) return text_of(ms < 99.95 ? "%.1f ms" : "%.0f ms", ms);
    return text_of(ms < 9995 ? "%.2f s" : "%.1f s", ms / 1000);
}

std::string frame_rate(double frame_ms) {
    const double fps = 1000 / frame_ms;
    return (frame_ms < 999.5 ? text_of("%.1f ms", frame_ms) : milliseconds(frame_ms)) +
           text_of(fps < 9.95 ? "  %.1f fps" : "  %.0f fps", fps);
}

void begin_region(const char* name, const Region& region, ImU32 background) {
    ImGui::SetNextWindowPos({region.x, region.y});
    ImGui::SetNextWindowSize({region.width, region.height});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleColor();
}

void end_region() { ImGui::End(); }

void note_item(UiState& ui, const char* name) {
    ui.items.push_back({name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void tooltip(const std::string& text) {
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    const float wide = ImGui::GetFontSize() * 22;
    ImGui::PushTextWrapPos(wide);  // of words that are longer
    ImGui::TextUnformatted(wrapped(text, wide - ImGui::GetStyle().WindowPadding.x).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void section(const Fonts& fonts, const char* title) {
    ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y * 0.5f});
    ImGui::PushFont(fonts.bold);
    ImGui::TextUnformatted(title);
    ImGui::PopFont();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float y = std::round(at.y - ImGui::GetStyle().ItemSpacing.y * 0.5f);
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    ImGui::GetWindowDrawList()->AddLine({at.x, y}, {right, y}, colours::kLine);
}

void value_row(const char* label, const std::string& value, ImU32 colour, const char* tip) {
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    ImGui::TextDisabled("%s", label);
    if (tip) tooltip(tip);
    const float label_end =
        ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetStyle().ItemSpacing.x;
    const std::string fitting = fit_text(value, right - label_end);
    ImGui::SameLine(right - ImGui::CalcTextSize(fitting.c_str()).x);
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colour));
    ImGui::TextUnformatted(fitting.c_str());
    ImGui::PopStyleColor();
    if (fitting != value) tooltip(value);
}

void label_row(const char* label, float reserve, const char* tip) {
    const float start = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", label);
    if (tip) tooltip(tip);
    ImGui::SameLine(start + ImGui::GetFontSize() * 5.9f);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - reserve);
}

bool check_row(UiState& ui, const char* name, const char* label, const char* key, bool* value,
               const char* tip) {
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const bool changed = ImGui::Checkbox(label, value);
    note_item(ui, name);
    tooltip(tip);
    ImGui::SameLine(right - ImGui::CalcTextSize(key).x);
    ImGui::TextDisabled("%s", key);
    tooltip(tip);
    return changed;
}

void begin_slider() {
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, 0);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, 0);
}

void end_slider(double value, double low, double high, bool logarithmic) {
    ImGui::PopStyleColor(2);
    const double part =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    // Where the hidden grab stands, so that the mark is under the hand.
    const float grab = ImGui::GetStyle().GrabMinSize, inset = 2 + grab / 2;
    const float at =
        a.x + inset + static_cast<float>(std::fmin(std::fmax(part, 0.0), 1.0)) * (b.x - a.x - 2 * inset);
    const float height = std::round((b.y - a.y) * 0.11f), rounding = height / 2;
    const bool held = ImGui::IsItemActive() || ImGui::IsItemHovered();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({a.x, b.y - height}, {at, b.y}, ImGui::GetColorU32(ImGuiCol_SliderGrab), rounding);
    list->AddRectFilled({at - grab / 2, b.y - 1.6f * height}, {at + grab / 2, b.y},
                        held ? colours::kText : colours::kAccent, rounding);
}

bool slider_row(UiState& ui, const SliderRow& row, float* value) {
    const float button = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    label_row(row.label, button + gap, row.tip);
    ImGui::PushID(row.label);
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_AlwaysClamp | (row.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    begin_slider();
    bool changed = ImGui::SliderFloat("##value", value, row.low, row.high, row.format, flags);
    end_slider(*value, row.low, row.high, row.logarithmic);
    note_item(ui, row.label);
    tooltip(row.tip);
    ImGui::SameLine(0, gap);
    const bool differs = *value != row.reset_to;
    ImGui::BeginDisabled(!differs);
    if (icon_button(ui, (std::string("reset ") + row.label).c_str(), Icon::reset,
                    std::string("Reset to the scene's value, ") + text_of(row.format, row.reset_to),
                    {button, button})) {
        *value = row.reset_to;
        changed = true;
    }
    ImGui::EndDisabled();
    ImGui::PopID();
    return changed;
}

namespace {

/// Three quarters of a circle with an arrow head: restart and reset.
void draw_circle_arrow(ImDrawList* list, ImVec2 c, float r, ImU32 colour) {
    constexpr float kPi = 3.14159265f;
    const float thickness = std::fmax(1.5f, r * 0.28f);
    list->PathArcTo(c, r * 0.8f, -0.25f * kPi, 1.3f * kPi, 20);
    list->PathStroke(colour, 0, thickness);
    const float a = -0.25f * kPi;
    const ImVec2 tip{c.x + r * 0.8f * std::cos(a), c.y + r * 0.8f * std::sin(a)};
    const float s = r * 0.62f;
    list->AddTriangleFilled({tip.x - s, tip.y - s * 0.55f}, {tip.x + s * 0.6f, tip.y - s * 0.9f},
                            {tip.x + s * 0.45f, tip.y + s * 0.75f}, colour);
}

}  // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 c, float size, ImU32 colour) {
    const float r = size / 2;
    switch (icon) {
        case Icon::play:
            list->AddTriangleFilled({c.x - r * 0.7f, c.y - r}, {c.x + r, c.y}, {c.x - r * 0.7f, c.y + r},
                                    colour);
            break;
        case Icon::pause:
            list->AddRectFilled({c.x - r * 0.8f, c.y - r}, {c.x - r * 0.2f, c.y + r}, colour);
            list->AddRectFilled({c.x + r * 0.2f, c.y - r}, {c.x + r * 0.8f, c.y + r}, colour);
            break;
        case Icon::step:
            list->AddTriangleFilled({c.x - r, c.y - r}, {c.x + r * 0.4f, c.y}, {c.x - r, c.y + r}, colour);
            list->AddRectFilled({c.x + r * 0.5f, c.y - r}, {c.x + r, c.y + r}, colour);
            break;
        case Icon::play_back:
            list->AddTriangleFilled({c.x + r * 0.7f, c.y - r}, {c.x - r, c.y}, {c.x + r * 0.7f, c.y + r},
                                    colour);
            break;
        case Icon::step_back:
            list->AddTriangleFilled({c.x + r, c.y - r}, {c.x - r * 0.4f, c.y}, {c.x + r, c.y + r}, colour);
            list->AddRectFilled({c.x - r, c.y - r}, {c.x - r * 0.5f, c.y + r}, colour);
            break;
        case Icon::restart:
        case Icon::reset:
            draw_circle_arrow(list, c, r, colour);
            break;
        case Icon::tick:
            list->PathLineTo({c.x - r * 0.9f, c.y});
            list->PathLineTo({c.x - r * 0.2f, c.y + r * 0.7f});
            list->PathLineTo({c.x + r * 0.9f, c.y - r * 0.7f});
            list->PathStroke(colour, 0, std::fmax(1.5f, r * 0.35f));
            break;
        case Icon::descent:
            list->AddTriangleFilled({c.x - r * 0.9f, c.y - r * 0.6f}, {c.x + r * 0.9f, c.y - r * 0.6f},
                                    {c.x, c.y + r * 0.8f}, colour);
            break;
        case Icon::close:
            list->AddLine({c.x - r, c.y - r}, {c.x + r, c.y + r}, colour, std::fmax(1.5f, r * 0.3f));
            list->AddLine({c.x - r, c.y + r}, {c.x + r, c.y - r}, colour, std::fmax(1.5f, r * 0.3f));
            break;
    }
}

bool icon_button(UiState& ui, const char* name, Icon icon, const std::string& tip, ImVec2 size) {
    ImGui::PushID(name);
    const bool pressed = ImGui::Button("##icon", size);
    note_item(ui, name);
    tooltip(tip);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    draw_icon(ImGui::GetWindowDrawList(), icon, {(a.x + b.x) / 2, (a.y + b.y) / 2},
              std::round(size.y * 0.46f), ImGui::GetColorU32(ImGuiCol_Text));
    ImGui::PopID();
    return pressed;
}

std::string wrapped(const std::string& text, float width) {
    std::string lines, line, word;
    const auto take_word = [&] {
        const std::string longer = line.empty() ? word : line + ' ' + word;
        if (!line.empty() && ImGui::CalcTextSize(longer.c_str()).x > width) {
            lines += line + '\n';
            line = word;
        } else {
            line = longer;
        }
        word.clear();
    };
    for (const char c : shown(text)) {
        if (c != ' ' && c != '\n') {
            word += c;
            continue;
        }
        take_word();
        if (c == '\n') {
            lines += line + '\n';
            line.clear();
        }
    }
    take_word();
    return lines + line;
}

std::string fit_text(const std::string& text, float width) {
    std::string cut = shown(text);
    if (ImGui::CalcTextSize(cut.c_str()).x <= width) return cut;
    while (!cut.empty()) {
        do cut.pop_back();
        while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xc0) == 0x80);
        if (ImGui::CalcTextSize((cut + "...").c_str()).x <= width) break;
    }
    return cut + "...";
}

void cell(const std::string& text, ImU32 colour) {
    ImGui::TableNextColumn();
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colour));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

}  // namespace app
