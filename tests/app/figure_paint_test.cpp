// What is drawn of a figure, whatever the canvas: the layers, and what a screen does that a document does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "app/teach/paint/figure_paint.h"

namespace {

using app::Area;
using app::Paint;
using app::Spot;
using testing::ElementsAre;

/// Writes down what is drawn. Letters are half as wide as high.
class Record : public app::Canvas {
public:
    struct Line {
        app::LinePath path;
        app::Stroke stroke;
    };
    struct Text {
        Spot at;
        std::string text;
        app::TextPaint paint;
    };

    void rectangle(const Area& area, const Paint& paint) override {
        order += 'r';
        rectangles.push_back({area, paint});
    }
    void polygon(std::span<const Spot>, const Paint&) override { order += 'p'; }
    void circle(Spot, float, const Paint& paint) override {
        order += 'c';
        circles.push_back(paint);
    }
    void line(const app::LinePath& path, const app::Stroke& stroke) override {
        order += 'l';
        lines.push_back({path, stroke});
    }
    void polyline(std::span<const Spot>, const app::Stroke&) override { order += 'o'; }
    void text(Spot at, const std::string& text, const app::TextPaint& paint) override {
        order += 't';
        texts.push_back({at, text, paint});
    }
    void begin_group(float) override { order += '('; }
    void end_group() override { order += ')'; }
    void begin_clip(const Area&) override { order += '['; }
    void end_clip() override { order += ']'; }
    void begin_gutter() override { order += '<'; }
    void end_gutter() override { order += '>'; }
    bool sees(const Area& area) const override { return area.y < bottom; }
    float width_of(const std::string& text, float size) const override {
        return 0.5f * size * static_cast<float>(text.size());
    }
    app::FittedText fit(const std::string&, float, float) override { return {10, false}; }

    std::vector<std::string> words() const {
        std::vector<std::string> all;
        for (const Text& text : texts) all.push_back(text.text);
        return all;
    }

    std::string order;
    std::vector<std::pair<Area, Paint>> rectangles;
    std::vector<Paint> circles;
    std::vector<Line> lines;
    std::vector<Text> texts;
    float bottom = 1e9f;
};

app::PaintStyle style_of(bool screen) {
    app::PaintStyle style;
    style.screen = screen;
    style.column = 10;
    style.view_right = 400;
    return style;
}

void paint(const app::Figure& figure, const app::PaintStyle& style, Record& record) {
    app::paint_figure(figure, app::TextNeeds(figure), style, record);
}

app::Figure empty_figure() { return {.width = 40, .height = 4, .operations = {""}}; }

app::FigureLine digit_line(uint32_t pair) {
    return {.from = {0, 0}, .to = {3, 2}, .pair = pair, .digit = 1, .tone = app::Tone::digit};
}

TEST(FigurePaint, layers_lie_on_each_other_as_in_the_figure) {
    app::Figure figure = empty_figure();
    figure.rows.push_back({"key", "", 0, 1, {7}, 0, true});
    figure.frames.push_back({app::FigureFrame::bracket, {0, 0, 4, 1}, ""});
    figure.frames.push_back({app::FigureFrame::band, {0, 0, 4, 1}, ""});
    figure.cells.push_back({.area = {0, 0, 1, 1}, .text = "7", .row = 0});
    figure.lines.push_back(digit_line(1));
    figure.texts.push_back({{0, 2}, "a text"});
    app::FigureShape dot;
    dot.from = {0.5f, 0.5f};
    figure.planes.push_back({{0, 2, 4, 2}, {dot}});
    app::PaintStyle style = style_of(false);
    style.names_width = 100;
    Record record;
    paint(figure, style, record);
    EXPECT_EQ(record.order, "rl(rt)o<t>t[c]");
    EXPECT_THAT(record.words(), ElementsAre("7", "key", "a text"));
}

TEST(FigurePaint, a_screen_thins_out_indices_that_would_touch) {
    app::Figure figure = empty_figure();
    for (int i = 0; i < 9; ++i)
        figure.texts.push_back({{static_cast<float>(i) + 0.5f, 0},
                                std::to_string(100 + i),
                                app::Align::middle,
                                app::Tone::faint});
    figure.texts.push_back({{20, 0}, "not an index", app::Align::left, app::Tone::faint});
    Record document, screen;
    paint(figure, style_of(false), document);
    paint(figure, style_of(true), screen);
    EXPECT_EQ(document.texts.size(), 10u);
    EXPECT_THAT(screen.words(), ElementsAre("100", "104", "108", "not an index"));
}

TEST(FigurePaint, a_text_beyond_the_view_is_shifted_on_a_screen) {
    app::Figure figure = empty_figure();
    figure.texts.push_back({{1, 0}, "a sentence"});
    app::PaintStyle style = style_of(true);
    style.origin.x = -200;  // scrolled
    Record record;
    paint(figure, style, record);
    ASSERT_EQ(record.texts.size(), 1u);
    EXPECT_FLOAT_EQ(record.texts[0].at.x, 0);
    style.origin.x = 380;
    paint(figure, style, record);
    ASSERT_EQ(record.texts.size(), 2u);
    EXPECT_FLOAT_EQ(record.texts[1].at.x, 400 - 0.5f * 11 * 10);
}

TEST(FigurePaint, on_a_screen_lines_recede_behind_the_tracked_one) {
    app::Figure figure = empty_figure();
    figure.lines = {digit_line(1), digit_line(2)};
    app::PaintStyle style = style_of(true);
    style.tracked = 1;
    Record record;
    paint(figure, style, record);
    ASSERT_EQ(record.lines.size(), 3u) << "the tracked one has a wider line below it, and comes last";
    EXPECT_FLOAT_EQ(record.lines[0].stroke.opacity, 0.22f);
    EXPECT_NE(record.lines[0].stroke.dash, app::Dash::solid);
    EXPECT_GT(record.lines[1].stroke.width, record.lines[2].stroke.width);
    EXPECT_FLOAT_EQ(record.lines[2].stroke.opacity, 1);
    style.screen = false;
    Record document;
    paint(figure, style, document);
    EXPECT_FLOAT_EQ(document.lines[0].stroke.opacity, 1);
}

TEST(FigurePaint, many_lines_of_digits_have_no_dashes_on_a_screen) {
    app::Figure figure = empty_figure();
    for (uint32_t i = 0; i < 300; ++i) figure.lines.push_back(digit_line(i));
    Record document, screen;
    paint(figure, style_of(false), document);
    paint(figure, style_of(true), screen);
    EXPECT_NE(document.lines[0].stroke.dash, app::Dash::solid);
    EXPECT_EQ(screen.lines[0].stroke.dash, app::Dash::solid);
}

TEST(FigurePaint, the_label_of_a_narrow_frame_is_left_out_on_a_screen_and_small_in_a_document) {
    app::Figure figure = empty_figure();
    figure.frames.push_back({app::FigureFrame::border, {0, 1, 3, 1}, "tile 1000"});
    Record document, screen;
    paint(figure, style_of(false), document);
    paint(figure, style_of(true), screen);
    ASSERT_EQ(document.texts.size(), 1u);
    EXPECT_LT(document.texts[0].paint.size, 8);
    EXPECT_TRUE(document.texts[0].paint.halo);
    EXPECT_TRUE(screen.texts.empty());
}

TEST(FigurePaint, numbers_over_bars_have_a_halo_or_a_bar_of_half_the_colour) {
    app::Figure figure = empty_figure();
    figure.cells.push_back(
        {.area = {0, 0, 1, 1}, .text = "7", .digit = 1, .bar = 0.5f, .tone = app::Tone::digit});
    Record document, screen;
    paint(figure, style_of(false), document);
    paint(figure, style_of(true), screen);
    EXPECT_TRUE(document.texts[0].paint.halo);
    EXPECT_FALSE(screen.texts[0].paint.halo);
    EXPECT_NE(document.rectangles[1].second.fill, screen.rectangles[1].second.fill);
}

TEST(FigurePaint, cells_that_are_good_wrong_or_strong_have_a_tinge_of_that_unless_they_wait) {
    const app::Inks& inks = app::inks(app::InkTheme::dark);
    const std::pair<app::Tone, app::Ink> fills[] = {
        {app::Tone::plain, inks.cell},
        {app::Tone::faint, inks.cell},
        {app::Tone::good, app::mixed(inks.good, inks.cell, 0.3f)},
        {app::Tone::wrong, app::mixed(inks.wrong, inks.cell, 0.3f)},
        {app::Tone::strong, app::mixed(inks.strong, inks.cell, 0.3f)}};
    for (const auto& [tone, fill] : fills) {
        app::Figure figure = empty_figure();
        figure.cells.push_back({.area = {0, 0, 1, 1}, .text = "7", .tone = tone});
        Record record;
        paint(figure, style_of(false), record);
        EXPECT_EQ(record.rectangles.at(0).second.fill, fill) << int(tone);
        figure.cells[0].state = app::CellState::waiting;
        Record waiting;
        paint(figure, style_of(false), waiting);
        const Paint& hatched = waiting.rectangles.at(0).second;
        EXPECT_EQ(hatched.fill, inks.cell) << "waiting, " << int(tone);
        EXPECT_EQ(std::pair(hatched.hatch, hatched.hatch_ink), std::pair(app::Hatch::rising, inks.edge));
    }
}

TEST(FigurePaint, a_tracked_cell_is_outlined_twice_and_what_is_not_seen_is_not_drawn) {
    app::Figure figure = empty_figure();
    figure.cells.push_back({.area = {0, 0, 1, 1}, .text = "7", .pair = 3});
    figure.cells.push_back({.area = {0, 3, 1, 1}, .text = "8", .pair = 4});
    app::PaintStyle style = style_of(true);
    Record record;
    paint(figure, style, record);
    EXPECT_EQ(record.rectangles.size(), 2u);
    style.tracked = 3;
    style.hovered = 4;
    Record marked;
    paint(figure, style, marked);
    EXPECT_EQ(marked.rectangles.size(), 5u);
    Record scrolled;
    scrolled.bottom = 20;
    paint(figure, style, scrolled);
    EXPECT_THAT(scrolled.words(), ElementsAre("7"));
}

TEST(FigurePaint, names_wrap_at_spaces) {
    const Record canvas;
    EXPECT_THAT(app::wrapped("boxes on the axis", 10, 50, canvas), ElementsAre("boxes on", "the axis"));
    EXPECT_THAT(app::wrapped("one", 10, 5, canvas), ElementsAre("one"));
}

}  // namespace
