// Planes of figures: bodies, squares, boxes and reaches stand where the lesson has them, in a square that is one in every
// drawing, and what has left is gone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "app/teach/bodies/contact_scene.h"
#include "app/teach/bodies/tree.h"
#include "app/teach/export/svg.h"
#include "app/teach/export/themed_svg.h"
#include "app/teach/figure/plane_view.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "tests/app/figure_lessons.h"

namespace {

using app::Figure;
using app::FigurePlane;
using app::FigureShape;
using app::Lesson;
using app::Tone;
using figure_lessons::step_named;

Lesson lesson_of(const std::string& name, uint32_t count = 32, const std::string& broken = "") {
    app::LessonRequest request;
    request.engine = name;
    request.input = app::made_input("uniform", count, 1);
    request.broken = broken;
    return app::make_lesson(request).lesson;
}

Figure picture(const Lesson& lesson, const std::string& stage) {
    return app::stage_figure(lesson, step_named(lesson, stage));
}

template <class Test>
std::vector<FigureShape> shapes(const FigurePlane& plane, FigureShape::Kind kind, const Test& test) {
    std::vector<FigureShape> found;
    for (const FigureShape& shape : plane.shapes)
        if (shape.kind == kind && test(shape)) found.push_back(shape);
    return found;
}

const auto kAny = [](const FigureShape&) { return true; };

TEST(FigurePlanes, every_body_is_a_dot_at_its_place) {
    const Lesson lesson = lesson_of("morton");
    for (const char* stage : {"bodies", "cells", "keys", "curve", "squares"}) {
        const Figure figure = picture(lesson, stage);
        ASSERT_FALSE(figure.planes.empty()) << stage;
        for (const FigurePlane& plane : figure.planes) {
            std::map<uint32_t, FigureShape> dots;
            for (const FigureShape& dot : shapes(plane, FigureShape::dot, kAny))
                if (dot.pair != app::kNoPair) dots[dot.pair] = dot;
            ASSERT_EQ(dots.size(), 32u) << stage;
            const auto& bodies = lesson.plane->bodies;
            for (uint32_t a = 0; a < 32; ++a) {  // to the right and upwards, by one measure for both axes
                const float per_m =
                    (dots[20].from.x - dots[24].from.x) /
                    static_cast<float>(static_cast<int>(bodies[20].x) - static_cast<int>(bodies[24].x));
                EXPECT_GT(per_m, 0);
                const auto way = [](uint32_t to, uint32_t from) {
                    return static_cast<float>(to) - static_cast<float>(from);
                };
                EXPECT_NEAR(dots[a].from.x - dots[0].from.x, per_m * way(bodies[a].x, bodies[0].x), 1e-4);
                EXPECT_NEAR(dots[a].from.y - dots[0].from.y, per_m * way(bodies[a].y, bodies[0].y), 1e-4);
            }
        }
    }
}

TEST(FigurePlanes, the_curve_goes_from_body_to_body_in_the_order_of_the_keys) {
    const Lesson lesson = lesson_of("morton");
    const Figure figure = picture(lesson, "curve");
    ASSERT_EQ(figure.planes.size(), 2u);
    app::Words by_x(32);
    for (uint32_t i = 0; i < 32; ++i) by_x[i] = i;
    std::stable_sort(by_x.begin(), by_x.end(), [&](uint32_t a, uint32_t b) {
        return lesson.plane->bodies[a].x < lesson.plane->bodies[b].x;
    });
    for (const size_t k : {0u, 1u}) {
        const app::Words& order = k == 0 ? lesson.sorted_values : by_x;
        const auto lines = shapes(figure.planes[k], FigureShape::line,
                                  [](const FigureShape& line) { return line.pair != app::kNoPair; });
        ASSERT_EQ(lines.size(), 31u);
        for (size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].pair, order[i + 1]) << k;
        for (size_t i = 1; i < lines.size(); ++i) EXPECT_EQ(lines[i].from, lines[i - 1].to) << k;
    }
}

TEST(FigurePlanes, quarters_are_named_by_where_they_are) {
    EXPECT_STREQ(app::quarter_name(0, 0), "lower left");
    EXPECT_STREQ(app::quarter_name(1, 0), "lower right");
    const Lesson lesson = lesson_of("morton");
    const Figure figure = picture(lesson, "keys");
    const uint32_t id = 32 / 4;
    const std::string name = app::quarter_name(lesson.plane->cell_x[id] >> 3, lesson.plane->cell_y[id] >> 3);
    EXPECT_NE(figure.operations.at(2).find("the " + name + " quarter of the square"), std::string::npos)
        << figure.operations.at(2);
    // The squares that hold the body, each a quarter of the one before; only the last one stays.
    const auto squares =
        shapes(figure.planes[0], FigureShape::area, [](const FigureShape& area) { return area.filled; });
    ASSERT_EQ(squares.size(), 4u);
    for (size_t k = 0; k < 4; ++k) {
        const float side = squares[k].to.x - squares[k].from.x;
        EXPECT_NEAR(side * static_cast<float>(2u << k), 0.97f, 1e-4);
        EXPECT_EQ(squares[k].left_at > 0, k < 3);
    }
}

TEST(FigurePlanes, accepted_nodes_are_filled_and_circles_are_reaches) {
    const Lesson lesson = lesson_of("tree");
    const Figure figure = picture(lesson, "walk");
    ASSERT_EQ(figure.planes.size(), 1u);
    size_t accepted = 0, nodes = 0;
    for (const app::PlaneVisit& visit : lesson.plane->visits) {
        if (visit.node == sim::kNoNode) continue;
        ++nodes;
        accepted += visit.accepted;
    }
    EXPECT_GT(accepted, 3u);
    EXPECT_GT(nodes, accepted);
    const auto filled =
        shapes(figure.planes[0], FigureShape::area, [](const FigureShape& area) { return area.filled; });
    EXPECT_EQ(filled.size(), accepted);
    const auto circles = shapes(figure.planes[0], FigureShape::circle, kAny);
    ASSERT_EQ(circles.size(), nodes);
    const auto target = shapes(figure.planes[0], FigureShape::dot, [&](const FigureShape& dot) {
        return dot.pair == lesson.plane->order[lesson.plane->target] && dot.tone == Tone::wrong;
    });
    ASSERT_EQ(target.size(), 1u);
    size_t k = 0;
    for (const app::PlaneVisit& visit : lesson.plane->visits) {
        if (visit.node == sim::kNoNode) continue;
        const FigureShape& circle = circles[k++];
        const float away = std::hypot(circle.from.x - target[0].from.x, circle.from.y - target[0].from.y);
        EXPECT_EQ(away > circle.size, visit.accepted)
            << "the body is outside of the circle where the node is accepted";
        EXPECT_EQ(circle.tone == Tone::good, visit.accepted);
    }
    // In the tree the same nodes, in the same states.
    std::set<std::string> taken;
    for (const app::FigureCell& cell : figure.cells)
        if (cell.row < 0 && cell.tone == Tone::good) taken.insert(cell.text);
    EXPECT_EQ(taken.size(), accepted);
}

TEST(FigurePlanes, a_circle_leaves_with_the_next_visit) {
    const Figure figure = picture(lesson_of("tree"), "walk");
    for (size_t op = 1; op < figure.operations.size(); ++op) {
        const Figure now = app::figure_at(figure, static_cast<double>(op));
        EXPECT_LE(shapes(now.planes[0], FigureShape::circle, kAny).size(), 1u) << op;
    }
}

TEST(FigurePlanes, every_pull_is_in_the_matrix_once) {
    for (const uint32_t count : {1u, 32u, 64u}) {
        const Lesson lesson = lesson_of("tree", count);
        const Figure figure = picture(lesson, "sum");
        std::vector<float> covered(count, 0);
        uint32_t terms = 0;
        for (const FigureShape& area : shapes(figure.planes.at(0), FigureShape::area, kAny)) {
            if (!area.filled) continue;
            const float middle = (1 - (area.from.y + area.to.y) / 2 - 0.015f) / 0.97f;
            const auto row = static_cast<size_t>(middle * static_cast<float>(count));
            covered.at(row) +=
                std::round((area.to.x - area.from.x) / 0.97f * static_cast<float>(count) + 0.16f);
            ++terms;
        }
        for (const float columns : covered) EXPECT_EQ(columns, static_cast<float>(count));
        uint32_t all = 0;
        for (uint32_t rank = 0; rank < count; ++rank)
            all += app::sum_of(*lesson.plane, rank, app::walk_of(*lesson.plane, rank)).terms();
        EXPECT_EQ(terms, all);
    }
}

TEST(FigurePlanes, a_torn_square_is_marked) {
    const auto torn = [](const Lesson& lesson) {
        const Figure figure = picture(lesson, "squares");
        return std::count_if(figure.cells.begin(), figure.cells.end(), [](const app::FigureCell& cell) {
            return cell.row < 0 && cell.tone == Tone::wrong;
        });
    };
    EXPECT_EQ(torn(lesson_of("morton")), 0);
    EXPECT_GT(torn(lesson_of("morton", 32, "x-above-y")), 0);
}

TEST(FigurePlanes, are_squares_whatever_columns_and_lines_measure) {
    const FigurePlane plane{{2, 3, 10, 20}, {}};
    const app::Area wide = app::picture_area(plane, 30, 10), tall = app::picture_area(plane, 10, 30);
    EXPECT_EQ(wide, (app::Area{2 * 30 + 50, 30, 200, 200}));
    EXPECT_EQ(tall, (app::Area{20, 3 * 30 + 250, 100, 100}));
}

TEST(FigurePlanes, may_be_wider_than_high) {
    const FigurePlane plane{{2, 3, 10, 20}, {}, 2};
    EXPECT_EQ(app::picture_area(plane, 40, 10), (app::Area{2 * 40, 30, 400, 200}));
    EXPECT_EQ(app::picture_area(plane, 10, 10), (app::Area{20, 3 * 10 + 75, 100, 50}));
    EXPECT_EQ(app::figure_at({.planes = {plane}}, 0).planes[0].aspect, 2);
}

TEST(FigurePlanes, turned_boxes_and_arrows_are_drawn_in_files) {
    const Lesson lesson = lesson_of("contacts", 6);
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        const Figure figure = app::stage_figure(lesson, i);
        ASSERT_FALSE(figure.planes.empty()) << lesson.steps[i].stage;
        size_t polygons = 0, lines = 0;
        for (const FigurePlane& plane : figure.planes) {
            polygons += shapes(plane, FigureShape::polygon, kAny).size();
            lines += shapes(plane, FigureShape::line, kAny).size();
            for (const FigureShape& box : shapes(plane, FigureShape::polygon, kAny)) {
                ASSERT_EQ(box.corners.size(), 4u);
                float area = 0;  // above 0: against the clock
                for (size_t k = 0; k < 4; ++k) {
                    const app::Spot &a = box.corners[k], &b = box.corners[(k + 1) % 4];
                    area += (a.x * b.y - a.y * b.x) / 2;
                }
                EXPECT_GT(area, 0);
            }
        }
        const std::string svg = app::svg_of(figure, app::style_for(figure));
        const auto count = [&](const std::string& part) {
            size_t times = 0;
            for (size_t at = 0; (at = svg.find(part, at)) != svg.npos; ++at) ++times;
            return times;
        };
        EXPECT_EQ(count("Z\" fill"), polygons) << lesson.steps[i].stage;
        EXPECT_GE(count("<path d=\"M"), polygons + lines) << lesson.steps[i].stage;
    }
}

/// Boxes of the lesson `contacts` in the picture of the candidates are as large as they grow.
TEST(FigurePlanes, grown_boxes_of_candidates_overlap) {
    const Lesson lesson = lesson_of("contacts", 6);
    const FigurePlane plane = picture(lesson, "candidates").planes.at(0);
    const auto grown = shapes(plane, FigureShape::area,
                              [](const FigureShape& area) { return !area.filled && area.left_at == 0; });
    ASSERT_EQ(grown.size(), 6u);
    size_t overlapping = 0, links = 0;
    for (size_t a = 0; a < grown.size(); ++a) {
        for (size_t b = a + 1; b < grown.size(); ++b)
            overlapping += grown[a].from.x <= grown[b].to.x && grown[b].from.x <= grown[a].to.x &&
                           grown[a].from.y <= grown[b].to.y && grown[b].from.y <= grown[a].to.y;
    }
    for (const app::ContactPair& pair : lesson.contacts->shown.pairs) links += !pair.ground();
    EXPECT_EQ(overlapping, links);
}

TEST(FigurePlanes, outlines_that_are_many_are_fine_and_texts_of_a_picture_have_one_size) {
    size_t many = 0, several = 0;
    for (const std::string& name : app::lesson_names()) {
        const Lesson lesson = lesson_of(name);
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            for (const FigurePlane& plane : app::stage_figure(lesson, i).planes) {
                std::map<int, std::vector<float>> outlines;  // by operation
                for (const FigureShape& shape : shapes(plane, FigureShape::area, kAny))
                    if (!shape.filled) outlines[shape.shown_at].push_back(shape.size);
                for (const auto& [operation, sizes] : outlines) {
                    if (sizes.size() <= 8) continue;
                    ++many;
                    EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), 1)
                        << name << ", " << lesson.steps[i].stage << ", operation " << operation;
                }
                std::set<float> sizes;  // titles of axes are faint, colours as numbers are large
                for (const FigureShape& text : shapes(plane, FigureShape::text, kAny))
                    if (text.tone != Tone::faint && text.tone != Tone::digit) sizes.insert(text.size);
                EXPECT_LE(sizes.size(), 1u)
                    << name << ", " << lesson.steps[i].stage << ": " << testing::PrintToString(sizes);
                several += shapes(plane, FigureShape::text, kAny).size() > 1;
            }
        }
    }
    EXPECT_GT(many, 3u);
    EXPECT_GT(several, 3u);
}

TEST(FigurePlanes, are_drawn_and_cut_off_in_files) {
    const Lesson lesson = lesson_of("tree");
    const Figure figure = picture(lesson, "walk");
    const std::string svg = app::svg_of(figure, app::style_for(figure));
    const std::regex inner(
        "<svg x=\"[0-9.]+\" y=\"[0-9.]+\" width=\"([0-9.]+)\" height=\"([0-9.]+)\" overflow=\"hidden\">");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(svg, found, inner));
    EXPECT_EQ(found[1], found[2]);
    const auto count = [](const std::string& text, const std::string& part) {
        size_t times = 0;
        for (size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++times;
        return times;
    };
    EXPECT_EQ(count(svg, "<circle "), shapes(figure.planes[0], FigureShape::dot, kAny).size() +
                                          shapes(figure.planes[0], FigureShape::circle, kAny).size());
    EXPECT_EQ(count(svg, "<svg "), count(svg, "</svg>"));
    app::ThemedPictures pictures;
    const std::string page = pictures.add(figure, app::style_for(figure), "label");
    EXPECT_EQ(count(page, "stroke-dasharray=\"5 3\""),
              shapes(figure.planes[0], FigureShape::circle, kAny).size());
    EXPECT_GE(count(page, "data-until="), shapes(figure.planes[0], FigureShape::circle, kAny).size() - 1);
}

}  // namespace
