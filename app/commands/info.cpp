// `sweeplab info`: what a bug report needs. Works everywhere: what is not there is said, never an error.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "app/ask/command.h"
#include "app/ask/option_flags.h"
#include "app/ask/resolve.h"
#include "app/base/machine.h"
#include "app/base/names.h"
#include "app/base/numbers.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "build_info.h"

namespace app {
namespace {

constexpr int kPicture = 64;  // pixels on a side

void print(const char* name, const std::string& text) {
    std::cout << name << std::string(14 - std::char_traits<char>::length(name), ' ')
              << (text.empty() ? "unknown" : text) << '\n';
}

void print_build() {
    const std::string commit = SWEEPLAB_COMMIT, cuda = SWEEPLAB_CUDA_COMPILER;
    print("sweeplab",
          SWEEPLAB_VERSION + (commit.empty() ? "" : ", commit " + commit) + ", " SWEEPLAB_BUILD_TYPE);
    print("compiler", std::string(SWEEPLAB_COMPILER) + (cuda.empty() ? ", no CUDA" : ", nvcc " + cuda));
}

void print_machine() {
    const MachineFacts machine = machine_facts();
    print("system", machine.os + ", Linux " + machine.kernel);
    print("cpu", machine.cpu + ", " + counted(uint64_t(machine.cores), "core"));
    print("memory", human_bytes(static_cast<double>(machine.memory_bytes)) + ", " +
                        human_bytes(static_cast<double>(available_memory_bytes())) + " available");
}

void print_cuda() {
    const CudaFacts cuda = cuda_facts();
    print("cuda", cuda.reason.empty() ? "available" : cuda.reason);
    if (!cuda.runtime.empty()) {
        print("", "runtime " + cuda.runtime + ", driver knows " +
                      (cuda.driver_api.empty() ? "none" : cuda.driver_api) +
                      (cuda.driver.empty() ? "" : ", driver " + cuda.driver));
    }
    for (const DeviceFacts& device : cuda.devices) {
        char name[32];
        std::snprintf(name, sizeof name, "device %d", device.ordinal);
        print(name, device.name + ", compute capability " + device.compute_capability + ", " +
                        std::to_string(device.multiprocessors) + " multiprocessors, " +
                        human_bytes(static_cast<double>(device.memory_bytes)) + ", " +
                        human_bytes(static_cast<double>(device.free_bytes)) + " free");
    }
}

// As worlds of many bodies have it: measured on one.
std::string world_memory(const Options& options, sim::Backend backend) {
    Options small = options;
    small.backend = sort::name_of(backend);
    small.bodies = 1 << 16;
    const auto world = sim::World::create(resolve_world(small));
    const double bytes = static_cast<double>(world->bytes()) / static_cast<double>(*small.bodies);
    char text[160];
    std::snprintf(
        text, sizeof text, "%.0f bytes a body (%s, %s), %.0f of them room for pairs", bytes,
        world->config().broad_phase.c_str(), world->config().engine.c_str(),
        static_cast<double>(world->pairs().capacity * sim::kPairBytes) / static_cast<double>(*small.bodies));
    return text;
}

void print_world_memory(const Options& options) {
    for (const sim::Backend backend : {sim::Backend::cpu, sim::Backend::cuda}) {
        const std::string name = std::string(sort::name_of(backend)) + ": ";
        try {
            if (backend == sim::Backend::cuda && !sim::cuda_available(nullptr, options.device)) continue;
            print("a world takes", name + world_memory(options, backend));
        } catch (const std::exception& error) {  // a device that is full or broken
            print("a world takes", name + "none can be made: " + error.what());
        }
    }
}

// Only a drawn world shows which way its pictures go.
void print_interop(const Options& options, const Context& context) {
    Options small = options;
    small.bodies = 1;
    const auto world = sim::World::create(resolve_world(small));
    const auto renderer = SceneRenderer::create("auto", "");
    DrawSettings settings;
    settings.width = settings.height = kPicture;
    renderer->draw(*world, Camera::from(world->config().scene.camera, world->container()), settings,
                   context.framebuffer());
    const InteropStatus& status = renderer->status();
    print("interop",
          status.interop ? "yes: CUDA writes into the buffers of OpenGL" : "no, one copy: " + status.reason);
}

void print_graphics(const Options& options) {
    for (const std::string& line : describe_egl_devices()) print("egl", line);
    try {
        const bool cuda = sim::cuda_available(nullptr, options.device);
        const auto context = open_offscreen(kPicture, kPicture, cuda ? options.device : -1);
        const ContextInfo& info = context->info();
        print("opengl", info.version + ", " + info.renderer + ", " + info.vendor + " (" + info.how + ")");
        print_interop(options, *context);
    } catch (const std::exception& error) {
        print("opengl", std::string("not here: ") + error.what());
    }
    const char* display = std::getenv("DISPLAY");
    const char* wayland = std::getenv("WAYLAND_DISPLAY");
    print("display", display   ? std::string("DISPLAY=") + display
                     : wayland ? std::string("WAYLAND_DISPLAY=") + wayland
                               : "none");
}

int run(const Options& options) {
    print_build();
    print_machine();
    print_cuda();
    print_world_memory(options);
    print_graphics(options);
    return 0;
}

const bool registered = add_command<Options>(
    {"info", 160, "Lists devices, driver, GL renderer and versions: what a bug report needs.",
     "  sweeplab info\n"},
    device_flag, run);

}  // namespace
}  // namespace app
