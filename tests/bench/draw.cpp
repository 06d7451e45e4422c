// What drawing costs: a gas of many lit spheres at 1920x1080, offscreen, simulated or still. Prints the
// median and p90 of the hand-over and of the draw as the renderer measures them, with interop and with the
// copy. Usage: bench_draw [bodies] [backend]
#include <glad/gl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "app/io/scene_toml.h"

namespace {

constexpr int kFrames = 300, kWarmup = 30;

void print(const char* name, std::vector<double> ms) {
    std::sort(ms.begin(), ms.end());
    std::printf("  %-10s p50 %.3f ms   p90 %.3f ms   max %.3f ms\n", name, ms[ms.size() / 2],
                ms[ms.size() * 9 / 10], ms.back());
}

}  // namespace

int main(int argc, char** argv) {
    const uint32_t bodies = argc > 1 ? uint32_t(std::strtoul(argv[1], nullptr, 10)) : 131072;
    const std::string backend = argc > 2 ? argv[2] : "cuda";
    const std::string shaders_dir = argc > 3 ? argv[3] : "";
    const auto context = app::open_offscreen(1920, 1080, backend == "cuda" ? 0 : -1);
    std::printf("%s, %s\n", context->info().renderer.c_str(), context->info().version.c_str());
    sim::WorldConfig config;
    config.scene = app::load_scene("gas");
    config.bodies = bodies;
    config.backend = backend == "cuda" ? sim::Backend::cuda : sim::Backend::cpu;
    config.engine = sim::default_engine(config.backend);
    config.broad_phase = "sweep";
    const auto world = sim::World::create(config);
    app::DrawSettings settings;
    settings.width = 1920;
    settings.height = 1080;
    const app::Camera camera = app::Camera::from(config.scene.camera, world->container());
    const std::vector<std::string> ways =
        backend == "cuda" ? std::vector<std::string>{"on", "off"} : std::vector<std::string>{"off"};
    for (const std::string& interop : ways) {
        const auto renderer = app::SceneRenderer::create(interop, shaders_dir);
        for (const int steps_a_frame : {0, 1}) {
            std::vector<double> handover, draw;
            for (int frame = 0; frame < kFrames; ++frame) {
                world->step(uint32_t(steps_a_frame));
                renderer->draw(*world, camera, settings, context->framebuffer());
                context->swap();
                if (frame < kWarmup) continue;
                handover.push_back(renderer->status().handover_ms);
                draw.push_back(renderer->status().draw_ms);
            }
            std::printf("%u spheres at 1920x1080, interop %s, %d steps a frame\n", bodies, interop.c_str(),
                        steps_a_frame);
            print("hand-over", handover);
            print("draw", draw);
        }
    }
    return 0;
}
