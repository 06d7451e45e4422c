// The window around the frames: held keys, messages one behind the other, the title, waiting, names in any script.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/view/widgets/glyphs.h"
#include "app/view/window_title.h"
#include "tests/app/ui_program.h"

namespace {

using app::Topic;
using testing::HasSubstr;
using ui_program::Program;

constexpr int kWidth = 480, kHeight = 270;  // with panels, quickly drawn

TEST(HeldKey, acts_once_but_for_steps_and_sizes) {
    Program program(kWidth, kHeight);
    program.hold('P', 3);
    EXPECT_FALSE(program.session.simulation.paused) << "paused and run again";
    program.press('P');
    const uint64_t before = program.session.simulation.run().step();
    program.hold('O', 4);
    EXPECT_EQ(program.session.simulation.run().step(), before + 5);
    const float scale = program.state.scale;
    program.hold('-', 1, app::key::control);
    EXPECT_FLOAT_EQ(program.state.scale, scale - 2 * app::kScaleStep);
    program.hold(app::key::f1, 1);
    EXPECT_TRUE(program.state.help);
}

TEST(HeldKey, escape_closes_one_thing) {
    Program program(kWidth, kHeight);
    program.session.view.select(3);
    program.state.help = true;
    program.session.messages.say("one", true);
    program.hold(app::key::escape, 3);
    EXPECT_FALSE(program.state.help);
    EXPECT_EQ(program.session.messages.newest(), "one");
    program.press('O', app::key::control);
    ASSERT_TRUE(program.state.finder.open);
    program.hold(app::key::escape, 3);
    EXPECT_FALSE(program.state.finder.open);
    EXPECT_EQ(program.session.messages.newest(), "one");
    EXPECT_EQ(program.session.view.draw.selected, 3u);
}

TEST(HeldKey, slow_frames_leave_no_repeats_behind) {
    std::vector<app::InputEvent> events = {ui_program::key_event('O', true)};
    for (int k = 0; k < 20; ++k) {
        events.push_back(ui_program::key_event('O', true));
        events.back().repeats = true;
    }
    events.push_back(ui_program::key_event('O', false));
    Program program(kWidth, kHeight);
    const uint64_t before = program.session.simulation.run().step();
    program.send(std::move(events));
    EXPECT_LE(program.session.simulation.run().step(), before + 2);
}

TEST(Messages, none_is_lost_unread) {
    app::Messages messages;
    messages.say("first", true, Topic::none);
    messages.say("second", true, Topic::none);
    messages.say("a note", false, Topic::none);
    messages.pass(60);
    ASSERT_EQ(messages.all().size(), 2u) << "errors stay";
    EXPECT_EQ(messages.all()[0].text, "second");
    messages.close();
    EXPECT_EQ(messages.all()[0].text, "first");
    messages.close();
    messages.close();
    EXPECT_TRUE(messages.empty());
}

TEST(Messages, what_waits_behind_others_is_seen_later) {
    app::Messages messages;
    messages.say("waits", false, Topic::none);
    for (const char* text : {"1", "2", "3"}) messages.say(text, true, Topic::none);
    EXPECT_FALSE(messages.passes());
    messages.pass(60);
    EXPECT_EQ(messages.all().back().text, "waits");
    messages.close();
    EXPECT_TRUE(messages.passes());
    messages.pass(60);
    EXPECT_EQ(messages.all().size(), 2u);
}

TEST(Messages, of_one_topic_replace_each_other_but_for_errors) {
    app::Messages messages;
    messages.say("Speed x 2", false, Topic::speed);
    messages.say("Speed x 4", false, Topic::speed);
    ASSERT_EQ(messages.all().size(), 1u);
    EXPECT_EQ(messages.all()[0].text, "Speed x 4");
    messages.say("Not changed: a", true, Topic::change);
    messages.say("Not changed: b", true, Topic::change);
    messages.say("Not changed: b", true, Topic::change);
    EXPECT_EQ(messages.all().size(), 3u) << "the same is said once";
    messages.drop_errors(Topic::change);
    ASSERT_EQ(messages.all().size(), 1u);
    messages.drop(Topic::speed);
    EXPECT_TRUE(messages.empty());
}

TEST(Window, shows_each_message_and_closes_the_newest_first) {
    Program program(kWidth, kHeight);
    program.session.messages.say("notes.txt: a scene (.toml) is expected", true);
    program.session.messages.say("other.txt: a scene (.toml) is expected", true);
    program.frames(2);
    program.save("window_messages");
    EXPECT_THAT(program.session.messages.newest(), HasSubstr("other"));
    program.press(app::key::escape);
    EXPECT_THAT(program.session.messages.newest(), HasSubstr("notes"));
    EXPECT_TRUE(program.session.messages.newest_is_error());
    program.press(app::key::escape);
    EXPECT_EQ(program.session.messages.newest(), "");
}

TEST(Window, is_called_by_scene_and_bodies) {
    Program program(kWidth, kHeight);
    EXPECT_EQ(program.context.title, "pile, 256 bodies - Sweeplab");
    program.session.changes.next.bodies = 4096;
    program.frames(3);
    EXPECT_EQ(program.context.title, "pile, 4,096 bodies - Sweeplab");
    sim::WorldConfig config;
    config.bodies = 1;
    config.scene.name = "/home/caf\xe9 \xe7\x90\x83.toml";
    EXPECT_EQ(app::window_title(config), "caf\\xE9 \xe7\x90\x83, 1 body - Sweeplab");
}

/// As the command's loop does it.
double run_once(Program& program) {
    program.frame.run();
    return program.frame.idle_s();
}

TEST(Window, waits_while_nothing_changes) {
    Program program(kWidth, kHeight);
    double idle_s = 0;
    const double until = app::now_s() + 10;
    while (idle_s == 0 && app::now_s() < until) idle_s = run_once(program);
    ASSERT_GT(idle_s, 0);
    const int swaps = program.context.swaps;
    for (int k = 0; k < 10; ++k) EXPECT_GT(run_once(program), 0);
    EXPECT_EQ(program.context.swaps, swaps) << "nothing is drawn again";

    program.context.events = {ui_program::move_to(400, 300)};
    EXPECT_EQ(run_once(program), 0);
    EXPECT_GT(program.context.swaps, swaps);
    program.session.simulation.paused = false;
    for (int k = 0; k < 5; ++k) EXPECT_EQ(run_once(program), 0) << "it runs";
}

TEST(Window, hidden_draws_nothing_and_simulates) {
    Program program(kWidth, kHeight);
    program.context.is_hidden = true;
    run_once(program);
    const int swaps = program.context.swaps;
    program.session.simulation.paused = false;
    const uint64_t before = program.session.simulation.run().step();
    const double until = app::now_s() + 10;
    while (program.session.simulation.run().step() == before && app::now_s() < until) {
        const double idle_s = run_once(program);
        EXPECT_GT(idle_s, 0);
        EXPECT_LE(idle_s, 1 / 60.0);
    }
    EXPECT_GT(program.session.simulation.run().step(), before);
    program.session.simulation.paused = true;
    run_once(program);
    run_once(program);
    EXPECT_GT(run_once(program), 0.1) << "paused, at once";
    EXPECT_EQ(program.context.swaps, swaps);
    program.context.is_hidden = false;
    program.context.events = {app::InputEvent{app::InputEvent::expose}};
    run_once(program);
    EXPECT_GT(program.context.swaps, swaps);
}

TEST(Names, in_any_script_are_told_apart) {
    Program program(kWidth, kHeight);
    const auto shown = [&](const std::string& text) {
        app::shown(text);
        program.frames(2);  // what the atlas has not comes into it
        return app::shown(text);
    };
    EXPECT_EQ(shown("pile.toml"), "pile.toml");
    EXPECT_EQ(shown("caf\xc3\xa9"), "caf\xc3\xa9");
    EXPECT_EQ(shown("\xd0\xb7\xd0\xb0\xd0\xbb"), "\xd0\xb7\xd0\xb0\xd0\xbb") << "of the program's own font";
    EXPECT_EQ(shown("caf\xe9"), "caf\\xE9");
    EXPECT_EQ(shown("a\tb\x1b"), "a\\x09b\\x1B");
    EXPECT_EQ(shown("\xf0\x9f\x98\x80"), "\\u{1F600}") << "beyond 16 bits";
    EXPECT_EQ(shown("\xee\x80\x80"), "\\u{E000}") << "no font has a private character";
    EXPECT_EQ(shown("\xc0\xaf\xed\xa0\x80"), "\\xC0\\xAF\\xED\\xA0\\x80") << "not UTF-8";
    // By a font of this machine, or escaped.
    for (const std::string name : {"\xe7\x90\x83", "\xe6\x9c\xa8"}) {
        const std::string text = shown(name);
        EXPECT_TRUE(text == name || text.starts_with("\\u{")) << text;
    }
    EXPECT_NE(shown("\xe7\x90\x83"), shown("\xe6\x9c\xa8"));
}

TEST(Scale, is_as_chosen_from_a_half_to_four_and_lets_all_panels_fit) {
    app::UiState ui;
    const auto scale = [&](float chosen, int width, int height, float content = 1) {
        ui.scale = chosen;
        return app::effective_scale(ui, width, height, content);
    };
    EXPECT_FLOAT_EQ(scale(0.5f, 1280, 720), 0.5f);
    EXPECT_FLOAT_EQ(scale(1, 1280, 720), 1);
    EXPECT_FLOAT_EQ(scale(1, 2560, 1440, 2), 2);
    EXPECT_FLOAT_EQ(scale(2, 1920, 1080), 2);
    EXPECT_FLOAT_EQ(scale(4, 1280, 720), 1.6f);
    EXPECT_FLOAT_EQ(scale(4, 3840, 2160), 4);
}

}  // namespace
