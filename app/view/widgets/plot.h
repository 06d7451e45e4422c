// Small plots over ImDrawList: axes with round ticks, stacked bars, lines, marks at fixed heights, hover.
#pragma once
#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "app/view/widgets/theme.h"

namespace app {

/// A round step (1, 2 or 5 times a power of ten) that divides [0, top] into at most `most` parts.
double round_step(double top, int most);

/// Returns the first of the `values` values that column `column` of `columns` shows; it shows those before
/// the first of the next column.
size_t column_begin(size_t column, size_t columns, size_t values);

class Plot {
public:
    /// Takes `size` pixels at the cursor and draws frame, ticks and their labels, "4 ms" with unit "ms".
    /// `right_gutter` pixels are left free for the labels of marks.
    Plot(const char* id, ImVec2 size, double y_top, const char* unit, const Fonts& fonts,
         float right_gutter = 0);

    /// A dashed line across with its own label in the right gutter, for budgets. One too near
    /// the axis to be told from it is left out.
    void mark(double y, const std::string& label);

    /// One bar: `parts` from the bottom up, in the colours given.
    void stacked_bar(size_t column, size_t columns, std::span<const float> parts,
                     std::span<const ImU32> colours);

    /// Values as a line over the whole width.
    void line(std::span<const float> values, ImU32 colour);

    /// The column under the mouse, or -1.
    int hovered_column(size_t columns) const;

    /// The height of a value.
    float y_of(double value) const;

    ImVec2 min() const { return min_; }
    ImVec2 max() const { return max_; }
    float width() const { return max_.x - min_.x; }

private:
    ImDrawList* list_;
    const Fonts& fonts_;
    ImVec2 min_, max_;  // of the inside
    double top_;
    float last_mark_ = -1;  // y of the last mark's label, pixels
    bool hovered_;
};

}  // namespace app
