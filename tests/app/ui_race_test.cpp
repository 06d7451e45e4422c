// The race and the two worlds side by side in the window, with the keys and the mouse of a user; and an engine that
// sorts wrongly, which both must tell.
#include <nlohmann/json.hpp>

#include "app/view/actions/actions.h"
#include "app/view/actions/keys.h"
#include "app/view/race/ab_comparison.h"
#include "app/view/race/frame_race.h"
#include "tests/app/ui_program.h"
#include "tests/sim/sim_scene.h"
#include "tests/temp_dir.h"

namespace {

using ui_program::Program;

constexpr uint32_t kRightSorts = 12;

/// Sorts rightly at first, and then loses a pair.
class TurningSorter : public sort::Sorter {
public:
    explicit TurningSorter(uint32_t capacity)
        : right_(sort::make_sorter(*sort::find_engine("std-sort"), capacity)) {}
    uint32_t capacity() const override { return right_->capacity(); }
    void sort(sort::Pairs pairs, sort::Stream stream, const sort::Options& options) override {
        right_->sort(pairs, stream, options);
        if (++sorts_ <= kRightSorts || pairs.count < 2) return;
        pairs.keys[0] = pairs.keys[1];
        pairs.values[0] = pairs.values[1];
    }

private:
    std::unique_ptr<sort::Sorter> right_;
    uint32_t sorts_ = 0;
};

const bool added = [] {
    sort::Engine engine{"turns-wrong",
                        "made up: loses a pair after some sorts",
                        "",
                        sort::Backend::cpu,
                        true,
                        [](uint32_t, const sort::EngineConfig&) { return size_t{0}; },
                        [](uint32_t capacity, const sort::EngineConfig&) -> std::unique_ptr<sort::Sorter> {
                            return std::make_unique<TurningSorter>(capacity);
                        }};
    return sort::add_engine(engine);
}();

sim::WorldConfig small(const std::string& engine) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 400);
    config.engine = engine;
    config.broad_phase = "sweep";
    return config;
}

/// Real worlds of 400 bodies, until more are thrown in.
std::unique_ptr<sim::World> make_world(const sim::WorldConfig& config, const sim::Snapshot* from) {
    sim::WorldConfig made = small(config.engine);
    if (from && from->bodies.size() > 400) made.scene.physics = config.scene.physics;
    return sim::World::create(made, from);
}

/// Bodies like the others, in a row below the lid.
sim::Throw some_bodies(app::Session& session, int count, float z_m = 1) {
    const sim::Snapshot state = session.simulation.world().snapshot();
    const sim::Vec3 low = state.container.min_m, high = state.container.max_m;
    const sim::Body& like = state.bodies[0];
    sim::Throw thrown;
    for (int k = 0; k < count; ++k)
        thrown.push_back(
            {{low.x + float(2 * k + 1), high.y - 1, low.z + z_m}, {0, -5, 0}, like.radius_m, like.mass_kg});
    return thrown;
}

struct RaceProgram : Program {
    explicit RaceProgram(int width = 1280, int height = 720, float scale = 1)
        : Program(width, height, scale, make_world) {
        session.simulation.step_exactly(3);
        frames(2);
    }
    void finish_race() {
        for (int k = 0; k < 200 && session.compare.races(); ++k) frames(1);
        frames(2);
    }
};

const app::RaceRow& row_of(const app::Race& race, const std::string& name) {
    for (const app::RaceRow& row : race.rows())
        if (row.name == name) return row;
    throw std::runtime_error("no row " + name);
}

TEST(UiRace, a_key_races_this_frame_and_the_result_is_saved) {
    const TempDir folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    RaceProgram program;
    program.session.simulation.paused = false;
    program.press('B', app::key::control);
    program.finish_race();
    ASSERT_TRUE(program.session.compare.race());
    EXPECT_EQ(program.session.compare.race()->facts().step, 3u) << "the world has not waited";
    const app::Race& sorts = program.session.compare.race()->sorts();
    EXPECT_EQ(row_of(sorts, "std-sort").check_text(), "ok");
    EXPECT_NE(row_of(sorts, "turns-wrong").fault.find("a pair is lost"), std::string::npos);
    for (const app::RaceRow& row : program.session.compare.race()->broad_phases().rows())
        EXPECT_EQ(row.check_text(), "ok") << row.name << row.refusal;
    EXPECT_EQ(program.session.messages.newest().find("Race: turns-wrong is WRONG: a pair is lost"), 0u)
        << program.session.messages.newest();
    EXPECT_EQ(program.session.telemetry.log.lines().back().text, program.session.messages.newest());
    program.save("ui_race");
    program.session.simulation.paused = true;
    program.click("save race");
    std::filesystem::current_path(before);
    const std::string said = program.session.messages.newest();
    ASSERT_EQ(said.find("Wrote " + folder.path() + "/sweeplab_"), 0u) << said;
    std::ifstream file(said.substr(6));
    EXPECT_EQ(nlohmann::json::parse(file)["kind"], "race");
}

TEST(UiRace, escape_cancels_and_the_world_goes_on) {
    RaceProgram program;
    program.session.simulation.paused = false;
    program.session.compare.start_race();
    ASSERT_TRUE(program.session.compare.races());
    app::perform("clear", {program.session.parts(), program.state});
    EXPECT_FALSE(program.session.compare.races());
    EXPECT_TRUE(program.session.compare.race()->sorts().cancelled());
    program.frames(3);
    EXPECT_GT(program.session.simulation.moment().step, 3u);
}

TEST(UiRace, everything_fits_at_twice_the_size) {
    RaceProgram program(1920, 1080, 2);
    program.press('B', app::key::control);
    program.finish_race();
    program.save("ui_race_twice");
    const app::Region tool_panel = app::make_layout(program.state, 1920, 1080, 2).tool_panel;
    for (const char* name : {"race this frame", "save race", "beside engine", "run beside"}) {
        const app::UiState::Item* const item = program.state.find(name);
        ASSERT_TRUE(item) << name;
        EXPECT_LE(item->max.x, tool_panel.x + tool_panel.width) << name;
    }
}

TEST(UiAb, two_worlds_take_the_same_steps_to_the_same_state) {
    RaceProgram program;
    program.press('B', app::key::control);
    program.finish_race();
    program.click("beside engine");
    program.click("beside engine cpu-radix");
    program.click("run beside");
    ASSERT_TRUE(program.session.compare.ab());
    EXPECT_EQ(program.session.compare.ab()->world().config().engine, "cpu-radix");
    for (int k = 0; k < 80; ++k) program.session.simulation.step_exactly(1);
    program.session.compare.ab()->compare(program.session.simulation.world());
    program.frames(2);
    program.save("ui_beside");
    const app::AbComparison& ab = *program.session.compare.ab();
    EXPECT_EQ(ab.failure(), "");
    EXPECT_FALSE(ab.difference());
    EXPECT_EQ(ab.compared_at(), 83u);
    EXPECT_EQ(ab.hash(), sim::state_hash(program.session.simulation.world().snapshot()));
    EXPECT_GT(ab.times_of_a().step_ms, 0);
    EXPECT_GT(ab.times_of_b().step_ms, 0);
    program.click("end beside");
    EXPECT_FALSE(program.session.compare.ab());
}

TEST(UiAb, the_first_step_of_a_wrong_sort_is_named) {
    const auto a = sim::World::create(small("std-sort"));
    a->step(200);
    sim::Snapshot start = a->snapshot();
    for (const uint32_t each : {40u, 1u}) {
        const auto one = sim::World::create(small("std-sort"), &start);
        app::AbComparison ab(sim::World::create(small("turns-wrong"), &start), start, {}, make_world);
        ab.compare_each(each);
        for (uint32_t done = 0; done < 40; ++done) {
            one->step(1);
            ab.step(*one);
        }
        ASSERT_TRUE(ab.difference());
        EXPECT_TRUE(ab.difference()->exactly()) << each;
        EXPECT_EQ(ab.difference()->step, start.completed_steps + kRightSorts + 1) << each;
    }
}

/// Two bodies at rest, of which a hand draws one to the other; in B they are softer, so that both worlds differ from the
/// step on in which they touch. However long before that the hand came and the states were compared, it is named.
TEST(UiAb, the_first_step_is_named_where_a_hand_has_led_to_it) {
    const std::string of_b = "cpu-radix";
    sim::WorldConfig config = testing_worlds::config_of("gas", 2);
    config.engine = "std-sort";
    config.broad_phase = "sweep";
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    const auto create = [&](const sim::WorldConfig& given, const sim::Snapshot* from) {
        sim::WorldConfig made = config;
        made.engine = given.engine;
        if (made.engine == of_b) made.scene.physics.stiffness_pa /= 2;
        return sim::World::create(made, from);
    };
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const float radius = start.bodies[0].radius_m, wall = 20 * radius;
    start.container = {{-wall, -wall, -wall}, {wall, wall, wall}};
    start.bodies[1].radius_m = radius;
    for (sim::Body& body : start.bodies)
        body.position_m = body.velocity_m_s = body.acceleration_m_s2 = {0, 0, 0};
    constexpr float kMost = 400, kSteps = 15;  // until they touch, from the hand on
    const float dt = config.scene.physics.time_step_s;
    start.bodies[1].position_m.x = 2 * radius + 0.5f * kMost * kSteps * kSteps * dt * dt;
    sim::WorldConfig other = config;
    other.engine = of_b;
    const sim::Hand hand{
        .kind = sim::Hand::pulls, .id = 0, .rate_1_s = 50, .most_m_s2 = kMost, .target_m = {wall, 0, 0}};
    constexpr uint64_t kHandAt = 5, kComparedAt = 12;
    std::optional<uint64_t> expected;
    for (const uint32_t each : {1u, uint32_t(kComparedAt), 60u}) {
        const auto a = create(config, &start);
        app::AbComparison ab(create(other, &start), start, {}, create);
        ab.compare_each(each);
        for (uint64_t step = start.completed_steps + 1; step <= start.completed_steps + 60; ++step) {
            std::vector<sim::Event> events;
            if (step == start.completed_steps + kHandAt) {
                a->set_hand(hand);
                events.push_back({step, hand});
            }
            a->step(1);
            ab.step(*a, events);
        }
        ASSERT_TRUE(ab.difference()) << each;
        EXPECT_TRUE(ab.difference()->exactly()) << each;
        if (!expected) expected = ab.difference()->step;
        EXPECT_EQ(ab.difference()->step, *expected) << each;
        EXPECT_GT(*expected, start.completed_steps + kComparedAt) << "with the hand, and still the same";
    }
}

TEST(UiAb, what_is_done_to_the_first_world_is_done_to_the_second) {
    RaceProgram program;
    app::Session& session = program.session;
    session.compare.start_ab("cpu-radix", "sweep");
    ASSERT_TRUE(session.compare.ab()) << session.messages.newest();
    session.compare.ab()->compare_each(1);
    session.simulation.step_exactly(5);
    sim::Physics physics = small("std-sort").scene.physics;
    physics.gravity_m_s2.x += 3;
    session.simulation.set_physics(physics);
    ASSERT_FALSE(session.messages.newest_is_error()) << session.messages.newest();
    session.simulation.step_exactly(5);
    const sim::Container& box = session.simulation.world().container();
    sim::Hand hand;
    hand.kind = sim::Hand::pushes;
    hand.rate_1_s = 50;
    hand.most_m_s2 = 1000;
    hand.target_m = (box.min_m + box.max_m) * 0.5f;
    hand.radius_m = (box.max_m.x - box.min_m.x) / 3;
    const uint64_t before = session.compare.ab()->hash();
    ASSERT_TRUE(session.simulation.act(hand)) << session.messages.newest();
    session.simulation.step_exactly(5);
    EXPECT_FALSE(session.compare.ab()->difference());
    EXPECT_EQ(session.compare.ab()->compared_at(), 18u);
    EXPECT_NE(session.compare.ab()->hash(), before);
    ASSERT_TRUE(session.simulation.throw_in(some_bodies(session, 3))) << session.messages.newest();
    ASSERT_TRUE(session.compare.ab()) << session.messages.newest();
    session.simulation.step_exactly(5);
    EXPECT_FALSE(session.compare.ab()->difference());
    EXPECT_EQ(session.compare.ab()->compared_at(), 23u);
    EXPECT_EQ(session.compare.ab()->hash(), sim::state_hash(session.simulation.world().snapshot()));
    EXPECT_EQ(session.compare.ab()->world().bodies().count, 403u);
    EXPECT_EQ(session.compare.ab()->world().config().engine, "cpu-radix");
    step_back(session.simulation, 3);
    EXPECT_FALSE(session.compare.ab()) << "it cannot go back";
}

TEST(UiAb, bodies_thrown_in_before_it_begins_are_not_thrown_in_again) {
    RaceProgram program;
    app::Session& session = program.session;
    session.simulation.set_physics(small("std-sort").scene.physics);
    ASSERT_TRUE(session.simulation.throw_in(some_bodies(session, 2))) << session.messages.newest();
    session.compare.start_ab("cpu-radix", "sweep");
    ASSERT_TRUE(session.compare.ab()) << session.messages.newest();
    session.compare.ab()->compare_each(1);
    ASSERT_TRUE(session.simulation.throw_in(some_bodies(session, 1, 3))) << session.messages.newest();
    session.simulation.step_exactly(3);
    EXPECT_EQ(session.compare.ab()->world().bodies().count, 403u);
    EXPECT_FALSE(session.compare.ab()->difference());
    EXPECT_EQ(session.compare.ab()->compared_at(), 6u);
}

TEST(UiAb, a_hand_is_at_the_same_place_of_both_worlds_in_either_half) {
    Program program(1280, 720);
    program.session.compare.start_ab("two-ways", "sweep");
    program.frames(2);
    program.press('N');
    app::Layout layout = app::make_layout(program.state, 1280, 720, 1);
    app::split_view(layout);
    const auto press_at = [&](double x, double y) {
        program.send({ui_program::move_to(x, y), ui_program::button(0, true)});
        EXPECT_EQ(fake::of(program.session).hand.kind, sim::Hand::pushes);
        return fake::of(program.session).hand.target_m;
    };
    const double y = double(layout.view.y) + 80, into = 10;
    const sim::Vec3 left = press_at(double(layout.view.x) + into, y);
    program.send({ui_program::button(0, false)});
    const sim::Vec3 right = press_at(double(layout.second_view.x) + into, y);
    program.save("ui_beside_hand");
    EXPECT_NEAR(sim::length(left - right), 0, 0.02 * double(sim::length(left)));
    program.send({ui_program::move_to(double(layout.second_view.x) - 4, y)});
    const sim::Vec3 across = fake::of(program.session).hand.target_m;
    EXPECT_LT(sim::length(across - right), 0.2f * sim::length(right))
        << "it stays with the half of its press";
    program.send({ui_program::button(0, false)});
}

TEST(UiAb, another_scene_or_number_of_bodies_ends_it) {
    for (const char* change : {"scene", "bodies", "engine"}) {
        Program program(1280, 720);
        program.session.compare.start_ab("two-ways", "sweep");
        ASSERT_TRUE(program.session.compare.ab()) << program.session.messages.newest();
        if (change == std::string("scene")) program.session.changes.next.scene = "gas";
        if (change == std::string("bodies")) program.session.changes.next.bodies = 300;
        if (change == std::string("engine")) program.session.changes.next.engine = "two-ways";
        program.frames(2);
        EXPECT_FALSE(program.session.compare.ab()) << change;
    }
}

TEST(UiAb, without_memory_for_both_it_is_refused_with_the_figures) {
    Program program(1280, 720);
    fake::of(program.session).held_bytes = 1ull << 50;
    program.session.compare.start_ab("two-ways", "sweep");
    EXPECT_FALSE(program.session.compare.ab());
    EXPECT_TRUE(program.session.messages.newest_is_error());
    EXPECT_NE(program.session.messages.newest().find("both worlds"), std::string::npos)
        << program.session.messages.newest();
    EXPECT_NE(program.session.messages.newest().find("GB"), std::string::npos)
        << program.session.messages.newest();
}

TEST(UiLog, a_switched_engine_is_said_and_stays_in_the_log_which_is_copied) {
    Program program(1280, 720);
    program.click("Log");
    program.press('K');
    EXPECT_EQ(program.session.messages.newest(),
              "Sort engine: " + program.session.simulation.config().engine + " on cpu");
    ASSERT_EQ(program.session.telemetry.log.lines().size(), 1u);
    program.save("ui_log");
    program.click("copy log");
    EXPECT_EQ(program.context.copied, program.session.telemetry.log.text());
    EXPECT_NE(program.context.copied.find("Sort engine: "), std::string::npos);
}

}  // namespace
