// Back and forth in a run: keys, the time bar, the hash of a paused world, and the same bits.
#include <gtest/gtest.h>

#include "app/cli/resolve.h"
#include "app/view/actions/keys.h"
#include "app/view/touch/touch.h"
#include "tests/app/ui_program.h"

namespace {

using ui_program::button;
using ui_program::move_to;
using ui_program::Program;

TEST(TimeTravel, keys_and_the_time_bar_go_back_and_forth) {
    Program program(800, 450);
    app::Session& session = program.session;
    session.simulation.step_exactly(8);
    program.press('.');
    program.press(',');
    program.press(',');
    EXPECT_EQ(session.simulation.run().step(), 7u);
    EXPECT_EQ(app::step_text(session.simulation), "step 7 of 9");
    EXPECT_NEAR(session.simulation.time_s(), 7 * 0.002, 1e-6);
    program.save("past");
    const app::UiState::Item bar = *program.state.find("time bar");
    const double y = double(bar.min.y + bar.max.y) / 2;
    program.send({move_to(double(bar.min.x) + 8, y), button(0, true), button(0, false)});
    EXPECT_EQ(session.simulation.run().step(), 0u);
    program.send({move_to(double(bar.max.x) - 8, y), button(0, true)});
    EXPECT_EQ(session.simulation.run().step(), 9u);
    program.send({move_to(double(bar.min.x + bar.max.x) / 2, y)});
    EXPECT_NEAR(double(session.simulation.run().step()), 4.5, 0.6);
    program.send({button(0, false)});

    EXPECT_EQ(session.messages.newest(), "");
    program.press('B');
    EXPECT_EQ(session.simulation.run().last_step(), session.simulation.run().step());
    EXPECT_EQ(app::step_text(session.simulation).find("of"), std::string::npos);
    EXPECT_EQ(session.simulation.time_factor, 1);
    program.press('-');
    program.press('-');
    EXPECT_EQ(session.simulation.time_factor, 0.25f);
    EXPECT_EQ(app::factor_text(session.simulation.time_factor), "x 1/4");
    session.simulation.time_factor = 16;
    program.press('=');
    EXPECT_EQ(app::factor_text(session.simulation.time_factor), "x 16");
    program.press('.', app::key::shift);
    EXPECT_FALSE(session.simulation.paused);
    program.press(',', app::key::shift);
    program.frames(5);
    EXPECT_TRUE(session.simulation.run().step() == 0 || session.simulation.backwards);
}

class SavesNothing : public fake::World {
public:
    using World::World;
    sim::SavedState save(sim::SavedState, uint64_t) override {
        throw sort::OverLimit("a saved state takes 9 GB, and there are 2 GB");
    }
};

TEST(TimeTravel, where_no_state_can_be_saved_the_window_says_so_and_goes_on) {
    app::Session session({}, fake::resolve({}), fake::resolve,
                         [](const sim::WorldConfig& config, const sim::Snapshot* from) {
                             return std::make_unique<SavesNothing>(config, from);
                         });
    session.simulation.step_live(0.02);
    EXPECT_NE(session.messages.newest().find("Cannot go back: a saved state takes 9 GB"), std::string::npos);
    session.messages.close();
    const uint64_t step = session.simulation.run().step();
    step_back(session.simulation);
    EXPECT_NE(session.messages.newest().find("9 GB"), std::string::npos) << session.messages.newest();
    EXPECT_EQ(session.simulation.run().step(), step);
    session.simulation.paused = false;
    session.simulation.step_live(0.02);
    EXPECT_GT(session.simulation.run().step(), step);
}

TEST(TimeTravel, what_a_change_in_the_past_forgets_is_said_once) {
    app::Session session({}, fake::resolve({}), fake::resolve, fake::create);
    session.simulation.step_exactly(10);
    for (const bool first : {true, false}) {
        session.simulation.go_to(5);
        session.messages.close();
        session.simulation.act(sim::Hand{});
        EXPECT_EQ(session.simulation.run().last_step(), 5u);
        EXPECT_EQ(session.messages.newest().find("forgotten") != std::string::npos, first);
        session.simulation.step_exactly(5);
    }
}

TEST(TimeTravel, simulated_time_goes_back_over_another_time_step) {
    app::Session session({}, fake::resolve({}), fake::resolve, fake::create);
    session.simulation.step_exactly(10);
    sim::Physics physics = session.simulation.physics();
    physics.time_step_s = 0.001f;
    session.simulation.collect(0);
    session.simulation.set_physics(physics);
    session.simulation.step_exactly(10);
    session.simulation.collect(0);
    EXPECT_NEAR(session.simulation.time_s(), 0.03, 1e-6);
    session.simulation.go_to(15);
    EXPECT_NEAR(session.simulation.time_s(), 0.025, 1e-6);
    session.simulation.go_to(5);
    EXPECT_NEAR(session.simulation.time_s(), 0.01, 1e-6);
    session.simulation.go_to(20);
    EXPECT_NEAR(session.simulation.time_s(), 0.03, 1e-6);
}

/// A pile that is touched at certain steps, with real events; in between it may be taken back and forth.
uint64_t hash_of_touched_pile(bool to_and_fro) {
    app::ViewOptions options;
    options.scene = "pile";
    options.bodies = 150;
    options.steps_per_frame = 3;
    app::Session session(options, app::resolve_world(options));
    app::UiState ui;
    app::Touch touch;
    const app::Region view{0, 0, 800, 600};
    const auto pick = [](double x, double) { return x < 400 ? 40u : sim::kNobody; };
    const auto send = [&](const app::InputEvent& event) {
        touch.handle(event, true, view, session.simulation, session.view, ui, pick);
    };
    for (int frame = 0; frame < 60; ++frame) {
        if (frame == 5) send(move_to(300, 300)), send(button(0, true));
        if (frame > 5 && frame < 20) send(move_to(300 + 5 * frame, 300 - 9 * frame));
        if (frame == 20) send(button(0, false));
        if (frame == 25) ui.touch.to_throw = 2;
        if (frame == 30) ui.touch.hand_mode = true, send(move_to(420, 350)), send(button(0, true));
        if (frame > 30 && frame < 40) send(move_to(420 + 9 * frame, 350));
        if (frame == 40) send(button(0, false));
        touch.act(session.simulation, session.view, session.messages, ui);
        session.simulation.step_live(0.02);
        if (!to_and_fro || frame % 10 != 3 || ui.touch.hand.kind != sim::Hand::away) continue;
        const uint64_t now = session.simulation.run().step();
        for (const uint64_t part : {2u, 7u, 5u}) session.simulation.go_to(now * part / 10);
        session.simulation.go_to(now);
    }
    EXPECT_EQ(session.simulation.config().bodies, 152u);
    EXPECT_GT(session.simulation.run().events().size(), 20u);
    EXPECT_EQ(session.simulation.run().step(), 180u);
    return sim::state_hash(session.simulation.world().snapshot());
}

TEST(TimeTravel, a_touched_run_has_the_same_bits_after_going_back_and_forth) {
    EXPECT_EQ(hash_of_touched_pile(true), hash_of_touched_pile(false));
}

TEST(TimeTravel, a_paused_world_says_the_hash_of_its_state) {
    app::Session session({}, fake::resolve({}), fake::resolve, fake::create);
    app::UiState ui;
    app::StopHash hash;
    session.simulation.paused = true;
    hash.update(session.simulation, session.messages, ui, 0);
    hash.update(session.simulation, session.messages, ui, 1);
    const std::string first = ui.touch.state_text;
    EXPECT_EQ(first.substr(0, 8), "state 0x");
    session.simulation.single_steps = 1;
    session.simulation.step_live(0.01);
    hash.update(session.simulation, session.messages, ui, 1.01);
    EXPECT_EQ(ui.touch.state_text, "") << "of another step";
    hash.update(session.simulation, session.messages, ui, 2);
    EXPECT_NE(ui.touch.state_text, first);
    session.simulation.paused = false;
    hash.update(session.simulation, session.messages, ui, 3);
    EXPECT_EQ(ui.touch.state_text, "");
}

}  // namespace
