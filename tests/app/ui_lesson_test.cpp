// The lesson in the window, offscreen, used like a person would. SWEEPLAB_TEST_PICTURES receives what was drawn.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/base/errors.h"
#include "app/view/actions/actions.h"
#include "app/view/lesson/lesson_screen.h"
#include "sort/lab/model.h"
#include "tests/app/ui_lesson.h"

namespace {

namespace key = app::key;
using app::kNoPair;
using ui_program::button;
using ui_program::Lesson;
using ui_program::move_to;
using ui_program::Program;
using ui_program::text;

TEST(UiLesson, f5_the_button_and_esc_open_and_leave_it) {
    Program program(1280, 720);
    EXPECT_EQ(program.state.find("scrub"), nullptr);
    program.press(key::f5);
    EXPECT_NE(program.state.find("scrub"), nullptr);
    EXPECT_EQ(program.state.find("show how it sorts"), nullptr);
    program.press(key::escape);
    EXPECT_EQ(program.state.find("scrub"), nullptr);
    program.click("show how it sorts");
    EXPECT_TRUE(program.state.lesson);
    EXPECT_NE(program.state.find("lesson picture"), nullptr);
    program.click("back to the scene");
    EXPECT_FALSE(program.state.lesson);
    program.press(key::f5);
    program.press(key::f5);
    EXPECT_FALSE(program.state.lesson);
}

TEST(UiLesson, every_grain_moves_by_key_and_comes_back_to_the_same_picture) {
    Lesson program;
    const auto words_of = [&] {
        program.settle();
        const app::Figure& now = program.data().state.now();
        std::string words;
        for (const app::FigureCell& cell : now.cells) words += cell.text + ",";
        return words + std::to_string(now.lines.size()) + program.data().state.sentence();
    };
    const auto perform = [&](const char* action) {
        app::perform(action, {program.session.parts(), program.state, &program.clock()});
    };
    for (const auto& [forward, back] :
         {std::pair{"operation_forward", "operation_back"}, std::pair{"stage_forward", "stage_back"},
          std::pair{"pass_forward", "pass_back"}}) {
        perform("lesson_first");
        std::vector<std::string> seen;
        std::vector<size_t> places;
        for (size_t last = SIZE_MAX; last != program.place(); perform(forward)) {
            last = program.place();
            places.push_back(last);
            seen.push_back(words_of());
        }
        EXPECT_EQ(program.place() + 1, program.clock().places());
        EXPECT_GT(places.size(), 2u);
        places.pop_back();
        seen.pop_back();
        for (size_t k = places.size(); k-- > 0;) {
            if (program.place() != places[k]) perform(back);
            EXPECT_EQ(program.place(), places[k]);
            EXPECT_EQ(words_of(), seen[k]);
        }
    }
}

TEST(UiLesson, keys_move_by_all_grains) {
    Lesson program;
    const auto after = [&](int code) {
        program.press(code);
        return program.place();
    };
    EXPECT_EQ(after(key::right), 1u);
    EXPECT_EQ(after(key::left), 0u);
    const size_t stage = after(key::down), pass = after(key::page_down);
    EXPECT_GT(stage, 0u);
    EXPECT_GT(pass, stage);
    EXPECT_EQ(after(key::end) + 1, program.clock().places());
    EXPECT_LT(after(key::page_up) + 1, program.clock().places());
    EXPECT_EQ(after(key::home), 0u);
    program.press(key::down);
    EXPECT_EQ(after(key::up), 0u);
}

TEST(UiLesson, space_plays_and_leaves_the_scene_alone) {
    Lesson program;
    EXPECT_TRUE(program.session.simulation.paused);
    program.press(key::space);
    EXPECT_TRUE(program.clock().playing());
    EXPECT_TRUE(program.session.simulation.paused);
    program.press('P');
    EXPECT_FALSE(program.session.simulation.paused);
    program.press(key::right);
    EXPECT_FALSE(program.clock().playing());
    program.click("lesson play");
    EXPECT_TRUE(program.clock().playing());
    program.click("operation back");
    EXPECT_FALSE(program.clock().playing());
}

TEST(UiLesson, the_bar_goes_anywhere) {
    Lesson program;
    const app::UiState::Item bar = *program.state.find("scrub");
    const float y = (bar.min.y + bar.max.y) / 2;
    program.send({move_to(bar.max.x - 8, y), button(0, true), button(0, false)});
    EXPECT_EQ(program.place() + 1, program.clock().places());
    program.send({move_to(bar.min.x + 8, y), button(0, true), button(0, false)});
    EXPECT_EQ(program.place(), 0u);
}

/// The middle of the cell of the input's row that belongs to the pair.
ImVec2 middle_of_pair(Lesson& program, uint32_t pair) {
    app::LessonData& data = program.data();
    const app::UiState::Item area = *program.state.find("lesson picture");
    const app::Region room{area.min.x, area.min.y, area.max.x - area.min.x, area.max.y - area.min.y};
    app::FigureScroll scroll = data.scroll[0];
    const app::FigurePlacing placing =
        app::place_figure(data.state.figure(), data.state.row_names(), room, program.ui.fonts(), 1, scroll);
    for (const app::FigureCell& cell : data.state.now().cells) {
        if (cell.pair != pair || cell.row < 0) continue;
        return placing.at({cell.area.x + cell.area.width / 2, cell.area.y + cell.area.height / 2});
    }
    ADD_FAILURE() << "pair " << pair << " is not in the picture";
    return {};
}

TEST(UiLesson, a_click_follows_a_key_and_esc_lets_it_go_before_the_lesson) {
    Lesson program;
    const ImVec2 at = middle_of_pair(program, 5);
    const auto click = [&] {
        program.send({move_to(static_cast<double>(at.x), static_cast<double>(at.y)), button(0, true),
                      button(0, false)});
    };
    click();
    EXPECT_EQ(program.state.tracked_pair, 5u);
    program.press(key::end);
    program.settle();
    program.save("lesson_tracked");
    const app::Lesson& lesson = program.data().state.lesson();
    const std::vector<uint32_t> way = program.data().state.way(5);
    EXPECT_EQ(way.front(), 5u);
    EXPECT_EQ(lesson.sorted_values[way.back()], 5u);
    EXPECT_EQ(program.data().state.way_text(5).find("key " + std::to_string(lesson.keys[5]) + ": index 5"),
              0u);
    program.press(key::escape);
    EXPECT_EQ(program.state.tracked_pair, kNoPair);
    EXPECT_TRUE(program.state.lesson);
    program.press(key::home);
    program.settle();
    click();
    EXPECT_EQ(program.state.tracked_pair, 5u);
    click();
    EXPECT_EQ(program.state.tracked_pair, kNoPair);
    program.press(key::escape);
    EXPECT_FALSE(program.state.lesson);
}

TEST(UiLesson, typed_keys_are_taken_and_wrong_ones_leave_the_lesson) {
    Lesson program;
    program.click("typed");
    EXPECT_EQ(program.data().state.lesson().keys.size(), 24u);
    const auto type = [&](const std::string& keys) {
        program.click("typed keys");
        program.press('A', key::control);
        for (const char c : keys)
            program.send({ui_program::key_event(c, true), text(c), ui_program::key_event(c, false)});
    };
    // Frames take as long as the machine needs: until the hand has rested.
    const auto rest = [&] {
        for (int k = 0; k < 2000 && program.data().typed_at >= 0; k++) program.frames(2);
        program.frames(2);
    };
    type("5,0x9");
    EXPECT_EQ(program.data().state.lesson().keys.size(), 24u) << "while typing the lesson stays";
    rest();
    EXPECT_EQ(program.data().state.lesson().keys, (std::vector<uint32_t>{5, 9}));
    EXPECT_EQ(program.state.find("typed error"), nullptr);
    type("5,x,3");
    rest();
    EXPECT_NE(program.state.find("typed error"), nullptr);
    EXPECT_NE(program.data().form.typed_error.find("'x'"), std::string::npos);
    EXPECT_EQ(program.data().state.lesson().keys, (std::vector<uint32_t>{5, 9}))
        << "the last ones that were right";
    program.save("lesson_typed_error");
    type("7");
    rest();
    EXPECT_EQ(program.data().form.typed_error, "");
    EXPECT_EQ(program.data().state.lesson().keys, (std::vector<uint32_t>{7}));
}

TEST(UiLesson, keys_typed_as_they_were_keep_the_followed_one) {
    Lesson program;
    program.state.tracked_pair = 5;
    const size_t place = program.data().state.clock.place();
    program.click("typed");
    EXPECT_EQ(program.data().form.source, app::KeySource::typed);
    EXPECT_EQ(program.state.tracked_pair, 5u);
    EXPECT_EQ(program.data().state.clock.place(), place);
    program.click("made");
    EXPECT_EQ(program.state.tracked_pair, 5u) << "the same keys";
}

TEST(UiLesson, bars_are_dragged_with_the_mouse) {
    Lesson program;
    const app::UiState::Item bars = *program.state.find("bars");
    const double y = static_cast<double>(bars.min.y);
    program.send({move_to(static_cast<double>(bars.min.x) + 2, y + 1), button(0, true)});
    EXPECT_GT(program.data().state.lesson().keys.front(), 240u);
    program.send({move_to(static_cast<double>(bars.max.x) - 2, static_cast<double>(bars.max.y) - 1)});
    program.send({button(0, false)});
    const std::vector<uint32_t>& keys = program.data().state.lesson().keys;
    EXPECT_LT(keys.back(), 10u);
    EXPECT_GT(keys[6], keys[18]);
    EXPECT_EQ(program.data().form.source, app::KeySource::typed);
}

TEST(UiLesson, all_lessons_draw_with_one_key_and_with_256) {
    Lesson program("fourway", 1, 800, 450);
    for (const std::string& engine : app::lesson_names()) {
        for (const int count : {1, 256}) {
            program.data().form.engine = engine;
            program.data().form.count = count;
            program.data().form_changed = true;
            program.frames(1);
            EXPECT_EQ(program.data().form.error, "");
            EXPECT_EQ(program.data().state.lesson().engine, engine);
            EXPECT_EQ(program.data().state.lesson().keys.size(), static_cast<size_t>(count)) << engine;
            program.clock().last();
            program.frames(1);
        }
    }
}

TEST(UiLesson, another_engine_and_another_input_from_the_lists) {
    Lesson program;
    program.click("engine");
    program.click("engine satish");
    EXPECT_EQ(program.data().state.lesson().engine, "satish");
    program.click("order");
    program.click("order sorted");
    const std::vector<uint32_t> keys = program.data().state.lesson().keys;
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    program.click("beside it");
    program.click("beside it fourway");
    EXPECT_EQ(program.data().state.count(), 2u);
    EXPECT_EQ(program.data().state.lesson(1).keys, keys);
    program.clock().last();
    program.frames(2);
    program.save("lesson_two");
}

TEST(UiLesson, windows_small_and_large_scales_and_hidden_panels) {
    for (const float scale : {1.0f, 2.0f}) {
        for (const auto& [width, height] : {std::pair{960, 540}, std::pair{320, 240}}) {
            Lesson program("onesweep", 64, width, height, scale);
            program.press(key::down);
            program.press(key::tab);
            program.press(key::down);
            program.press(key::tab);
            if (width < 640) continue;
            program.click("hide scene");
            EXPECT_FALSE(program.state.lesson_scene);
            program.click("show scene");
            EXPECT_TRUE(program.state.lesson_scene);
        }
    }
}

TEST(UiLesson, a_start_that_cannot_be_is_refused) {
    app::LessonScreen screen;
    app::LessonStart start;
    start.engines = {"forway"};
    EXPECT_THROW(screen.prepare(start), app::BadUsage);
    start.engines = {"fourway", "satish", "onesweep"};
    EXPECT_THROW(screen.prepare(start), app::BadUsage);
    start.engines = {"fourway"};
    start.backend = "cpu";
    start.step = 1000;
    EXPECT_THROW(screen.prepare(start), app::BadUsage);
    start.step = 3;
    screen.prepare(start);
    EXPECT_EQ(screen.data().state.clock.stage(), 2u);
    EXPECT_GT(screen.data().state.clock.operation(), 0);
}

TEST(UiLesson, a_broken_model_shows_its_first_wrong_stage_and_comes_back) {
    Lesson program;
    program.click("break it");
    const sort::Break& broken = sort::find_model("fourway")->breaks.front();
    program.click("break " + std::string(broken.name));
    EXPECT_TRUE(program.data().state.lesson().broken.wrong);
    EXPECT_EQ(program.data().state.lesson().keys.size(), broken.keys);
    program.click("first wrong stage");
    EXPECT_EQ(program.clock().stage(), static_cast<size_t>(program.data().state.lesson().broken.first_step));
    program.press(key::end);
    uint32_t wrong = 0;
    for (const app::FigureCell& cell : program.data().state.now().cells) {
        if (cell.tone != app::Tone::wrong) continue;
        wrong++;
        EXPECT_EQ(cell.index, program.data().state.lesson().broken.wrong_index);
    }
    EXPECT_EQ(wrong, 1u);
    program.save("lesson_broken");
    app::change_engine(program.data().form, "satish");
    program.data().form_changed = true;
    program.frames(1);
    EXPECT_TRUE(program.data().state.lesson().sorted);
}

TEST(UiLesson, an_answer_unfolds_under_its_question) {
    Lesson program;
    const app::Lesson& lesson = program.data().state.lesson();
    ASSERT_FALSE(lesson.questions.empty());
    size_t stage = 0;
    while (stage + 1 < lesson.steps.size() && lesson.steps[stage].stage != lesson.questions[0].stage) stage++;
    program.clock().seek(stage, 1);
    program.frames(2);
    const std::string number = "0";
    EXPECT_EQ(program.state.find("answer " + number), nullptr);
    program.click("question " + number);
    EXPECT_NE(program.state.find("answer " + number), nullptr);
    program.click("question " + number);
    EXPECT_EQ(program.state.find("answer " + number), nullptr);
}

TEST(UiLesson, another_engine_brings_its_usual_keys_unless_others_were_chosen) {
    app::LessonForm form;
    app::change_engine(form, "adaptive");
    EXPECT_EQ(form.kind, app::usual_input("adaptive"));
    EXPECT_NE(form.kind, app::usual_input("fourway"));
    app::change_engine(form, "fourway");
    EXPECT_EQ(form.kind, app::usual_input("fourway"));
    form.kind = "sorted";
    app::change_engine(form, "adaptive");
    EXPECT_EQ(form.kind, "sorted");
}

TEST(UiLesson, without_keys_in_the_scene_the_lesson_stays_and_says_why) {
    Lesson program;
    program.click("scene");
    EXPECT_NE(program.state.find("lesson error"), nullptr);
    EXPECT_EQ(program.data().form.source, app::KeySource::made);
    EXPECT_EQ(program.data().state.lesson().keys.size(), 24u);
}

TEST(UiLesson, the_followed_key_and_the_selected_body_are_one) {
    Lesson program;
    app::LessonForm& form = program.data().form;
    program.session.view.select(11);
    form.scene_keys = {0x40000000, 0x3f800000, 0x80000000};
    form.ids = {10, 11, 12};
    form.ids_world = program.session.simulation.moment().world;
    form.source = app::KeySource::scene;
    program.data().form_changed = true;
    program.frames(2);
    EXPECT_EQ(program.data().state.lesson().keys, form.scene_keys);
    EXPECT_EQ(program.state.tracked_pair, 1u) << "the selected body's key is followed from the start";
    program.session.view.select(10);
    program.frames(2);
    EXPECT_EQ(program.state.tracked_pair, 0u);
    program.state.tracked_pair = 2;  // as a click on its cell does
    program.frames(2);
    EXPECT_EQ(program.session.view.draw.selected, 12u);
    program.state.tracked_pair = kNoPair;  // as Esc does
    program.frames(2);
    EXPECT_EQ(program.session.view.draw.selected, sim::kNobody)
        << "else a click on the body would do nothing";
    program.session.view.select(12);
    program.frames(2);
    EXPECT_EQ(program.state.tracked_pair, 2u);
    program.session.view.select(99);
    program.frames(2);
    EXPECT_EQ(program.state.tracked_pair, kNoPair);

    form.ids_world += 1;  // as if the scene had changed: these bodies are gone
    program.session.view.select(99);
    program.state.tracked_pair = 0;
    program.frames(2);
    EXPECT_EQ(program.session.view.draw.selected, 99u);
}

TEST(UiLesson, a_body_that_is_not_there_cannot_be_selected) {
    Lesson program;
    program.session.view.select(program.session.simulation.world().bodies().count);
    EXPECT_EQ(program.session.view.draw.selected, sim::kNobody);
}

TEST(UiLesson, bits_are_shown_with_the_digit_in_brackets) {
    EXPECT_EQ(app::bits_text(0x53, 8, 0, 0), "0101 0011");
    EXPECT_EQ(app::bits_text(0x53, 8, 2, 4), "0101 [00] 11");
    EXPECT_EQ(app::bits_text(0x53, 8, 4, 8), "[0101] 0011");
    EXPECT_EQ(app::bits_text(5, 3, 0, 1), "10 [1]");
}

}  // namespace
