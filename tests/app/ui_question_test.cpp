// What is asked before the window would stand still: when, and what a yes or a no does.
#include <gtest/gtest.h>

#include "tests/app/ui_fake_world.h"

namespace {

app::Session make(const app::ViewOptions& options = {}) {
    return app::Session(options, fake::resolve(options), fake::resolve, fake::create);
}

TEST(Question, a_change_that_makes_slow_steps_is_asked_about_first) {
    app::Session session = make();
    session.changes.next.bodies = 200000;
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().bodies, 200000u) << "quick with this broad phase";
    EXPECT_FALSE(session.changes.question());

    session.changes.next.broad_phase = "brute";
    session.changes.apply();
    ASSERT_TRUE(session.changes.question());
    const std::string text = session.changes.question()->text;
    EXPECT_NE(text.find("200,000 bodies"), std::string::npos) << text;
    EXPECT_NE(text.find("20 billion box tests"), std::string::npos) << text;
    EXPECT_NE(text.find("about 20 s"), std::string::npos) << text;
    EXPECT_EQ(session.simulation.config().broad_phase, "sweep");
    EXPECT_FALSE(session.changes.next.any());
    session.simulation.step_live(0.01);
    session.simulation.collect(0);
    EXPECT_GT(session.simulation.counters().completed_steps, 0u) << "it goes on meanwhile";

    session.changes.answer(false);
    session.changes.apply();
    EXPECT_FALSE(session.changes.question());
    EXPECT_EQ(session.simulation.config().broad_phase, "sweep");

    session.changes.next.broad_phase = "brute";
    session.changes.apply();
    session.changes.answer(true);
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().broad_phase, "brute");
    EXPECT_NE(session.messages.newest().find("about 20 s"), std::string::npos) << session.messages.newest();
    const uint64_t before = session.simulation.world().counters().completed_steps;
    for (int frame = 0; frame < 3; frame++) session.simulation.step_live(0.01);
    EXPECT_EQ(session.simulation.world().counters().completed_steps, before)
        << "the message is not drawn yet";
    session.simulation.step_live(0.01);
    EXPECT_GT(session.simulation.world().counters().completed_steps, before);
}

TEST(Question, is_asked_after_a_change_that_needed_none) {
    app::Session session = make();
    session.changes.next.bodies = 200000;
    session.changes.apply();
    session.changes.next.broad_phase = "columns";
    session.changes.apply();
    ASSERT_EQ(session.simulation.config().broad_phase, "columns");
    session.changes.next.broad_phase = "brute";
    session.changes.apply();
    EXPECT_TRUE(session.changes.question());
    EXPECT_EQ(session.simulation.config().broad_phase, "columns");
}

TEST(Question, what_is_no_slower_than_what_was_agreed_to_is_not_asked_about) {
    app::Session session = make();
    session.changes.next.bodies = 100000;
    session.changes.next.broad_phase = "brute";
    session.changes.apply();
    session.changes.answer(true);
    session.changes.apply();
    ASSERT_EQ(session.simulation.config().broad_phase, "brute");
    session.changes.next.engine = "cpu-radix";
    session.changes.next.restart = true;
    session.changes.apply();
    session.changes.next.bodies = 100000;  // the same again, which costs as much
    session.changes.apply();
    EXPECT_FALSE(session.changes.question());
    session.changes.next.bodies = 90000;
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().bodies, 90000u);
    EXPECT_FALSE(session.changes.question());
    session.changes.next.bodies = 200000;
    session.changes.apply();
    EXPECT_TRUE(session.changes.question());
    session.changes.next.bodies = 1000;
    session.changes.apply();
    EXPECT_FALSE(session.changes.question()) << "another wish takes its place";
    EXPECT_EQ(session.simulation.config().bodies, 1000u);
}

TEST(Question, a_start_with_slow_steps_waits_for_an_answer) {
    app::ViewOptions options;
    options.bodies = 200000;
    options.broad_phase = "brute";
    app::Session session = make(options);
    EXPECT_NE(session.changes.ask_at_start(true).find("20 billion"), std::string::npos);
    ASSERT_TRUE(session.changes.question());
    EXPECT_TRUE(session.simulation.paused);
    session.simulation.step_live(0.01);
    EXPECT_EQ(session.simulation.world().counters().completed_steps, 0u);
    session.changes.answer(false);
    session.changes.apply();
    EXPECT_EQ(session.simulation.config().broad_phase, sim::default_broad_phase(sim::Backend::cpu));
    EXPECT_FALSE(session.simulation.paused);

    app::Session run = make(options);
    run.changes.ask_at_start(true);
    run.simulation.paused = false;  // the key does as well as the button
    for (int frame = 0; frame < 5; frame++) run.simulation.step_live(0.01);
    EXPECT_FALSE(run.changes.question());
    EXPECT_GT(run.simulation.world().counters().completed_steps, 0u);

    app::Session script = make(options);
    EXPECT_NE(script.changes.ask_at_start(false), "");
    EXPECT_FALSE(script.simulation.paused || script.changes.question());
    EXPECT_NE(script.messages.newest(), "");

    options.broad_phase = "sweep";
    app::Session quick = make(options);
    EXPECT_EQ(quick.changes.ask_at_start(true), "");
}

TEST(Question, what_a_step_will_cost_is_foreseen_from_small_worlds) {
    sim::WorldConfig config = fake::resolve({});
    config.bodies = 1000000;
    config.broad_phase = "brute";  // 500 thousand million tests, a thousand million a second
    const app::StepCost cost = app::foresee_step(config, fake::create);
    EXPECT_NEAR(cost.tests, 5e11, 1e9);
    EXPECT_NEAR(cost.seconds, 500, 5);
    EXPECT_EQ(app::describe(cost, config),
              "With 1,000,000 bodies, the broad phase brute makes about 500 billion box tests per step, "
              "and a step takes about 8 minutes here.");
    config.broad_phase = "sweep";
    const app::StepCost linear = app::foresee_step(config, fake::create);
    EXPECT_NEAR(linear.tests, 9e7, 1);
    EXPECT_LT(linear.seconds, 0.1);

    config.scene.physics.gravity.on = config.scene.physics.gravity.direct = true;
    const app::StepCost direct = app::foresee_step(config, fake::create);
    EXPECT_NEAR(direct.seconds, 100, 1) << "a million times a million pulls";
    EXPECT_NEAR(direct.direct_s, 100, 0.1);
    EXPECT_EQ(app::describe(direct, config),
              "With 1,000,000 bodies, the direct sum of gravity adds about 1 trillion pulls per step, and a "
              "step takes about 101 s here.");
    config.broad_phase = "brute";
    EXPECT_NE(app::describe(app::foresee_step(config, fake::create), config).find("brute"), std::string::npos)
        << "what takes most of the step is named";
    config.scene.physics.gravity = {};

    config.bodies = 5000;
    EXPECT_EQ(app::foresee_step(config, fake::create).seconds, 0) << "too small to be slow";
    config.bodies = 1000000;
    config.backend = sim::Backend::cuda;  // the test's CUDA is not there
    EXPECT_EQ(app::foresee_step(config, fake::create).seconds, 0);
}

}  // namespace
