// Run files: events come back bit for bit, what is wrong is said with its place, and a run is done again to the same
// states.
#include <gmock/gmock.h>

#include <cstring>

#include "app/base/errors.h"
#include "app/io/physics_keys.h"
#include "app/io/scene_toml.h"
#include "app/run/camera_path.h"
#include "app/run/event_rows.h"
#include "build_info.h"
#include "sim/scenes/random.h"
#include "tests/app/run_replay.h"
#include "tests/temp_dir.h"

namespace {

using testing::HasSubstr;

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

bool same_bits(const sim::Physics& a, const sim::Physics& b) {
    for (const app::PhysicsKey& key : app::physics_keys()) {
        if (!app::same_value(key, a, b)) return false;
    }
    return true;
}

bool same_bits(const sim::Throw& a, const sim::Throw& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& p, const auto& q) {
        return same_bits(p.position_m, q.position_m) && same_bits(p.velocity_m_s, q.velocity_m_s) &&
               same_bits(p.radius_m, q.radius_m) && same_bits(p.mass_kg, q.mass_kg) && p.shape == q.shape &&
               same_bits(p.orientation, q.orientation);
    });
}

bool same_event(const sim::Event& a, const sim::Event& b) {
    if (a.step != b.step || a.what.index() != b.what.index()) return false;
    return std::visit(
        [&](const auto& what) { return same_bits(what, std::get<std::decay_t<decltype(what)>>(b.what)); },
        a.what);
}

/// A scene with three bodies, as far as a file is concerned.
app::RunFile small_run(const std::string& scene = "pile", uint64_t steps = 100) {
    app::RunFile run;
    run.scene = app::load_scene(scene);
    run.bodies = 3;
    run.steps = steps;
    run.hashes = {{0, 1}, {steps, 0xfedcba9876543210}};
    return run;
}

sim::Event any_event(uint64_t step, sim::Random& random, sim::Physics& physics) {
    sim::Hand hand{.rate_1_s = 1 + 20 * random.unit(), .most_m_s2 = 300 * random.unit()};
    hand.target_m = random.vector(100);
    switch (random.bits() >> 61) {
        case 0:
            return {step, sim::Hand{}};
        case 1:
        case 2:
            hand.kind = sim::Hand::pushes;
            hand.velocity_m_s = random.vector(3e-7f);
            hand.radius_m = 5 * random.unit();
            return {step, hand};
        case 3:
            physics.gravity_m_s2 = random.vector(9.81f);
            if (random.unit() < 0.5f) physics.restitution = 0.05f + 0.9f * random.unit();
            if (random.unit() < 0.5f) physics.air_drag_per_m = random.unit();
            return {step, physics};
        case 4: {
            sim::Throw thrown;
            for (int k = 0; k < 3; ++k) {
                thrown.push_back({random.vector(1e4f), random.vector(20), 1e-3f + random.unit(), 70});
                if (k == 1) thrown.back().orientation = {0.6f, 0, -0.8f, -0.0f};
            }
            return {step, thrown};
        }
        default:
            hand.kind = sim::Hand::pulls;
            hand.id = uint32_t(random.bits() % 3);
            hand.grip_m = random.vector(1);
            return {step, hand};
    }
}

TEST(RunFile, events_come_back_bit_for_bit) {
    const TempDir folder;
    app::RunFile run = small_run("pile", 3000);
    sim::Random random(3);
    sim::Physics physics = run.scene.physics;
    for (uint64_t step = 1; step <= 3000; step += random.bits() >> 62)
        run.events.push_back(any_event(step, random, physics));
    // A hand that moves on is a short row.
    for (const float x : {0.1f, 1e-30f, -0.0f}) {
        sim::Hand hand{.kind = sim::Hand::pulls, .id = 1, .rate_1_s = 20, .most_m_s2 = 9};
        hand.target_m = {x, 16777216, 1e18f};
        run.events.push_back({3000, hand});
    }
    for (const float x : {1.0f, 0.5f, 0.5f}) {  // one that pushes: with its velocity where that is another
        sim::Hand hand{.kind = sim::Hand::pushes, .rate_1_s = 20, .most_m_s2 = 9, .radius_m = 1};
        hand.target_m = {x, 2, 3};
        hand.velocity_m_s = {x, 0, 0};
        run.events.push_back({3000, hand});
    }
    app::write_run(folder / "run.toml", run);
    const app::RunFile again = app::read_run(folder / "run.toml");
    ASSERT_EQ(again.events.size(), run.events.size());
    for (size_t k = 0; k < run.events.size(); ++k) {
        ASSERT_TRUE(same_event(again.events[k], run.events[k]))
            << app::event_rows({again.events[k]}, physics) << app::event_rows({run.events[k]}, physics);
    }
    EXPECT_EQ(again.hashes, run.hashes);
    EXPECT_EQ(again.steps, run.steps);
    EXPECT_THAT(read_whole(folder / "run.toml"), HasSubstr("\n3000 to 1e-30 16777216 1e+18\n"));
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(RunFile, every_scene_comes_back_with_all_its_values) {
    const TempDir folder;
    for (const std::string& name : app::built_in_scene_names()) {
        app::RunFile run = small_run(name);
        run.scene.title = "A \"title\" \\ with\ta tab";
        run.scene.physics.gravity_m_s2 = {-0.0f, 0.1f, 1.17549435e-38f};
        run.camera = {{0, {.target_m = {1, 2, 3}, .distance_m = 7, .yaw_deg = 500, .pitch_deg = -3}}};
        run.recorded = {"0.2.0", "2026-11-24T00:00:00Z", "cpu", "std-sort", "columns"};
        app::write_run(folder / "run.toml", run);
        const app::RunFile again = app::read_run(folder / "run.toml");
        EXPECT_TRUE(same_bits(again.scene.physics, run.scene.physics)) << name;
        EXPECT_EQ(again.scene.physics.gravity.on, run.scene.physics.gravity.on) << name;
        EXPECT_EQ(again.scene.spawn_values, run.scene.spawn_values) << name;
        EXPECT_EQ(again.scene.title, run.scene.title) << name;
        EXPECT_EQ(again.scene.meshes.size(), run.scene.meshes.size()) << name;
        EXPECT_EQ(again.scene.camera.colour, run.scene.camera.colour) << name;
        EXPECT_EQ(again.scene.terrain.wavelength_m, run.scene.terrain.wavelength_m) << name;
        EXPECT_EQ(again.camera[0].at.yaw_deg, 500) << name;
        EXPECT_EQ(again.recorded.engine, "std-sort") << name;
    }
}

/// What is said of a run with these rows of events, or with another text in place of a part of it.
std::string refusal(const std::string& rows, const std::string& part = "", const std::string& with = "") {
    const TempDir folder;
    app::RunFile run = small_run();
    run.events = {{1, sim::Hand{}}};
    app::write_run(folder / "run.toml", run);
    std::string text = read_whole(folder / "run.toml");
    const std::string before = part.empty() ? "1 release\n" : part, after = part.empty() ? rows : with;
    EXPECT_NE(text.find(before), text.npos) << before;
    text.replace(text.find(before), part == "\n[hashes]" ? text.npos : before.size(), after);
    const size_t line = size_t(std::count(text.begin(), text.begin() + text.find("rows = '''"), '\n')) + 2;
    const std::string path = folder.write("run.toml", text);
    std::string message = message_of<app::BadFile>([&] { app::read_run(path); });
    if (message.starts_with(path)) message.erase(0, path.size() + 1);
    const std::string first = std::to_string(line) + ":";  // of the first row: "@"
    return message.starts_with(first) ? "@" + message.substr(first.size() - 1) : message;
}

TEST(RunFile, wrong_events_are_refused_with_line_and_column) {
    EXPECT_THAT(refusal("2 relase\n"), HasSubstr("@:3: unknown event 'relase': did you mean 'release'"));
    EXPECT_THAT(refusal("x release\n"), HasSubstr("@:1: the number of a step is expected, not 'x'"));
    EXPECT_THAT(refusal("0 release\n"), HasSubstr("@:1: step 0: steps of this run are 1 to 100"));
    EXPECT_THAT(refusal("101 release\n"), HasSubstr("step 101"));
    EXPECT_THAT(refusal("2 release now\n"), HasSubstr("@:11: the row should end before 'now'"));
    EXPECT_THAT(refusal("2 pull 3 20 9 0 0 0 0 0 0\n"), HasSubstr("@:8: body 3: there are 3 bodies then"));
    EXPECT_THAT(refusal("2 pull 2 20 9 0 0 nan 0 0 0\n"),
                HasSubstr("@:19: the gripped point: a finite number"));
    EXPECT_THAT(refusal("2 pull 2 20 9 0 0 1e99 0 0 0\n"),
                HasSubstr("@:19: the gripped point: 1e99 is out of"));
    EXPECT_THAT(refusal("2 pull 2 20 9 0 0 0 0 0\n"), HasSubstr("the target is expected, and the row ends"));
    EXPECT_THAT(refusal("2 pull 2 1e6 9 0 0 0 0 0 0\n"), HasSubstr("the hand's spring"));
    EXPECT_THAT(refusal("2 to 1 2 3\n"), HasSubstr("@:3: 'to' is expected behind 'pull' or 'push'"));
    EXPECT_THAT(refusal("2 throw 0 0 0 0 0 0 -1 1\n"), HasSubstr("radius and a mass above 0"));
    EXPECT_THAT(refusal("2 throw 0 0 0 0 0 0 1 1 5 1 0 0 0\n"), HasSubstr("@:25: shape 5"));
    EXPECT_THAT(refusal("2 with 0 0 0 0 0 0 1 1\n"), HasSubstr("@:3: 'with' is expected behind 'throw'"));
    EXPECT_THAT(refusal("2 physics restitution=7\n"), HasSubstr("@:11: restitution=7: out of range"));
    EXPECT_THAT(refusal("2 physics substeps=3\n"), HasSubstr("@:11: substeps=3: cannot change during a run"));
    EXPECT_THAT(refusal("2 physics restitutio=0.7\n"), HasSubstr("did you mean 'restitution'"));
    EXPECT_THAT(refusal("2 physics gravity_m_s2=0,1\n"), HasSubstr("x,y,z is expected"));

    // The third row, whose step is before that of the second; a thrown body can be pulled.
    const std::string order = refusal("2 throw 0 0 0 0 0 0 1 1\n9 pull 3 20 9 0 0 0 0 0 0\n  8 release\n");
    EXPECT_THAT(order, HasSubstr(":3: step 8 stands behind step 9; events are expected in order"));
}

TEST(RunFile, blanks_and_empty_rows_mean_nothing) {
    const TempDir folder;
    app::RunFile run = small_run();
    sim::Random random(7);
    sim::Physics physics = run.scene.physics;
    for (uint64_t step = 1; step <= 60; ++step) run.events.push_back(any_event(step, random, physics));
    app::write_run(folder / "run.toml", run);
    const std::string text = read_whole(folder / "run.toml");
    std::string spaced;
    bool rows = false;
    for (size_t at = 0, end; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        const bool begins = line.find("'''") != line.npos;
        if (rows && !begins) {
            for (size_t blank = line.find(' '); blank != line.npos; blank = line.find(' ', blank + 3))
                line.replace(blank, 1, " \t ");
            line = "\n \t\n  " + line + " \t\r";
        }
        if (begins) rows = !rows;
        spaced += line + '\n';
    }
    const app::RunFile read = app::read_run(folder.write("spaced.toml", spaced));
    ASSERT_EQ(read.events.size(), run.events.size());
    for (size_t k = 0; k < run.events.size(); ++k)
        EXPECT_TRUE(same_event(read.events[k], run.events[k])) << k;
    EXPECT_EQ(read.hashes.size(), run.hashes.size());
}

TEST(RunFile, a_file_that_is_cut_off_newer_or_no_run_is_refused) {
    EXPECT_THAT(refusal("", "version = 1", "version = 2"),
                HasSubstr("3:11: version 2 of run files is newer"));
    EXPECT_THAT(refusal("", "version = 1", "version = 1e300"), HasSubstr("version must be a whole number"));
    EXPECT_THAT(refusal("", "steps = 100\n", ""), HasSubstr("[run] steps is missing"));
    EXPECT_THAT(refusal("", "bodies = 3", "bodies = 3\nbodeis = 3"), HasSubstr("did you mean 'bodies'"));
    EXPECT_THAT(refusal("", "\n[hashes]", ""), HasSubstr("[hashes] rows is missing"));
    EXPECT_THAT(refusal("", "100 0xfedcba9876543210\n", ""), HasSubstr("is the file complete?"));
    EXPECT_THAT(refusal("", "100 0xfedcba9876543210", "100 0xfedcba987654321"),
                HasSubstr("16 hexadecimal digits"));
    EXPECT_THAT(refusal("", "100 0xfedcba9876543210", "100 0xfedcba9876543210 0"),
                HasSubstr(":24: the row should end before '0'"));
    EXPECT_THAT(refusal("", "[scene]", "[scenes]"), HasSubstr("unknown table 'scenes'"));

    // Wherever it is cut off.
    const TempDir folder;
    app::RunFile run = small_run();
    run.events = {{1, sim::Hand{}}};
    app::write_run(folder / "run.toml", run);
    const std::string text = read_whole(folder / "run.toml");
    for (size_t size = 0; size + 1 < text.size(); size += 7) {
        const std::string path = folder.write("cut.toml", text.substr(0, size));
        EXPECT_THROW(app::read_run(path), app::BadFile) << "after " << size << " bytes";
    }
}

TEST(RunFile, a_mesh_that_is_not_the_recorded_one_is_refused) {
    const TempDir folder;
    for (const std::string name : {"own.obj", "caf\xe9.obj"}) {  // also one that is not UTF-8
        std::filesystem::copy(source_tree::kRoot / "assets/meshes/slab.obj", folder / name);
        app::RunFile run = small_run("chairs");
        run.scene.meshes[0].file = folder / name;
        app::write_run(folder / "run.toml", run);
        EXPECT_EQ(app::read_run(folder / "run.toml").scene.meshes[0].file, folder / name);
        std::ofstream(folder / name, std::ios::app) << "\n";
        EXPECT_THAT(message_of<app::BadFile>([&] { app::read_run(folder / "run.toml"); }),
                    HasSubstr(name + " is not the file of this run"));
    }
}

TEST(RunFile, a_recorded_run_gives_the_same_states_on_every_engine_and_broad_phase) {
    const TempDir folder;
    app::Options options;
    options.scene = "mixed";
    options.bodies = 60;
    options.sort = "std-sort";
    const sim::WorldConfig config = app::resolve_world(options);
    app::LoneWorld holder(config);
    sim::Playback playback(holder, {});
    playback.save_each(16);
    playback.advance(50);
    playback.act(sim::Hand{.kind = sim::Hand::pulls, .id = 7, .rate_1_s = 20, .most_m_s2 = 400});
    playback.advance(20);
    playback.act(sim::Throw{{{0, 9, 0}, {0, -3, 0}, 0.5f, 80}, {{2, 9, 0}, {0, -3, 0}, 0.5f, 80}});
    playback.advance(50);
    playback.act(sim::Hand{.kind = sim::Hand::pushes, .rate_1_s = 30, .most_m_s2 = 500, .radius_m = 3});
    playback.advance(40);
    sim::Physics tilted = playback.physics();
    tilted.gravity_m_s2 = {5, -8, 0};
    playback.act(tilted);
    playback.advance(40);
    EXPECT_EQ(playback.step() % 16, 8u) << "no state is saved at the end";
    app::write_run(folder / "run.toml", app::record_run(holder.world().config(), playback, holder.world()));

    const app::RunFile run = app::read_run(folder / "run.toml");
    EXPECT_EQ(run.bodies, 60u);
    EXPECT_EQ(run.steps, 200u);
    EXPECT_EQ(run.recorded.program, SWEEPLAB_VERSION);
    EXPECT_EQ(run.recorded.backend, sort::name_of(config.backend));
    EXPECT_EQ(run.recorded.engine, "std-sort");
    EXPECT_EQ(run.recorded.broad_phase, config.broad_phase);
    EXPECT_EQ(run.recorded.date.size(), std::string("2026-11-24T00:00:00Z").size()) << run.recorded.date;
    EXPECT_GT(run.hashes.size(), 8u);
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cpu) continue;
        app::Options other;
        other.sort = engine.name;
        EXPECT_NO_THROW(EXPECT_EQ(replays::replay(run, other), run.hashes.size())) << engine.name;
    }
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) {
        app::Options other;
        other.backend = "cpu";
        other.broad_phase = entry.name;
        EXPECT_NO_THROW(EXPECT_EQ(replays::replay(run, other), run.hashes.size())) << entry.name;
    }
}

TEST(RunFile, the_first_state_that_differs_is_named) {
    app::RunFile run = app::read_run(source_tree::kRoot / "assets/runs/pull.toml");
    app::Options options;
    options.backend = "cpu";
    const app::HashAt good = run.hashes[2];
    run.hashes[3].hash ^= 1;
    const std::string message = message_of<app::CheckFailed>([&] { replays::replay(run, options); });
    EXPECT_THAT(message, HasSubstr("after step " + std::to_string(run.hashes[3].step) + " differs"));
    EXPECT_THAT(message, HasSubstr("that is equal is that of step " + std::to_string(good.step)));
}

TEST(RunFile, the_runs_in_assets_give_the_recorded_states) {
    app::Options options;
    options.backend = "cpu";
    replays::expect_recorded_states(options);
}

TEST(RunFile, recorded_states_are_spread_over_the_run) {
    EXPECT_EQ(app::spread_over(0, 5), std::vector<size_t>{});
    EXPECT_EQ(app::spread_over(1, 5), std::vector<size_t>{0});
    EXPECT_EQ(app::spread_over(3, 5), (std::vector<size_t>{0, 1, 2}));
    EXPECT_EQ(app::spread_over(9, 3), (std::vector<size_t>{0, 4, 8}));
}

TEST(CameraPath, goes_smoothly_through_its_keyframes) {
    const std::vector<app::CameraKey> keys = {
        {0, {.target_m = {0, 0, 0}, .distance_m = 10, .yaw_deg = 0, .pitch_deg = 10}},
        {100, {.target_m = {1, 0, 0}, .distance_m = 20, .yaw_deg = 90, .pitch_deg = 20}},
        {400, {.target_m = {1, 5, 0}, .distance_m = 5, .yaw_deg = 400, .pitch_deg = 80}}};
    for (const app::CameraKey& key : keys) {
        const sim::CameraStart at = app::camera_at(keys, double(key.step));
        EXPECT_NEAR(at.yaw_deg, key.at.yaw_deg, 1e-3f);
        EXPECT_NEAR(at.distance_m, key.at.distance_m, 1e-3f);
        EXPECT_NEAR(at.target_m.y, key.at.target_m.y, 1e-5f);
    }
    EXPECT_EQ(app::camera_at(keys, 1000).yaw_deg, 400);
    // Where two curves meet both are as fast, to a part of their bend.
    const auto yaw = [&](double step) { return double(app::camera_at(keys, step).yaw_deg); };
    EXPECT_NEAR(yaw(100) - yaw(99), yaw(101) - yaw(100), 0.02);
}

TEST(CameraPath, keyframes_stay_in_order_and_turn_the_short_way) {
    std::vector<app::CameraKey> keys;
    const auto key = [](uint64_t step, float yaw_deg) {
        return app::CameraKey{step, {.distance_m = 3, .yaw_deg = yaw_deg}};
    };
    app::toggle_camera_key(keys, key(9, 350));
    app::toggle_camera_key(keys, key(4, 10));
    app::toggle_camera_key(keys, key(12, 340));
    ASSERT_EQ(keys.size(), 3u);
    EXPECT_EQ(keys[0].step, 4u);
    EXPECT_EQ(keys[1].at.yaw_deg, -10);
    EXPECT_EQ(keys[2].at.yaw_deg, -20);
    app::toggle_camera_key(keys, key(9, 0));  // another one there
    ASSERT_EQ(keys.size(), 3u);
    EXPECT_EQ(keys[1].at.yaw_deg, 0);
    app::toggle_camera_key(keys, key(9, 360));
    EXPECT_EQ(keys.size(), 2u);
}

TEST(RunFile, a_million_events_are_replayed) {
    app::RunFile run = small_run("pile", 1000);
    for (uint64_t step = 1; step <= 1000; ++step) {
        for (int k = 0; k < 1000; ++k) {
            sim::Hand hand{.kind = sim::Hand::pulls, .id = 1, .rate_1_s = 20, .most_m_s2 = 400};
            hand.target_m = {0, 1 + float(k) / 1000, float(step) / 1000};
            run.events.push_back({step, hand});
        }
    }
    app::Options options;
    options.bodies = run.bodies;
    options.quiet = true;
    app::LoneWorld holder(app::resolve_world_of(options, run.scene));
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = 0});
    playback.load(run.events, run.steps);
    playback.advance(1000);
    run.hashes = {{1000, sim::state_hash(holder.world().snapshot())}};

    const TempDir folder;
    const std::string path = folder / "r.toml";
    app::write_run(path, run);
    const app::RunFile read = app::read_run(path);
    EXPECT_EQ(read.events.size(), 1'000'000u);
    EXPECT_EQ(replays::replay(read, options), 1u);
}

}  // namespace
