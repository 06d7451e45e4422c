// Makes the runs in assets/runs: what a hand would do in the window, as a script. Their hashes stay until the physics
// change. bench_make_runs FOLDER
#include <cmath>
#include <cstdio>
#include <functional>

#include "app/cli/resolve.h"
#include "app/run/lone_world.h"
#include "app/run/record_run.h"

namespace {

constexpr uint64_t kHandEvery = 25;  // steps: as a window of few frames per second

/// A world that a script acts on.
struct Scripted {
    explicit Scripted(const app::Options& options)
        : holder(app::resolve_world(options)), playback(holder, {}) {
        playback.save_each(64);
    }
    sim::Body body(uint32_t id) { return holder.world().snapshot().bodies[id]; }
    /// A hand that is moved; `at` is given 0 to 1.
    void move(sim::Hand hand, uint64_t steps, const std::function<sim::Vec3(float)>& at,
              uint32_t every = kHandEvery) {
        for (uint64_t done = 0; done < steps; done += every) {
            const sim::Vec3 before = hand.target_m;
            hand.target_m = at(float(done) / float(steps));
            const float dt_s = float(every) * playback.physics().time_step_s;
            if (hand.kind == sim::Hand::pushes && done > 0)
                hand.velocity_m_s = (hand.target_m - before) * (1 / dt_s);
            playback.act(hand);
            playback.advance(every);
        }
    }
    void release() { playback.act(sim::Hand{}); }
    void write(const std::string& path, std::vector<app::CameraKey> camera) {
        app::RunFile run = app::record_run(holder.world().config(), playback, holder.world());
        run.camera = std::move(camera);
        app::write_run(path, run);
        std::printf("%s: %zu events, %zu hashes, %llu steps\n", path.c_str(), run.events.size(),
                    run.hashes.size(), static_cast<unsigned long long>(run.steps));
    }

    app::LoneWorld holder;
    sim::Playback playback;
};

app::CameraKey key_of(uint64_t step, const sim::Vec3& target, float distance, float yaw, float pitch) {
    return {step, {.target_m = target, .distance_m = distance, .yaw_deg = yaw, .pitch_deg = pitch}};
}

app::Options options_of(const char* scene, uint64_t bodies) {
    app::Options options;
    options.scene = scene;
    options.bodies = bodies;
    options.backend = "cpu";
    options.quiet = true;
    return options;
}

/// A sphere is pulled out of the dam and swung, then three are thrown at it.
void pull(const std::string& folder) {
    Scripted run(options_of("pile", 200));
    run.playback.advance(500);
    uint32_t top = 0;
    for (uint32_t id = 0; id < 200; ++id) {
        if (run.body(id).position_m.y > run.body(top).position_m.y) top = id;
    }
    const sim::Vec3 from = run.body(top).position_m;
    const sim::Hand hand{.kind = sim::Hand::pulls, .id = top, .rate_1_s = 25, .most_m_s2 = 800};
    run.move(hand, 1500, [&](float t) {
        const float turn = 6.2831853f * t;
        return from + sim::Vec3{15 * std::sin(turn), 12 * t, 10 * (1 - std::cos(turn))};
    });
    run.release();
    run.playback.advance(100);
    sim::Throw thrown;
    for (const float side : {-6.0f, 0.0f, 6.0f})
        thrown.push_back(
            {from + sim::Vec3{30, 4, side}, {-45, 0, 0}, run.body(top).radius_m, 4 * run.body(top).mass_kg});
    run.playback.act(thrown);
    run.playback.advance(1400);
    const sim::Vec3 middle = from - sim::Vec3{0, 8, 0};
    run.write(folder + "/pull.toml", {key_of(0, middle, 90, 20, 20), key_of(1200, middle, 75, 55, 12),
                                      key_of(3500, middle, 95, 90, 25)});
}

/// The bin of mixed sizes is turned around, as if on its side.
void tilt(const std::string& folder) {
    Scripted run(options_of("mixed", 250));
    run.playback.advance(1500);
    for (int k = 0; k <= 24; ++k) {
        sim::Physics physics = run.playback.physics();
        const float angle = 1.2f * std::sin(6.2831853f * float(k) / 24);
        physics.gravity_m_s2 = {9.81f * std::sin(angle), -9.81f * std::cos(angle), 0};
        if (k == 12) physics.restitution = 0.6f;
        run.playback.act(physics);
        run.playback.advance(100);
    }
    run.playback.advance(500);
    const sim::Container box = run.holder.world().container();
    const sim::Vec3 low = {(box.min_m.x + box.max_m.x) / 2, 0.7f * box.min_m.y + 0.3f * box.max_m.y,
                           (box.min_m.z + box.max_m.z) / 2};
    const float size = length(box.max_m - box.min_m);
    run.write(folder + "/tilt.toml",
              {key_of(0, low, 1.2f * size, 10, 20), key_of(4500, low, 1.2f * size, 60, 12)});
}

/// A chair is drawn through the others, and a sphere pushes them aside.
void hands(const std::string& folder) {
    Scripted run(options_of("chairs", 10));
    run.playback.advance(12);
    const sim::Vec3 from = run.body(0).position_m, to = run.body(9).position_m;
    const sim::Hand hand{
        .kind = sim::Hand::pulls, .id = 0, .rate_1_s = 20, .most_m_s2 = 400, .grip_m = {0, 0.3f, 0}};
    run.move(
        hand, 180, [&](float t) { return from + (to - from) * (1.4f * t); }, 2);
    run.release();
    run.playback.advance(6);
    const sim::Container box = run.holder.world().container();
    const float low_m = box.min_m.y + 0.5f, middle_z_m = (box.min_m.z + box.max_m.z) / 2;
    const sim::Vec3 left = {box.min_m.x, low_m, middle_z_m}, right = {box.max_m.x, low_m, middle_z_m};
    const sim::Hand sphere{.kind = sim::Hand::pushes, .rate_1_s = 20, .most_m_s2 = 300, .radius_m = 0.5f};
    run.move(
        sphere, 240, [&](float t) { return left + (right - left) * t; }, 2);
    run.release();
    run.playback.advance(42);
    const sim::Vec3 middle = (from + to) * 0.5f, floor = (left + right) * 0.5f;
    run.write(folder + "/hands.toml", {key_of(0, middle, 7, 30, 10), key_of(120, middle, 6, 60, 12),
                                       key_of(220, floor, 6, 80, 20), key_of(480, floor, 5, 110, 20)});
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) return std::fprintf(stderr, "usage: bench_make_runs FOLDER\n"), 2;
    pull(words[1]);
    tilt(words[1]);
    hands(words[1]);
    return 0;
}
