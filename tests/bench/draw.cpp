// What drawing costs at 1920x1080, offscreen, from a world that rests: the median of whole frames by the wall
// clock (hand-over, kernels, GL, until glFinish), and of the passes that the renderer times; with the crowd
// found by the backend and by GL alone, with interop and with the copy, all of the scene in view and from
// inside. Usage: bench_draw [cuda|cpu] [--scene NAME] [--steps N] [--pictures FOLDER] [--size WxH]
// [--frames N] [--compute off] [bodies ...]
#include <glad/gl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "app/base/median.h"
#include "app/base/wall_clock.h"
#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "app/io/scene_shapes.h"
#include "app/io/scene_toml.h"

namespace {

struct Plan {
    sim::Backend backend = sim::Backend::cuda;
    std::string pictures, scene = "gas";
    int width = 1920, height = 1080, frames = 100, steps = 0;
    bool compute = true;  // for passes over all pixels; else fragments
    std::vector<uint32_t> bodies;
};

Plan read_plan(int argc, char** argv) {
    Plan plan;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i], next = i + 1 < argc ? argv[i + 1] : "";
        if (word == "cuda" || word == "cpu") {
            plan.backend = word == "cpu" ? sim::Backend::cpu : sim::Backend::cuda;
        } else if (word == "--pictures") {
            plan.pictures = next;
        } else if (word == "--scene") {
            plan.scene = next;
        } else if (word == "--size") {
            std::sscanf(next.c_str(), "%dx%d", &plan.width, &plan.height);
        } else if (word == "--frames") {
            plan.frames = std::max(std::atoi(next.c_str()), 1);
        } else if (word == "--compute") {
            plan.compute = next != "off";
        } else if (word == "--steps") {  // before the first frame, so that bodies lie in sorted order
            plan.steps = std::atoi(next.c_str());
        } else {
            plan.bodies.push_back(uint32_t(std::strtod(word.c_str(), nullptr)));
        }
        if (word.starts_with("--")) ++i;
    }
    if (plan.bodies.empty()) plan.bodies = {128'000, 1'000'000, 10'000'000};
    return plan;
}

struct Case {
    std::string interop, view;
    app::DrawLimits limits;
    app::Camera camera;
    app::DrawSettings settings;
};

void measure(const Plan& plan, sim::World& world, app::Context& context, const Case& what) {
    const auto renderer = app::SceneRenderer::create(what.interop, "", what.limits);
    std::vector<double> frame, upload, draw;
    std::map<std::string, std::vector<double>> passes_us;
    for (int k = -plan.frames / 10 - 2; k < plan.frames; ++k) {
        const double start = app::now_s();
        renderer->draw(world, what.camera, what.settings, context.framebuffer());
        glFinish();
        const double ms = (app::now_s() - start) * 1000;
        if (k < 0) continue;
        frame.push_back(ms);
        upload.push_back(renderer->status().upload_ms);
        draw.push_back(renderer->drawn().duration_us / 1000);
        for (const sim::StageTime& pass : renderer->drawn().passes)
            passes_us[pass.name].push_back(pass.duration_us);
    }
    const bool crowd = what.limits.raster_from != UINT32_MAX;
    const uint32_t bodies = world.bodies().count;
    std::printf("%9u  %-7s  interop %-3s  %-7s  frame %8.3f ms   hand-over %8.3f   GL %8.3f\n", bodies,
                what.view.c_str(), what.interop.c_str(), crowd ? "crowd" : "GL", app::median(frame),
                app::median(upload), app::median(draw));
    std::printf("          us:");
    for (const auto& [name, us] : passes_us) std::printf(" %s %.0f,", name.c_str(), app::median(us));
    std::printf("\n          MB:");
    const app::MemoryList memory = renderer->memory();
    for (const app::MemoryItem& item : memory.items())
        std::printf(" %s %.2f,", item.name.c_str(), double(item.bytes) / 1e6);
    std::printf(" of the picture %.1f, of the scene %.1f\n", double(memory.bytes(false)) / 1e6,
                double(memory.bytes(true)) / 1e6);
    std::fflush(stdout);
    if (plan.pictures.empty()) return;
    app::write_png(plan.pictures + "/draw_" + plan.scene + "_" + std::to_string(bodies) + "_" + what.view +
                       "_" + what.interop + (crowd ? "_crowd" : "_gl") + ".png",
                   app::read_framebuffer(context.framebuffer(), plan.width, plan.height));
}

void measure_count(const Plan& plan, uint32_t bodies, app::Context& context) {
    sim::WorldConfig config;
    config.scene = app::load_scene(plan.scene);
    app::load_shapes(config.scene, 0, true);
    config.bodies = bodies;
    config.backend = plan.backend;
    config.engine = sim::default_engine(config.backend);
    config.broad_phase = sim::default_broad_phase(config.backend);
    const double start = app::now_s();
    const auto world = sim::World::create(config);
    std::printf("%9u  made in %.2f s\n", bodies, app::now_s() - start);
    world->step(uint32_t(plan.steps));
    world->finish();

    Case what;
    what.settings.width = plan.width;
    what.settings.height = plan.height;
    what.settings.time_passes = true;
    if (!plan.compute) {
        what.limits.look = app::Look::of(app::Quality::high);
        what.limits.look->compute = false;
    }
    const app::Camera all =
        app::Camera::from(config.scene.camera, world->container(), float(plan.width) / float(plan.height));
    app::Camera inside = all;
    inside.distance *= 0.2f;
    const bool cuda = plan.backend == sim::Backend::cuda;
    const bool meshes = !config.scene.shapes.empty();  // GL draws them in any case
    for (const bool crowd : {true, false}) {
        if (crowd && meshes) continue;
        what.limits.raster_from = crowd ? 0 : UINT32_MAX;
        for (const char* interop : {"on", "off"}) {
            if (!cuda && interop == std::string("on")) continue;
            what.interop = interop;
            for (const bool near : {false, true}) {
                what.view = near ? "inside" : "all";
                what.camera = near ? inside : all;
                measure(plan, *world, context, what);
            }
        }
    }
    what.limits.raster_from = meshes ? UINT32_MAX : 0;
    what.interop = cuda ? "on" : "off";
    what.view = "boxes";
    what.settings.boxes = true;
    what.settings.selected = bodies / 2;
    measure(plan, *world, context, what);
}

}  // namespace

int main(int argc, char** argv) {
    const Plan plan = read_plan(argc, argv);
    const auto context =
        app::open_offscreen(plan.width, plan.height, plan.backend == sim::Backend::cuda ? 0 : -1);
    std::printf("%s, %s, %dx%d, median of %d frames\n", context->info().renderer.c_str(),
                context->info().version.c_str(), plan.width, plan.height, plan.frames);
    for (const uint32_t bodies : plan.bodies) measure_count(plan, bodies, *context);
    return 0;
}
