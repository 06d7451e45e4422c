#include "app/teach/export/step_svg.h"

#include <algorithm>
#include <cmath>

#include "app/teach/export/svg.h"
#include "app/teach/text_parts.h"

namespace app {

std::string step_title(const Lesson& lesson, size_t index) {
    const LessonStep& step = lesson.steps[index];
    std::string title = lesson.engine + ", stage " + std::to_string(index + 1) + " of " +
                        std::to_string(lesson.steps.size()) + ": " + step.stage;
    if (step.pass >= 0) title += ", " + pass_name(lesson, step.pass);
    return title;
}

int png_width(const Figure& figure, int usual) {
    constexpr float kLeastColumn_px = 12, kMostScale = 2;  // a picture of few keys is narrower
    const SvgStyle style = style_for(figure);
    const float whole = figure.width * style.column + style.gutter + 20;
    usual = std::min(usual, static_cast<int>(std::lround(whole * kMostScale)));
    return std::max(usual, static_cast<int>(std::lround(whole * kLeastColumn_px / style.column)));
}

std::string step_svg(const Lesson& lesson, size_t index, const Figure& figure, const std::string& caption,
                     InkTheme theme) {
    SvgStyle style = style_for(figure);
    style.theme = theme;
    style.title = step_title(lesson, index);
    style.caption = caption;
    return svg_of(figure, style);
}

}  // namespace app
