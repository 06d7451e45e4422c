// Figures as SVG: the colours of digits as colour-blind eyes see them, and the text of a document: well formed,
// nothing clipped, all of the figure in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/teach/export/svg.h"
#include "app/teach/export/svg_canvas.h"
#include "app/teach/figure/inks.h"
#include "tests/app/cielab.h"

namespace {

using app::DigitInk;
using app::InkTheme;
using cielab::kVisions;
using cielab::Vision;
using testing::HasSubstr;
using testing::Not;

constexpr InkTheme kThemes[] = {InkTheme::dark, InkTheme::light};

double seen_distance(app::Ink a, app::Ink b, const Vision& vision) {
    const auto seen = [&](app::Ink ink) {
        return cielab::lab(
            cielab::seen_by(vision, {cielab::linear_of(ink >> 16 & 255), cielab::linear_of(ink >> 8 & 255),
                                     cielab::linear_of(ink & 255)}));
    };
    return cielab::distance(seen(a), seen(b));
}

double contrast(app::Ink a, app::Ink b) {
    const auto light = [](app::Ink ink) {
        return 0.2126 * cielab::linear_of(ink >> 16 & 255) + 0.7152 * cielab::linear_of(ink >> 8 & 255) +
               0.0722 * cielab::linear_of(ink & 255) + 0.05;
    };
    return std::max(light(a), light(b)) / std::min(light(a), light(b));
}

size_t occurrences(const std::string& text, const std::string& part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

app::Figure small_figure() {
    app::Figure figure{.width = 4, .height = 6, .operations = {"One & all."}};
    figure.rows.push_back({"key <in>", "", 0, 2, {12, 345}, 0, true});
    figure.cells.push_back(
        {.area = {0, 0, 1, 2}, .text = "12", .row = 0, .pair = 0, .digit = 1, .tone = app::Tone::digit});
    figure.cells.push_back({.area = {1, 0, 1, 3},
                            .text = "345",
                            .row = 0,
                            .index = 1,
                            .pair = 1,
                            .digit = 3,
                            .tone = app::Tone::digit});
    figure.lines.push_back({.from = {0, 2},
                            .to = {3, 5},
                            .curved = true,
                            .arrow = true,
                            .pair = 1,
                            .digit = 3,
                            .tone = app::Tone::digit,
                            .label = "+3"});
    figure.texts.push_back({{0, 5}, "a < b"});
    figure.frames.push_back({app::FigureFrame::bracket, {0, 1, 4, 1}, "tile 0"});
    return figure;
}

}  // namespace

TEST(FigureInks, digits_are_told_apart_by_every_eye) {
    for (const InkTheme theme : kThemes) {
        for (const Vision& vision : kVisions) {
            for (uint32_t a = 0; a < 4; ++a) {
                const DigitInk own = app::digit_ink(a, 4, theme);
                for (uint32_t b = 0; b < a; ++b) {
                    const DigitInk other = app::digit_ink(b, 4, theme);
                    EXPECT_GE(seen_distance(own.fill, other.fill, vision), 24) << vision.name << a << b;
                    EXPECT_GE(seen_distance(own.line, other.line, vision), 24)
                        << vision.name << " lines " << a << " and " << b << " theme " << int(theme);
                }
            }
        }
    }
}

TEST(FigureInks, digits_of_more_bins_differ_in_hue_or_pattern) {
    for (const uint32_t bins : {4u, 8u, 16u}) {
        std::set<std::pair<app::Ink, int>> fills, lines;
        for (uint32_t digit = 0; digit < bins; ++digit) {
            const DigitInk ink = app::digit_ink(digit, bins, InkTheme::dark);
            fills.insert({ink.fill, static_cast<int>(ink.hatch)});
            lines.insert({ink.line, static_cast<int>(ink.dash)});
        }
        EXPECT_EQ(fills.size(), bins);
        EXPECT_EQ(lines.size(), bins);
    }
    const DigitInk low = app::digit_ink(0x2f, 256, InkTheme::dark),
                   high = app::digit_ink(0x20, 256, InkTheme::dark);
    EXPECT_EQ(low.fill, high.fill);
    EXPECT_EQ(low.hatch, high.hatch);
    EXPECT_NE(low.hatch, app::digit_ink(0x30, 256, InkTheme::dark).hatch);
    EXPECT_NE(low.fill, app::digit_ink(0x60, 256, InkTheme::dark).fill);
}

TEST(FigureInks, text_and_lines_are_readable) {
    for (const InkTheme theme : kThemes) {
        const app::Inks& all = app::inks(theme);
        EXPECT_GE(contrast(all.text, all.background), 7);
        EXPECT_GE(contrast(all.text, all.cell), 7);
        EXPECT_GE(contrast(all.good, all.background), 3);
        EXPECT_GE(contrast(all.wrong, all.background), 3);
        for (uint32_t digit = 0; digit < 4; ++digit) {
            const DigitInk ink = app::digit_ink(digit, 4, theme);
            EXPECT_GE(contrast(ink.text, ink.fill), 4.5) << digit;
            EXPECT_GE(contrast(ink.line, all.background), 2.4) << digit << " theme " << int(theme);
        }
    }
}

TEST(FigureInks, text_is_stacked_where_that_is_larger) {
    EXPECT_FALSE(app::fitted(2, 15, 15, 12).stacked);
    EXPECT_TRUE(app::fitted(3, 15, 45, 12).stacked);
    EXPECT_FLOAT_EQ(app::fitted(3, 15, 45, 12).size, 12);
    for (const size_t characters : {1u, 2u, 3u, 10u}) {
        for (const float width : {4.f, 15.f, 60.f}) {
            const app::FittedText fit = app::fitted(characters, width, 30, 12);
            const auto many = static_cast<float>(characters);
            EXPECT_LE(fit.size * 0.64f * (fit.stacked ? 1 : many), width + 1e-3f);
            EXPECT_LE(fit.size * (fit.stacked ? many : 1), 30 + 1e-3f);
        }
    }
}

TEST(FigureSvg, holds_everything_and_escapes_it) {
    const app::Figure figure = small_figure();
    const std::string svg = app::svg_of(figure, {.title = "A <title>", .caption = "All & done."});
    EXPECT_EQ(svg, app::svg_of(figure, {.title = "A <title>", .caption = "All & done."}));
    for (const char* const part : {"A &lt;title&gt;", "All &amp; done.", ">2<", "key &lt;in&gt;", "+3",
                                   "a &lt; b", "tile 0", "stroke-dasharray"})
        EXPECT_THAT(svg, HasSubstr(part));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    for (const char* const digit : {">3<", ">4<", ">5<"})
        EXPECT_THAT(svg, HasSubstr(digit));  // 345 and with it 12, stacked
    EXPECT_EQ(occurrences(svg, "<g"), occurrences(svg, "</g>"));
    EXPECT_EQ(occurrences(svg, "<text"), occurrences(svg, "</text>"));
}

TEST(FigureSvg, a_line_goes_from_its_begin_to_its_end) {
    const app::Spot ends[] = {{1, 20}, {300, 4}};
    app::SvgCanvas line, path, curve;
    line.line({ends[0], ends[1]}, {});
    path.polyline(ends, {});
    EXPECT_EQ(line.elements, path.elements) << "a straight one is the path of its ends";
    curve.line({ends[0], ends[1], true}, {});
    EXPECT_THAT(curve.elements, HasSubstr("\"M1.0 20.0C1.0 12.0 300.0 12.0 300.0 4.0\""));
}

TEST(FigureSvg, a_tracked_pair_is_drawn_over_a_second_wider_line) {
    const app::Figure figure = small_figure();
    const std::string plain = app::svg_of(figure, {}), tracked = app::svg_of(figure, {.tracked = 1});
    EXPECT_EQ(occurrences(tracked, "C"), occurrences(plain, "C") + 1);
}

TEST(FigureSvg, themes_differ_and_a_wider_column_makes_a_wider_picture) {
    const app::Figure figure = small_figure();
    EXPECT_THAT(app::svg_of(figure, {.theme = InkTheme::light}), HasSubstr("fill=\"#ffffff\""));
    EXPECT_THAT(app::svg_of(figure, {.column = 15, .gutter = 100}), HasSubstr("width=\"180\""));
    EXPECT_THAT(app::svg_of(figure, {.column = 30, .gutter = 100}), HasSubstr("width=\"240\""));
}

TEST(FigureTime, between_two_stages_the_keys_glide_and_the_rest_fades) {
    app::Figure before = small_figure(), after = small_figure();
    after.cells[1].area.x = 3;
    after.texts[0].text = "after";
    const app::Figure half = app::between(before, after, 0.5);
    ASSERT_EQ(half.texts.size(), 2u);
    EXPECT_FLOAT_EQ(half.texts[0].opacity, 0.5f);
    ASSERT_EQ(half.cells.size(), 2u);
    EXPECT_FLOAT_EQ(half.cells[1].area.x, 2);
    EXPECT_FLOAT_EQ(half.cells[1].opacity, 1);
    EXPECT_EQ(app::between(before, after, 0).texts[0].text, "a < b");
    EXPECT_EQ(app::between(before, after, 1).texts[0].text, "after");
}

TEST(FigureSvg, numbers_of_a_row_stand_in_one_way) {
    app::Figure figure{.width = 3, .height = 4, .operations = {"", ""}};
    figure.rows.push_back({"key", "", 0, 3, {139, 83, 4}, 0, true});
    for (uint32_t i = 0; i < 3; ++i)
        figure.cells.push_back({.area = {static_cast<float>(i), 0, 1, 3},
                                .text = std::to_string(figure.rows[0].words[i]),
                                .row = 0,
                                .index = i,
                                .shown_at = i == 0 ? 2 : 0});
    figure.cells[1].area.height = figure.cells[2].area.height = 2.8f;
    const std::string whole = app::svg_of(figure, {});
    EXPECT_THAT(whole, Not(HasSubstr(">139<"))) << "digits under each other";
    EXPECT_THAT(whole, Not(HasSubstr(">83<"))) << "as those of 139";
    EXPECT_THAT(app::svg_of(app::figure_at(figure, 0), {}), Not(HasSubstr(">83<")))
        << "before 139 has appeared";
}

TEST(FigureSvg, the_name_of_a_row_to_come_is_dim) {
    app::Figure figure{.width = 3, .height = 4, .operations = {"One."}};
    figure.rows.push_back({"later", "", 0, 1, {}, 1, false});
    const auto name = [&](double operation) {
        const std::string svg = app::svg_of(app::figure_at(figure, operation), {});
        const size_t end = svg.find(">later<");
        return svg.substr(svg.rfind("<text", end), end - svg.rfind("<text", end));
    };
    EXPECT_THAT(name(0), HasSubstr("opacity=\"0.30\""));
    EXPECT_THAT(name(1), Not(HasSubstr("opacity")));
}
