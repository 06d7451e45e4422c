// Texts of the lesson's pictures in the window: their fonts have every sign, and names of rows have room.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/view/lesson/figure_painter.h"
#include "tests/app/ui_program.h"

namespace {

using ui_program::Program;

TEST(UiLessonText, the_gutter_holds_the_widest_name_not_the_one_of_most_letters) {
    Program program(320, 240);
    const std::string wide = "mmmmmmmm", longer = "iiiiiiiiii";
    const app::Fonts fonts = program.ui.fonts();
    const float size = fonts.small_->FontSize, beside = (app::kLeftOfNames + app::kRightOfNames) * size;
    const float width = fonts.small_->CalcTextSizeA(size, 1e9f, 0, wide.c_str()).x;
    app::FigureScroll scroll;
    for (const std::vector<std::string>& names : {std::vector{wide, longer}, std::vector{longer, wide}}) {
        const app::FigurePlacing placing =
            app::place_figure(app::Figure{}, names, {0, 0, 1000, 500}, fonts, 1, scroll);
        EXPECT_GE(placing.gutter, width + beside - 1);
    }
}

TEST(UiLessonText, the_fonts_have_every_sign_of_the_pictures) {
    Program program(320, 240);
    const app::Fonts fonts = program.ui.fonts();
    for (const std::string& engine : app::lesson_names()) {
        app::LessonRequest request;
        request.engine = engine;
        request.input = app::made_input("uniform", 24, 1);
        request.backend = "cpu";
        const app::Lesson lesson = app::make_lesson(request).lesson;
        std::string all;
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            const app::Figure figure = app::stage_figure(lesson, i);
            for (const app::FigureText& text : figure.texts) all += text.text;
            for (const app::FigureCell& cell : figure.cells) all += cell.text;
            for (const app::FigureRow& row : figure.rows) all += row.name;
            for (const app::FigureLine& line : figure.lines) all += line.label;
        }
        std::vector<ImWchar> signs(all.size() + 1);
        const int count =
            ImTextStrFromUtf8(signs.data(), static_cast<int>(signs.size()), all.c_str(), nullptr);
        for (int k = 0; k < count; ++k) {
            const ImWchar sign = signs[static_cast<size_t>(k)];
            ASSERT_NE(fonts.small_->FindGlyphNoFallback(sign), nullptr) << engine << ": " << sign;
            ASSERT_NE(fonts.regular->FindGlyphNoFallback(sign), nullptr) << engine << ": " << sign;
        }
    }
}

}  // namespace
