// Planes of a lesson in the window: a body is followed like a key, what is drawn is drawn in their squares, and their
// signs are in the fonts.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>

#include "app/view/lesson/figure_painter.h"
#include "tests/app/ui_lesson.h"

namespace {

namespace key = app::key;
using app::kNoPair;
using ui_program::button;
using ui_program::Lesson;
using ui_program::move_to;

app::FigurePlacing placing_of(Lesson& program) {
    app::LessonData& data = program.data();
    const app::UiState::Item area = *program.state.find("lesson picture");
    const app::Region room{area.min.x, area.min.y, area.max.x - area.min.x, area.max.y - area.min.y};
    app::FigureScroll scroll = data.scroll[0];
    return app::place_figure(data.state.figure(), data.state.row_names(), room, program.ui.fonts(), 1,
                             scroll);
}

ImVec2 middle_of(const app::FigurePlane& plane, const app::FigurePlacing& placing, const app::Spot& spot) {
    const app::Area square = app::picture_area(plane, placing.column, placing.line);
    return {placing.origin.x + square.x + spot.x * square.height,
            placing.origin.y + square.y + (1 - spot.y) * square.height};
}

TEST(UiLessonPlane, a_body_under_the_mouse_is_named_and_a_click_follows_it) {
    Lesson program("morton", 16);
    program.press(key::down);  // the bodies are there
    program.settle();
    const app::FigurePlacing placing = placing_of(program);
    const app::Figure& figure = program.data().state.now();
    ASSERT_EQ(figure.planes.size(), 1u);
    const app::FigureShape* five = nullptr;
    for (const app::FigureShape& shape : figure.planes[0].shapes)
        if (shape.pair == 5) five = &shape;
    ASSERT_NE(five, nullptr);
    const ImVec2 at = middle_of(figure.planes[0], placing, five->from);
    EXPECT_EQ(app::shape_at(figure, placing, at), 5u);
    EXPECT_EQ(app::shape_at(figure, placing, middle_of(figure.planes[0], placing, {0.999f, 0.001f})),
              kNoPair);
    program.send(
        {move_to(static_cast<double>(at.x), static_cast<double>(at.y)), button(0, true), button(0, false)});
    EXPECT_EQ(program.state.tracked_pair, 5u);
    program.save("lesson_plane_tracked");
    program.press(key::end);
    program.settle();
    program.send({});
    program.save("lesson_plane_end");
    EXPECT_EQ(program.state.tracked_pair, 5u) << "followed through all stages";
}

TEST(UiLessonPlane, a_box_of_a_sweep_is_followed_into_the_strip_below) {
    Lesson program("columns", 8);
    program.press(key::down);
    program.settle();
    for (int k = 0; k < 200 && program.data().scroll_to[0] >= 0; k++) program.send({});  // it has scrolled
    const app::FigurePlacing placing = placing_of(program);
    const app::Figure& figure = program.data().state.now();
    ASSERT_EQ(figure.planes.size(), 1u);
    const auto& shapes = figure.planes[0].shapes;
    const auto box = std::find_if(shapes.begin(), shapes.end(), [](const app::FigureShape& shape) {
        return shape.kind == app::FigureShape::polygon && shape.pair == 4;
    });
    ASSERT_NE(box, shapes.end());
    const ImVec2 at = middle_of(figure.planes[0], placing, box->from);
    EXPECT_EQ(app::shape_at(figure, placing, at), 4u);
    program.send(
        {move_to(static_cast<double>(at.x), static_cast<double>(at.y)), button(0, true), button(0, false)});
    EXPECT_EQ(program.state.tracked_pair, 4u);
    program.send({});
    program.save("lesson_boxes_tracked");
    const auto is_bar = [](const app::FigureCell& cell) { return cell.row < 0 && app::belongs_to(cell, 4); };
    EXPECT_TRUE(std::any_of(figure.cells.begin(), figure.cells.end(), is_bar));
}

TEST(UiLessonPlane, a_box_under_the_mouse_is_named_and_a_click_follows_it) {
    Lesson program("contacts", 6);
    program.press(key::down);
    program.settle();
    const app::FigurePlacing placing = placing_of(program);
    const app::Figure& figure = program.data().state.now();
    ASSERT_EQ(figure.planes.size(), 1u);
    const app::FigureShape* box = nullptr;
    for (const app::FigureShape& shape : figure.planes[0].shapes)
        if (shape.kind == app::FigureShape::polygon && shape.pair == 5) box = &shape;
    ASSERT_NE(box, nullptr);
    const ImVec2 at = middle_of(figure.planes[0], placing, box->from);
    EXPECT_EQ(app::shape_at(figure, placing, at), 5u);
    EXPECT_EQ(app::shape_at(figure, placing, middle_of(figure.planes[0], placing, {0.01f, 0.99f})), kNoPair);
    program.send(
        {move_to(static_cast<double>(at.x), static_cast<double>(at.y)), button(0, true), button(0, false)});
    EXPECT_EQ(program.state.tracked_pair, 5u);
    program.save("lesson_contacts_boxes");
    for (size_t stage = 1; stage < program.clock().stages(); ++stage) {
        program.clock().seek(stage, INT_MAX);
        program.settle();
        program.send({});
        program.save("lesson_contacts_" + std::to_string(stage + 1));
    }
}

TEST(UiLessonPlane, a_box_is_found_only_where_it_is_drawn) {
    Lesson program("contacts", 6);
    program.clock().seek(3, INT_MAX);  // points: parts of two boxes
    program.settle();
    const app::FigurePlacing placing = placing_of(program);
    const app::Figure& figure = program.data().state.now();
    ASSERT_EQ(figure.planes.size(), 1u);
    const app::FigurePlane& plane = figure.planes[0];
    size_t within = 0, outside = 0;
    for (const app::FigureShape& shape : plane.shapes) {
        if (shape.kind != app::FigureShape::polygon || shape.pair == kNoPair) continue;
        for (const app::Spot& corner : shape.corners) {
            const app::Spot spot{0.9f * corner.x + 0.1f * shape.from.x,
                                 0.9f * corner.y + 0.1f * shape.from.y};
            const bool is_drawn = spot.x > 0 && spot.x < plane.aspect && spot.y > 0 && spot.y < 1;
            (is_drawn ? within : outside)++;
            EXPECT_EQ(app::shape_at(figure, placing, middle_of(plane, placing, spot)) != kNoPair, is_drawn);
        }
    }
    EXPECT_GT(within, 0u);
    EXPECT_GT(outside, 0u);
}

TEST(UiLessonPlane, what_an_operation_shows_in_a_plane_is_in_view) {
    Lesson program("morton", 32);
    program.clock().seek(5, 4);
    program.settle();
    const app::Figure& figure = program.data().state.figure();
    ASSERT_EQ(figure.planes.size(), 2u);
    const app::Area changed = app::changed_area(figure, 4), plane = figure.planes[0].area;
    EXPECT_EQ(changed.y, plane.y) << "a part of the curve, and nothing else";
    EXPECT_EQ(changed.height, plane.height);
}

TEST(UiLessonPlane, all_of_these_lessons_is_drawn_at_any_size) {
    for (const char* name : {"morton", "tree", "contacts"}) {
        for (const uint32_t count : {1u, 32u}) {
            Lesson program(name, count, 640, 480);
            for (size_t last = SIZE_MAX; last != program.place(); program.press(key::down))
                last = program.place();
            EXPECT_EQ(program.place() + 1, program.clock().places()) << name << " " << count;
            const app::Fonts fonts = program.ui.fonts();
            for (const app::FigurePlane& plane : program.data().state.figure().planes)
                for (const app::FigureShape& shape : plane.shapes)
                    for (const char sign : shape.label)
                        EXPECT_NE(fonts.small_->FindGlyphNoFallback(static_cast<ImWchar>(sign)), nullptr);
        }
    }
}

}  // namespace
