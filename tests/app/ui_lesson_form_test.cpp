// What a lesson of the window is made from, where choices meet: two lessons, a break, wrong keys, a slow tile.
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/teach/input.h"
#include "app/teach/make.h"
#include "tests/app/ui_lesson.h"

namespace {

using ui_program::Lesson;
using ui_program::Program;

TEST(UiLessonForm, a_break_is_of_the_first_lesson_alone) {
    Lesson program;
    program.data().form.beside = "fourway";
    program.data().form.broken = "unstable-ranks";
    program.data().form.count = 64;
    program.data().form_changed = true;
    program.frames(1);
    ASSERT_EQ(program.data().state.count(), 2u);
    EXPECT_EQ(program.data().state.lesson(0).broken.name, "unstable-ranks");
    EXPECT_EQ(program.data().state.lesson(1).broken.name, "") << "the right one stands beside it";
    EXPECT_TRUE(program.data().state.lesson(1).sorted);
}

TEST(UiLessonForm, without_a_break_there_are_as_many_keys_as_usual) {
    Lesson program("fourway", 64);
    program.click("break it");
    program.click("break no-tail-guard");
    EXPECT_NE(program.data().state.lesson().keys.size(), app::usual_keys("fourway"));
    program.click("break it");
    program.click("break nothing");
    EXPECT_EQ(program.data().state.lesson().keys.size(), app::usual_keys("fourway"));
    program.click("break it");
    program.click("break no-tail-guard");
    app::change_engine(program.data().form, "satish");
    EXPECT_EQ(program.data().form.count, static_cast<int>(app::usual_keys("satish")));
}

TEST(UiLessonForm, another_engine_is_shown_while_typed_keys_are_wrong) {
    Lesson program;
    const std::vector<uint32_t> keys = program.data().state.lesson().keys;
    program.data().form.source = app::KeySource::typed;
    program.data().form.typed = "5, x";
    program.data().form_changed = true;
    program.frames(1);
    EXPECT_EQ(program.data().state.lesson().engine, "fourway");
    app::change_engine(program.data().form, "satish");
    program.data().form_changed = true;
    program.frames(1);
    EXPECT_EQ(program.data().state.lesson().engine, "satish") << "as the list says";
    EXPECT_EQ(program.data().state.lesson().keys, keys);
    EXPECT_NE(program.data().form.typed_error, "");
}

TEST(UiLessonForm, the_arrays_of_a_students_kernel_are_shown_and_nothing_of_them_is_made_anew) {
    Program program(1280, 720);
    app::LessonStart start;
    start.own = app::make_lesson({.engine = "scan", .input = app::made_input("uniform", 8, 1)}).lesson;
    start.own->source_kind = app::LessonSource::own_kernel;
    start.own->engine = "histogram";
    start.own_input = "seed 7";
    start.step = 2;
    program.frame.lesson().prepare(start);
    program.press(app::key::f5);
    const app::LessonState& state = program.frame.lesson().data().state;
    ASSERT_EQ(state.count(), 1u);
    EXPECT_EQ(state.lesson().engine, "histogram");
    EXPECT_EQ(state.step_index(), 1u);
    EXPECT_NE(program.state.find("lesson picture"), nullptr);
    for (const char* item : {"beside it", "made", "typed", "scene", "bars", "break it"})
        EXPECT_EQ(program.state.find(item), nullptr) << item;
    program.press(app::key::escape);
    program.press(app::key::f5);
    EXPECT_EQ(state.lesson().engine, "histogram") << "closed and opened again";
    program.click("engine");
    program.click("engine satish");
    program.frames(1);
    EXPECT_EQ(state.lesson().engine, "satish");
    EXPECT_NE(program.state.find("made"), nullptr);
    start.step = 1000;
    EXPECT_THROW(app::LessonScreen().prepare(start), app::BadUsage);
}

TEST(UiLessonForm, an_engine_without_a_lesson_is_named) {
    Lesson program;
    program.state.lesson = false;
    program.frames(1);
    program.state.lesson_engine = "std-sort";
    program.state.lesson = true;
    program.frames(2);
    EXPECT_EQ(program.data().state.lesson().engine, "fourway");
    EXPECT_EQ(program.data().form.error, "engine std-sort has no lesson; this is fourway");
    EXPECT_NE(program.state.find("lesson error"), nullptr);
}

TEST(UiLessonForm, a_seed_has_64_bits) {
    Lesson program;
    program.click("lesson seed");
    program.press('A', app::key::control);
    for (const char c : std::string("4294967296"))
        program.send({ui_program::key_event(c, true), ui_program::text(c), ui_program::key_event(c, false)});
    program.press(app::key::enter);
    EXPECT_EQ(program.data().form.seed, 1ull << 32);
}

TEST(UiLessonForm, the_slow_tile_of_the_command_line_is_that_of_the_lesson) {
    Program program(1280, 720);
    app::LessonStart start;
    start.engines = {"onesweep", "fourway"};
    start.backend = "cpu";
    start.slow_tile = 3;
    start.step = 3;
    program.frame.lesson().prepare(start);
    program.press(app::key::f5);
    app::LessonData& data = program.frame.lesson().data();
    EXPECT_EQ(data.state.lesson(0).setup.slow_tile, 3);
    EXPECT_NE(program.state.find("slow tile"), nullptr);
    const size_t stage = data.state.clock.stage();
    data.form.slow_tile = 7;
    data.form_changed = true;
    program.frames(1);
    EXPECT_EQ(data.state.lesson(0).setup.slow_tile, 7);
    EXPECT_EQ(data.state.clock.stage(), stage) << "the place stays";
    program.press(app::key::end);
    program.save("lesson_of_two");
}

TEST(UiLessonForm, bodies_whose_keys_are_shown_stand_out_while_the_scene_is_at_that_step) {
    Lesson program;
    app::LessonForm& form = program.data().form;
    const app::WorldMoment moment = program.session.simulation.moment();
    form.scene_keys = {3, 1, 2};
    form.ids = {10, 11, 12};
    form.ids_world = moment.world;
    form.ids_step = moment.step;
    form.first_rank = 5;
    form.source = app::KeySource::scene;
    program.data().form_changed = true;
    program.frames(1);
    EXPECT_EQ(program.session.inspector.taught, std::pair(5u, 8u));
    EXPECT_EQ(program.session.view.draw.sort.style.brush_begin, 5u);
    form.ids_step += 1;  // as if the scene had gone on
    program.frames(1);
    EXPECT_FALSE(program.session.inspector.taught);
    form.ids_step = moment.step;
    program.frames(1);
    EXPECT_TRUE(program.session.inspector.taught);
    program.state.lesson = false;
    program.frames(1);
    EXPECT_FALSE(program.session.inspector.taught) << "the lesson is left";
}

}  // namespace
