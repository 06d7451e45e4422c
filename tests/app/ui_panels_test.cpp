// The panels, drawn offscreen and used like a person would: move, press, release, type.
// SWEEPLAB_TEST_PICTURES names a folder that receives what was drawn.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdlib>
#include <deque>

#include "app/view/actions/keys.h"
#include "app/view/frame.h"
#include "app/view/panels/panels.h"
#include "app/view/ui_input.h"
#include "tests/app/ui_fake_world.h"
#include "tests/app/ui_program.h"

namespace {

using app::InputEvent;
using ui_program::button;
using ui_program::key_event;
using ui_program::move_to;
using ui_program::Program;
using ui_program::text;

TEST(Panels, buttons_of_the_top_bar_work) {
    Program program(1280, 720);
    program.click("pause");
    EXPECT_FALSE(program.session.simulation.paused);
    program.click("pause");
    EXPECT_TRUE(program.session.simulation.paused);
    const uint64_t before = program.session.simulation.counters().completed_steps;
    program.click("one step");
    EXPECT_EQ(program.session.simulation.counters().completed_steps, before + 1);
    program.click("restart");
    EXPECT_EQ(program.session.simulation.counters().completed_steps, 0u);
}

TEST(Panels, keys_reach_the_program_even_when_pressed_and_released_within_a_frame) {
    Program program(1280, 720);
    program.press('P');
    EXPECT_FALSE(program.session.simulation.paused);
    program.press(app::key::space);
    EXPECT_TRUE(program.session.simulation.paused);
    const uint64_t before = program.session.simulation.counters().completed_steps;
    program.press('O');
    program.press('.');
    EXPECT_EQ(program.session.simulation.counters().completed_steps, before + 2);
    program.press('8');
    EXPECT_EQ(program.session.view.draw.colour, app::Colour::speed);
    program.press('G');
    program.press('L');
    program.press('C');
    EXPECT_TRUE(program.session.view.draw.boxes && program.session.view.draw.pairs &&
                program.session.view.draw.contacts);
    program.press('R', app::key::shift);
    EXPECT_EQ(program.session.simulation.config().seed, 2u);
    program.press(app::key::tab);
    EXPECT_FALSE(program.state.panels);
    EXPECT_EQ(program.state.find("pause"), nullptr);
    program.press(app::key::tab);
    program.press('M');
    EXPECT_FALSE(program.state.tool_panel);
    program.press('=', app::key::control);
    EXPECT_FLOAT_EQ(program.state.scale, 1.25f);
    program.press('0', app::key::control);
    EXPECT_FLOAT_EQ(program.state.scale, 1);
    program.press('X');
    EXPECT_TRUE(program.session.messages.newest_is_error());
    program.press(app::key::escape);
    EXPECT_EQ(program.session.messages.newest(), "");
    program.press(app::key::f1);
    EXPECT_TRUE(program.state.help);
    program.click("close help");
    EXPECT_FALSE(program.state.help);
    program.press('Q', app::key::control);
    EXPECT_TRUE(program.state.quit);
}

TEST(Panels, boxes_to_tick_and_menus_work) {
    Program program(1280, 720);
    program.click("boxes");
    EXPECT_TRUE(program.session.view.draw.boxes);
    program.click("colour");
    program.click("colour rank");
    EXPECT_EQ(program.session.view.draw.colour, app::Colour::rank);
    program.click("broad phase");
    program.click("broad phase brute");
    EXPECT_EQ(program.session.simulation.config().broad_phase, "brute");
    for (const char* tab :
         {"Timeline", "History", "Histogram", "Counters", "Disorder", "Memory", "Race", "Log", "Stages"})
        program.click(tab);
}

TEST(Panels, a_number_typed_into_a_field_is_not_a_shortcut) {
    Program program(1280, 720);
    program.click("bodies input");
    program.press('A', app::key::control);
    program.send({key_event('1', true), text('1'), key_event('1', false), text('2'), text('8')});
    EXPECT_EQ(program.session.view.draw.colour, app::Colour::kind);
    program.press(app::key::enter);
    EXPECT_EQ(program.session.simulation.config().bodies, 128u);
    program.press('2');
    EXPECT_EQ(program.session.view.draw.colour, app::Colour::rank) << "the field has let the keyboard go";
}

TEST(Panels, a_slider_changes_the_physics_and_its_button_puts_it_back) {
    Program program(1280, 720);
    const app::UiState::Item slider = *program.state.find("friction");
    const double y = (slider.min.y + slider.max.y) / 2;
    program.send(
        {move_to(slider.min.x + 20, y), button(0, true), move_to(slider.max.x - 4, y), button(0, false)});
    EXPECT_GT(program.session.simulation.physics().friction, 1.2f);
    program.click("reset friction");
    EXPECT_FLOAT_EQ(program.session.simulation.physics().friction, 0.5f);
}

TEST(Panels, the_bodies_slider_restarts_when_it_is_let_go) {
    Program program(1280, 720);
    const app::UiState::Item slider = *program.state.find("bodies slider");
    const double y = (slider.min.y + slider.max.y) / 2;
    program.send({move_to(slider.min.x + 30, y), button(0, true), move_to(slider.max.x - 40, y)});
    EXPECT_EQ(program.session.simulation.config().bodies, 256u);
    program.send({button(0, false)});
    EXPECT_GT(program.session.simulation.config().bodies, 1000u);
}

TEST(Panels, the_bodies_slider_ends_at_ten_million_which_may_be_refused) {
    Program program(1280, 720);
    const app::UiState::Item slider = *program.state.find("bodies slider");
    const double y = (slider.min.y + slider.max.y) / 2;
    program.send({move_to(slider.min.x + 30, y), button(0, true), move_to(slider.max.x + 40, y)});
    EXPECT_EQ(program.state.bodies_dragged, 10000000u);
    program.context.events = {button(0, false)};
    std::string announced;
    for (int k = 0; k < 1000 && !program.session.messages.newest_is_error(); k++) {
        program.frames(1);
        if (program.session.changes.creation()) announced = program.session.changes.creation()->text;
    }
    EXPECT_NE(announced.find("10,000,000 bodies"), std::string::npos);
    EXPECT_NE(program.session.messages.newest().find("out of memory"), std::string::npos)
        << program.session.messages.newest();
    program.save("refused");
    EXPECT_EQ(program.session.simulation.config().bodies, 256u);
}

TEST(Panels, escape_closes_a_list_and_nothing_else) {
    Program program(1280, 720);
    program.session.view.select(3);
    program.frames(2);
    program.click("broad phase");
    ASSERT_NE(program.state.find("broad phase brute"), nullptr);
    program.press(app::key::escape);
    program.frames(2);
    EXPECT_EQ(program.state.find("broad phase brute"), nullptr);
    EXPECT_NE(program.session.view.selected_body(), nullptr);
    program.press(app::key::escape);
    program.frames(2);
    EXPECT_EQ(program.session.view.selected_body(), nullptr);
}

TEST(Panels, the_question_before_slow_steps_has_two_buttons) {
    Program program(1280, 720);
    const auto choose_brute = [&] {
        program.click("broad phase");
        program.click("broad phase brute");
        ASSERT_TRUE(program.session.changes.question());
    };
    program.session.changes.next.bodies = 200000;
    program.frames(1);
    choose_brute();
    program.save("question");
    program.press(app::key::escape);
    EXPECT_FALSE(program.session.changes.question());
    choose_brute();
    program.click("question no");
    EXPECT_FALSE(program.session.changes.question());
    EXPECT_EQ(program.session.simulation.config().broad_phase, "sweep");
    choose_brute();
    program.click("question yes");
    EXPECT_EQ(program.session.simulation.config().broad_phase, "brute");
    EXPECT_EQ(program.state.find("question yes"), nullptr);
}

TEST(Panels, numbers_of_bodies_are_typed_as_on_the_command_line) {
    Program program(1280, 720);
    const auto type = [&](const std::string& number) {
        program.click("bodies input");
        program.press('A', app::key::control);
        for (const char c : number) program.send({key_event(c, true), text(c), key_event(c, false)});
        program.press(app::key::enter);
    };
    type("2k");
    EXPECT_EQ(program.session.simulation.config().bodies, 2000u);
    for (const char* wrong : {"0", "200M", "-5", "many", "5e9"}) {
        program.session.messages.close();
        type(wrong);
        EXPECT_TRUE(program.session.messages.newest_is_error()) << wrong;
        EXPECT_EQ(program.session.simulation.config().bodies, 2000u);
    }
    type("1,234");
    EXPECT_EQ(program.session.simulation.config().bodies, 1234u) << "as the panel shows them";
    type("1,5k");
    EXPECT_TRUE(program.session.messages.newest_is_error());
    type("134217729");
    EXPECT_NE(program.session.messages.newest().find("134,217,728"), std::string::npos)
        << program.session.messages.newest();
}

TEST(Panels, dragging_in_the_view_turns_moves_and_zooms_the_camera) {
    Program program(1280, 720);
    const app::Camera start = program.session.view.camera;
    program.send({move_to(640, 300), button(0, true), move_to(700, 310), button(0, false)});
    EXPECT_NE(program.session.view.camera.yaw_deg, start.yaw_deg);
    program.send({button(1, true), move_to(640, 340), button(1, false)});
    EXPECT_NE(program.session.view.camera.target, start.target);
    InputEvent wheel{InputEvent::scroll};
    wheel.y = 2;
    program.send({wheel});
    EXPECT_LT(program.session.view.camera.distance, start.distance);
    wheel.y = -60;
    program.send({wheel});
    EXPECT_LT(program.session.view.camera.distance, 20 * 25) << "the bodies, 25 m across, end as a speck";
    program.press(app::key::home);
    EXPECT_EQ(program.session.view.camera.distance, start.distance);

    // Over a panel the camera stays.
    program.send({move_to(60, 600), wheel, button(0, true), move_to(90, 640), button(0, false)});
    EXPECT_EQ(program.session.view.camera.yaw_deg, start.yaw_deg);
    EXPECT_EQ(program.session.view.camera.distance, start.distance);
}

TEST(Panels, counters_of_a_ground_fit_beside_the_others) {
    for (const int width : {640, 1280}) {
        int made = 0;
        Program program(width, width * 9 / 16, 1,
                        [&](const sim::WorldConfig& config, const sim::Snapshot* from) {
                            return std::make_unique<fake::OnGround>(config, from, made);
                        });
        program.session.simulation.paused = false;
        program.session.changes.next.engine = "two-ways";
        if (program.state.find("Counters")) program.click("Counters");
        program.frames(40);
        const auto& all = program.session.telemetry.history.frames();
        const auto stepped = std::find_if(all.rbegin(), all.rend(),
                                          [](const app::FrameRecord& frame) { return frame.reported > 0; });
        ASSERT_NE(stepped, all.rend());
        const app::FrameRecord& frame = *stepped;
        EXPECT_EQ(frame.respawned, 3 * static_cast<float>(frame.reported)) << "of all steps of the frame";
        program.save("ground_" + std::to_string(width));
    }
}

TEST(Panels, the_selected_body_is_shown_and_cleared) {
    Program program(1280, 720);
    program.session.view.select(5);
    program.press('O');
    program.press('F');
    EXPECT_FLOAT_EQ(program.session.view.camera.target.x, 0);
    program.save("selected");
    program.click("clear selection");
    EXPECT_EQ(program.session.view.draw.selected, sim::kNobody);
}

TEST(Panels, engines_that_choose_between_ways_show_which_one_was_taken) {
    Program program(1280, 720);
    program.click("Counters");
    program.run_steps(4);
    program.save("one_way");
    program.session.changes.next.engine = "two-ways";
    program.frames(3);
    program.run_steps(8);
    ASSERT_EQ(program.session.telemetry.profiler.sort_path_names().size(), 2u);
    const app::SortSummary sorts = program.session.telemetry.profiler.sorts();
    EXPECT_GT(sorts.paths[0].sorts, 0u);
    EXPECT_GT(sorts.paths[1].sorts, 0u);
    EXPECT_GT(sorts.max_shift, 200u);
    EXPECT_GE(program.session.telemetry.history.frames().back().max_shift, 200);
    program.session.view.select(3);
    program.frames(3);
    program.save("two_ways");
    EXPECT_NE(program.state.find("clear selection"), nullptr);
}

/// Every control lies inside the window and none of the panel's controls lies over another.
void expect_tidy(Program& program, const std::string& where) {
    const float width = static_cast<float>(program.context.width());
    for (const app::UiState::Item& item : program.state.items) {
        EXPECT_GE(item.min.x, 0) << where << item.name;
        EXPECT_LE(item.max.x, width) << where << item.name;
        EXPECT_GT(item.max.x - item.min.x, 4) << where << item.name;
    }
}

TEST(Panels, every_size_and_scale_draws_all_tabs_and_the_help) {
    struct Size {
        int width, height;
    };
    for (const Size size : {Size{640, 360}, Size{1280, 720}, Size{1920, 1080}, Size{200, 120}}) {
        for (const float scale : {0.75f, 1.0f, 1.5f, 3.0f}) {
            Program program(size.width, size.height, scale);
            program.session.simulation.paused = false;
            program.session.view.select(3);
            program.frames(5);
            const std::string where = std::to_string(size.width) + " at " + std::to_string(scale) + ": ";
            for (const char* tab : {"Stages", "Timeline", "History", "Histogram", "Counters", "Disorder",
                                    "Memory", "Race", "Log"}) {
                if (program.state.find(tab)) program.click(tab);
                expect_tidy(program, where);
                program.save(std::to_string(size.width) + "_" +
                             std::to_string(static_cast<int>(scale * 100)) + "_" + tab);
            }
            program.press(app::key::f1);
            expect_tidy(program, where);
            program.save(std::to_string(size.width) + "_" + std::to_string(static_cast<int>(scale * 100)) +
                         "_help");
        }
    }
}

/// All keys are seen at once in the smallest usual window, and in one that a desktop's bars have made lower.
TEST(Panels, the_help_does_not_scroll_at_the_usual_scale) {
    for (const int height : {720, 680}) {
        for (const bool lesson : {false, true}) {
            Program program(1280, height);
            if (lesson) program.press(app::key::f5);
            program.press(app::key::f1);
            ASSERT_TRUE(program.state.help);
            const ImGuiWindow* const window = ImGui::FindWindowByName("##help");
            ASSERT_NE(window, nullptr);
            EXPECT_FALSE(window->ScrollbarY) << height << (lesson ? " in a lesson" : "");
            program.save("help_" + std::to_string(height) + (lesson ? "_lesson" : ""));
        }
    }
}

bool apart(const app::UiState::Item& a, const app::UiState::Item& b) {
    return a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
}

TEST(Panels, hints_lie_beside_each_other_at_every_scale) {
    for (const float scale : {1.0f, 2.0f}) {
        Program program(1280, 720, scale);
        program.state.hints = true;
        program.frames(3);
        if (scale == 1) {  // a message of a line is read beside them
            EXPECT_GT(program.state.find("hint 1")->min.y, 90);
        }
        for (int a = 1; a <= 5; ++a) {
            const app::UiState::Item* const one = program.state.find("hint " + std::to_string(a));
            ASSERT_NE(one, nullptr) << a;
            for (int b = 1; b < a; ++b)
                EXPECT_TRUE(apart(*one, *program.state.find("hint " + std::to_string(b))))
                    << a << " and " << b << " at " << scale;
        }
        program.save("hints_" + std::to_string(int(scale)));
    }
}

TEST(Input, nothing_that_happened_within_a_frame_is_lost) {
    std::deque<InputEvent> queue = {move_to(1, 1), button(0, true), button(0, false), key_event('A', true),
                                    key_event('A', false)};
    std::vector<size_t> sizes;
    while (!queue.empty()) sizes.push_back(app::take_one_frame(queue).size());
    EXPECT_EQ(sizes, (std::vector<size_t>{1, 1, 1, 1, 1}));
}

// A step that a key asked for was undone by the time bar that was let go before it.
TEST(Input, a_key_comes_behind_the_button_that_was_let_go_before_it) {
    std::deque<InputEvent> queue = {button(0, false), key_event('A', true), key_event('B', true)};
    EXPECT_EQ(app::take_one_frame(queue).size(), 1u);
    EXPECT_EQ(app::take_one_frame(queue).size(), 2u);
}

}  // namespace
