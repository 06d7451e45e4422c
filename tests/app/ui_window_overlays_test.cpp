// Finding one's way: the search for scenes, panels by a key, splitters, hints, files dropped onto the window, and a
// large world that is made while the window goes on.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "app/io/npy.h"
#include "app/io/output_stream.h"
#include "app/view/overlays/window_overlays.h"
#include "app/view/ui_notice.h"
#include "tests/app/ui_program.h"
#include "tests/app/ui_seen.h"

namespace {

using namespace ui_program;
namespace key = app::key;

void type(Program& program, const std::string& word) {
    for (const char c : word) program.send({text(c)});
}

void open_finder(Program& program) {
    program.press('O', key::control);
    program.send({key_event(key::left_control, false)});
}

TEST(Finder, finds_a_scene_by_words_and_opens_it) {
    Program program(1280, 720);
    open_finder(program);
    ASSERT_TRUE(program.state.finder.open);
    EXPECT_NE(program.state.find("find gas"), nullptr);
    type(program, "fast");
    EXPECT_EQ(program.state.find("find gas"), nullptr);
    ASSERT_NE(program.state.find("find one-fast"), nullptr);
    program.save("finder");
    program.press(key::enter);
    EXPECT_FALSE(program.state.finder.open);
    EXPECT_EQ(program.session.simulation.options().scene, "one-fast");
}

TEST(Finder, arrows_choose_keys_do_nothing_else_and_escape_closes) {
    Program program(1280, 720);
    open_finder(program);
    type(program, "body");
    const auto found = app::finder_entries(program.session.changes, program.state);
    program.press(key::down);
    program.press(key::down);
    program.press(key::up);
    EXPECT_EQ(program.state.finder.chosen, found.size() > 1 ? 1u : 0u);
    for (size_t k = 0; k < found.size() + 2; ++k) program.press(key::down);
    EXPECT_EQ(program.state.finder.chosen, found.size() - 1);
    const bool paused = program.session.simulation.paused;
    program.press(key::space);
    EXPECT_EQ(program.session.simulation.paused, paused);
    program.press(key::escape);
    EXPECT_FALSE(program.state.finder.open);
    EXPECT_EQ(program.session.simulation.options().scene, "pile");
    open_finder(program);
    type(program, "calm");
    program.click("find calm");
    EXPECT_EQ(program.session.simulation.options().scene, "calm");
}

TEST(Presets, keys_arrange_panels_for_a_purpose) {
    Program program(1280, 720);
    program.press(key::f2);
    EXPECT_NE(program.state.find("pause"), nullptr);  // the top bar is there
    EXPECT_EQ(program.state.find("engine"), nullptr);
    EXPECT_EQ(program.state.find("Stages"), nullptr);
    program.press(key::f2);
    EXPECT_NE(program.state.find("engine"), nullptr);
    program.press(key::f2);
    program.press(key::tab);
    EXPECT_NE(program.state.find("engine"), nullptr) << "panels hidden in part are shown first";
    program.state.tool_panel = false;
    program.click("boxes");
    program.press(key::f3);
    EXPECT_NE(program.state.find("Stages"), nullptr);
    EXPECT_FALSE(program.session.view.draw.boxes);
    program.press(key::f4);
    EXPECT_EQ(program.state.find("Stages"), nullptr);
    EXPECT_TRUE(program.session.view.draw.boxes && program.session.view.draw.pairs &&
                program.state.axis_strip);
    EXPECT_NE(program.session.view.draw.selected, sim::kNobody);
    program.press(key::f5);
    program.press(key::f3);
    EXPECT_FALSE(program.state.lesson);
}

TEST(Splitters, drag_resizes_within_limits_and_a_double_click_forgets_it) {
    Program program(1280, 720);
    const auto edge = [&](const char* name) {
        const app::UiState::Item* item = program.state.find(name);
        return item ? ImVec2{(item->min.x + item->max.x) / 2, (item->min.y + item->max.y) / 2} : ImVec2{};
    };
    const auto drag = [&](const char* name, float dx, float dy) {
        const ImVec2 at = edge(name);
        program.send({move_to(at.x, at.y)});
        program.send({button(0, true)});
        program.send({move_to(at.x + dx, at.y + dy)});
        program.send({button(0, false)});
    };
    const float left = edge("splitter left").x, right = edge("splitter right").x,
                top = edge("splitter tool panel").y;
    drag("splitter left", 60, 0);
    EXPECT_NEAR(edge("splitter left").x, left + 60, 2);
    drag("splitter right", -50, 0);
    EXPECT_NEAR(edge("splitter right").x, right - 50, 2);
    drag("splitter tool panel", 0, -90);
    EXPECT_NEAR(edge("splitter tool panel").y, top - 90, 2);
    program.save("splitters");
    drag("splitter left", -600, 0);
    EXPECT_NEAR(edge("splitter left").x, left, 4) << "texts must fit";
    drag("splitter left", 1200, 0);
    EXPECT_LT(edge("splitter left").x, edge("splitter right").x - 200) << "a view is left";
    drag("splitter tool panel", 0, -700);
    EXPECT_GT(edge("splitter tool panel").y, 120);
    const ImVec2 at = edge("splitter left");
    ImGui::GetIO().MouseDoubleClickTime = 1e-6f;  // the first click is the first of two
    program.send({move_to(at.x, at.y), button(0, true), button(0, false)});
    ImGui::GetIO().MouseDoubleClickTime = 60;  // frames may be slow here
    program.send({button(0, true), button(0, false)});
    EXPECT_EQ(program.state.left_width, 0);
    EXPECT_NEAR(edge("splitter left").x, left, 1);
}

TEST(Hints, five_at_the_first_start_until_a_click_or_escape) {
    Program program(1280, 720);
    EXPECT_EQ(program.state.find("hint 1"), nullptr) << "only a window shows them";
    program.state.hints = true;
    program.frames(3);
    for (const char* name : {"hint 1", "hint 2", "hint 3", "hint 4", "hint 5"}) {
        const app::UiState::Item* item = program.state.find(name);
        ASSERT_NE(item, nullptr) << name;
        EXPECT_GE(item->min.x, 0);
        EXPECT_LE(item->max.x, 1280);
        EXPECT_GE(item->min.y, 0);
        EXPECT_LE(item->max.y, 720);
    }
    program.save("hints");
    program.press(key::escape);
    EXPECT_FALSE(program.state.hints);
    program.state.hints = true;
    program.frames(2);
    program.send({move_to(640, 250), button(0, true), button(0, false)});
    EXPECT_FALSE(program.state.hints);
}

InputEvent dropped(const std::string& path) {
    InputEvent event{InputEvent::drop};
    event.path = path;
    return event;
}

TEST(Dropped, files_are_opened_by_their_ending) {
    Program program(1280, 720);
    program.send({dropped("/tmp/mine.toml")});
    EXPECT_EQ(program.session.simulation.options().scene, "/tmp/mine.toml");
    EXPECT_EQ(program.session.changes.scenes().back(), "/tmp/mine.toml");
    program.send({dropped("/tmp/Stone.OBJ")});
    EXPECT_EQ(program.session.simulation.options().scene, "chairs");
    EXPECT_EQ(program.session.simulation.options().mesh, "/tmp/Stone.OBJ");
    program.send({dropped("/tmp/alps.png")});
    EXPECT_EQ(program.session.simulation.options().scene, "landscape");
    EXPECT_EQ(program.session.simulation.options().heightmap, "/tmp/alps.png");
    program.send({dropped("/tmp/notes.txt")});
    EXPECT_TRUE(program.session.messages.newest_is_error());
    EXPECT_NE(program.session.messages.newest().find("notes.txt"), std::string::npos);
    program.send({dropped("/tmp/there-is-no-such.npy")});
    EXPECT_NE(program.session.messages.newest().find("there-is-no-such.npy"), std::string::npos);
}

TEST(Dropped, boxes_are_counted_with_their_pairs) {
    const std::string path = testing::TempDir() + "/two_of_three.npy";
    const float boxes[3][6] = {{0, 0, 0, 2, 2, 2}, {1, 1, 1, 3, 3, 3}, {9, 9, 9, 10, 10, 10}};
    app::OutputStream file(path);
    app::write_npy(file.stream(), "<f4", {3, 6}, std::as_bytes(std::span(&boxes[0][0], 18)));
    file.commit();
    Program program(640, 480);
    program.session.changes.next.engine = "std-sort";
    program.frames(1);
    const_cast<sim::WorldConfig&>(program.session.simulation.config()).broad_phase = "brute";
    app::open_file(program.session.simulation, program.session.changes, program.session.messages, path);
    EXPECT_NE(program.session.messages.newest().find("3 boxes, 1 overlapping pair"), std::string::npos)
        << program.session.messages.newest();
    std::filesystem::remove(path);
}

/// Worlds that take as long as they are told to, unless they are stopped.
struct SlowWorlds {
    std::atomic<bool> hold = true;
    std::atomic<int> held = 0, ended_early = 0;

    app::CreateWorld create() {
        return [this](const sim::WorldConfig& config, const sim::Snapshot* from) {
            for (bool first = true; hold && config.bodies >= 500000; first = false) {
                held += first;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                try {
                    if (config.stop) config.stop();
                } catch (...) {
                    ++ended_early;
                    throw;
                }
            }
            return fake::create(config, from);
        };
    }

    /// Waits until the number is no longer 0.
    static void wait_for(const std::atomic<int>& number) {
        for (int k = 0; k < 20000 && number == 0; ++k)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
};

TEST(Creation, of_a_large_world_shows_a_bar_and_can_be_cancelled) {
    SlowWorlds worlds;
    Program program(1280, 720, 1, worlds.create());
    sim::World* const before = &program.session.simulation.world();
    program.session.changes.next.bodies = 600000;
    program.frames(3);  // the window goes on
    ASSERT_TRUE(program.session.changes.creation());
    EXPECT_NE(program.session.changes.creation()->text.find("600,000 bodies"), std::string::npos);
    EXPECT_NE(program.state.find("creation"), nullptr);
    program.save("creation");
    program.session.simulation.paused = false;
    const uint64_t steps = program.session.simulation.moment().step;
    program.frames(3);
    EXPECT_EQ(program.session.simulation.moment().step, steps) << "the old world waits";
    SlowWorlds::wait_for(worlds.held);  // a small world is made first
    program.press(key::escape);
    EXPECT_FALSE(program.session.changes.creation());
    EXPECT_EQ(&program.session.simulation.world(), before);
    EXPECT_EQ(program.session.simulation.config().bodies, 256u);
    EXPECT_FALSE(program.session.changes.next.any());
    SlowWorlds::wait_for(worlds.ended_early);
    EXPECT_EQ(worlds.ended_early, 1);
    program.frames(3);
    EXPECT_GT(program.session.simulation.moment().step, steps) << "and goes on";

    // Once more, to the end: other changes meanwhile are done with it.
    program.session.changes.next.bodies = 600000;
    program.frames(2);
    program.session.changes.next.seed = 77;
    program.frames(2);
    sim::Physics physics = program.session.simulation.physics();
    physics.friction = 0.25f;
    program.session.simulation.set_physics(physics);
    program.frames(2);
    EXPECT_TRUE(program.session.changes.creation());
    worlds.hold = false;
    for (int k = 0; k < 2000 && program.session.changes.creation(); ++k) program.frames(1);
    EXPECT_EQ(program.session.simulation.config().bodies, 600000u);
    EXPECT_EQ(program.session.simulation.config().seed, 77u);
    EXPECT_EQ(program.session.simulation.config().scene.physics.friction, 0.25f);
    program.frames(2);  // its steps are not stopped
}

/// Hills are made with a world, which takes as long as many bodies do: from 100,000 bodies on their world is made
/// beside the window, of other scenes from more on.
TEST(Creation, of_hills_is_beside_the_window_with_fewer_bodies) {
    for (const char* spawn : {"landscape", "pile"}) {
        for (const uint32_t bodies : {99999u, 100000u}) {
            SlowWorlds worlds;
            const auto resolve = [&](const app::Options& options) {
                sim::WorldConfig config = fake::resolve(options);
                config.scene.spawn = spawn;
                return config;
            };
            app::Session session({}, resolve({}), resolve, worlds.create());
            session.changes.next.bodies = bodies;
            worlds.hold = false;
            session.changes.apply();
            EXPECT_EQ(session.changes.creation().has_value(),
                      spawn == std::string("landscape") && bodies >= 100000)
                << spawn << ", " << bodies;
            for (int k = 0; k < 5000 && session.changes.creation(); ++k) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                session.changes.apply();
            }
            EXPECT_EQ(session.simulation.config().bodies, bodies);
        }
    }
}

TEST(Notice, says_its_sentence_and_how_far_a_work_is) {
    ui_program::ScriptedContext context(640, 360);
    app::Ui ui;
    app::show_notice(context, ui, 1, "Reading many frames");
    EXPECT_EQ(context.swaps, 3) << "until it is surely seen";
    const auto shown = [&](double part) {
        context.events = {move_to(5, 6)};
        EXPECT_EQ(app::show_progress(context, ui, 1, "Creating bodies", part, "Escape cancels").size(), 1u);
        return ui_seen::seen();
    };
    shown(0.25);
    const ui_seen::Seen seen = shown(0.25);
    ASSERT_TRUE(seen.find("Creating bodies") && seen.find("25 %") && seen.find("Escape cancels"));
    EXPECT_NEAR((seen.find("Creating bodies")->min.x + seen.find("25 %")->clip.z) / 2, 320, 320);
    EXPECT_LT(seen.find("Creating bodies")->max.y, seen.find("25 %")->min.y);
    EXPECT_LT(seen.find("25 %")->max.y, seen.find("Escape cancels")->min.y);
    EXPECT_NEAR((seen.find("Creating bodies")->min.y + seen.find("Escape cancels")->max.y) / 2, 180, 12)
        << "in the middle of the window";
    EXPECT_TRUE(shown(-1).find("...")) << "not known yet";
    EXPECT_TRUE(shown(1).find("100 %"));
}

}  // namespace
