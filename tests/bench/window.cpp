// What a frame of the window costs, offscreen: input, panels, drawing and, unless the world is paused, its steps; by
// the wall clock until glFinish. Prints the median and the 90th percentile.
// Usage: bench_window [cuda|cpu] [--scene NAME] [--size WxH] [--frames N] [--quality NAME] [--steps N]
//                     [--lesson ENGINE [-n KEYS]] [--live] [--record] [--data DIR] [bodies ...]
// Without --live the world rests after so many steps while the camera turns about it. --record: at 60 frames per
// second, as on a screen, into a video in this folder, and what became of it.
#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "app/base/wall_clock.h"
#include "app/gl/capture.h"
#include "app/view/frame.h"
#include "app/view/session/session.h"
#include "app/view/session/view_options.h"
#include "app/view/session/world_making.h"

namespace {

constexpr float kTurn_deg = 0.1f;       // per frame
constexpr double kScreen_s = 1.0 / 60;  // a frame of --record

struct Plan {
    app::ViewOptions options;
    std::vector<uint64_t> bodies;
    std::string lesson, pictures;
    int frames = 200;
    uint32_t keys = 256, steps = 0;
    bool live = false, record = false;
};

Plan read_plan(int argc, char** argv) {
    Plan plan;
    plan.options.quality = app::kQualityNames[size_t(app::Quality::high)];
    plan.options.width = 1920;
    plan.options.height = 1080;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto next = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
        if (word == "cuda" || word == "cpu") {
            plan.options.backend = word;
        } else if (word == "--scene") {
            plan.options.scene = next();
        } else if (word == "--data") {
            plan.options.data = next();
        } else if (word == "--size") {
            std::sscanf(next().c_str(), "%dx%d", &plan.options.width, &plan.options.height);
        } else if (word == "--frames") {
            plan.frames = std::max(std::atoi(next().c_str()), 1);
        } else if (word == "--quality") {
            plan.options.quality = next();
        } else if (word == "--steps") {
            plan.steps = uint32_t(std::atoi(next().c_str()));
        } else if (word == "--lesson") {
            plan.lesson = next();
        } else if (word == "--pictures") {
            plan.pictures = next();
        } else if (word == "-n") {
            plan.keys = uint32_t(std::atoi(next().c_str()));
        } else if (word == "--live") {
            plan.live = true;
        } else if (word == "--record") {
            plan.record = true;
        } else {
            plan.bodies.push_back(uint64_t(std::strtod(word.c_str(), nullptr)));
        }
    }
    if (plan.bodies.empty()) plan.bodies = {10'000};
    return plan;
}

void measure(Plan plan, uint64_t bodies) {
    app::ViewOptions& options = plan.options;
    options.bodies = bodies;
    app::choose_data(options);
    const sim::WorldConfig config = app::resolve_scene_or_data(options);
    const auto context = app::open_offscreen(options.width, options.height,
                                             config.backend == sim::Backend::cuda ? config.device : -1);
    app::Ui ui;
    app::UiState state;
    app::Session session(options, config);
    if (plan.steps) session.simulation.step_exactly(plan.steps);
    session.simulation.world().finish();
    session.simulation.paused = !plan.live;
    const auto scene = app::SceneRenderer::create(options.interop, options.shaders_dir,
                                                  {.quality = session.view.draw.quality, .live = true});
    app::Frame frame(*context, session, scene.get(), &ui, state);
    if (!plan.lesson.empty()) {
        app::LessonStart start{{plan.lesson}, "", {}};
        start.count = plan.keys;
        start.backend = options.backend;
        frame.lesson().prepare(start);
        state.lesson = true;
    }
    std::vector<double> ms;
    state.record_video = plan.record;
    double next_s = app::now_s();
    for (int k = -20; k < plan.frames; ++k) {
        next_s = std::max(next_s + (plan.record ? kScreen_s : 0), app::now_s());
        std::this_thread::sleep_for(std::chrono::duration<double>(next_s - app::now_s()));
        const double start = app::now_s();
        if (!plan.live) session.view.camera.yaw_deg += kTurn_deg;
        if (state.lesson && k == 0) {
            app::LessonClock& clock = frame.lesson().data().state.clock;
            clock.play(true);
        }
        frame.run();
        glFinish();
        if (k >= 0) ms.push_back((app::now_s() - start) * 1000);
    }
    std::vector<double> sorted = ms;
    std::sort(sorted.begin(), sorted.end());
    std::printf("%-10s %9llu  %s  %-12s  median %7.3f ms  p90 %7.3f ms\n", config.scene.name.c_str(),
                static_cast<unsigned long long>(bodies), plan.live ? "live  " : "paused",
                plan.lesson.empty() ? "panels" : plan.lesson.c_str(), sorted[sorted.size() / 2],
                sorted[sorted.size() * 9 / 10]);
    std::printf("    samples:");
    for (size_t k = 0; k < ms.size(); k += std::max<size_t>(ms.size() / 40, 1)) std::printf(" %.2f", ms[k]);
    std::printf("\n");
    if (plan.record) {
        std::printf("    %s\n", state.recording_tip.c_str());
        for (state.record_video = false; !state.recording.empty();) frame.run();
        std::printf("    %s\n", session.messages.newest().c_str());
    }
    std::fflush(stdout);
    if (plan.pictures.empty()) return;
    app::write_png(plan.pictures + "/window_" + config.scene.name + "_" + std::to_string(bodies) +
                       (plan.lesson.empty() ? "" : "_" + plan.lesson) + ".png",
                   frame.picture());
}

}  // namespace

int main(int argc, char** argv) {
    const Plan plan = read_plan(argc, argv);
    for (const uint64_t bodies : plan.bodies) measure(plan, bodies);
    return 0;
}
