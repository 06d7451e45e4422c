// Small pieces that all panels are built from, so that rows, numbers and icons look alike everywhere.
#pragma once
#include <imgui.h>

#include <cstdint>
#include <string>

#include "app/view/widgets/layout.h"
#include "app/view/widgets/theme.h"
#include "sort/base/numbers.h"

namespace app {

using sort::grouped;

/// "5.31 ms", "23.1 us", "1.20 s": three digits, the unit that suits.
std::string milliseconds(double ms);

/// "16.7 ms  60 fps", "2.37 s  0.4 fps"
std::string frame_rate(double frame_ms);

/// printf into a string.
std::string text_of(const char* format, ...) __attribute__((format(printf, 1, 2)));

/// Of a window that shows text over the view: as large as the text, and the mouse reaches what is below it.
inline constexpr ImGuiWindowFlags kFloatingText =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav |
    ImGuiWindowFlags_NoInputs;

/// A window without frame that fills a region. Call end_region() always.
void begin_region(const char* name, const Region& region, ImU32 background);
void end_region();

/// Remembers where the last control was drawn.
void note_item(UiState& ui, const char* name);

void tooltip(const std::string& text);  // of the last control, when the mouse is over it

void section(const Fonts& fonts, const char* title);

/// Label on the left, value on the right edge.
void value_row(const char* label, const std::string& value, ImU32 colour = colours::kText,
               const char* tip = nullptr);

/// Label, then the next control fills the row, less `reserve` pixels.
void label_row(const char* label, float reserve = 0, const char* tip = nullptr);

/// A check box with the key that does the same, dimmed, on the right edge; `tip` where the mouse is over either.
bool check_row(UiState& ui, const char* name, const char* label, const char* key, bool* value,
               const char* tip = "");

/// Around a slider: instead of ImGui's grab, which covers the number, a mark along the lower edge.
void begin_slider();
void end_slider(double value, double low, double high, bool logarithmic);

struct SliderRow {
    const char* label;
    const char* format;  // with the unit
    const char* tip;
    float low, high, reset_to;
    bool logarithmic = false;
};

/// A slider with label, tooltip and a button back to `reset_to`. True when the value changed.
bool slider_row(UiState& ui, const SliderRow& row, float* value);

enum class Icon { play, pause, step, restart, tick, descent, reset, close, step_back, play_back };

void draw_icon(ImDrawList* list, Icon icon, ImVec2 centre, float size, ImU32 colour);
bool icon_button(UiState& ui, const char* name, Icon icon, const std::string& tip, ImVec2 size);

/// Lines of at most `width`, broken at spaces alone: ImGui would also break inside numbers, behind a comma or dot.
std::string wrapped(const std::string& text, float width);

/// Text cut to a width, with three dots where it was cut.
std::string fit_text(const std::string& text, float width);

/// A number at the right edge of a table cell.
void cell(const std::string& text, ImU32 colour = colours::kText);

}  // namespace app
