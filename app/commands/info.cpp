// `sweeplab info`: what a bug report needs. Works everywhere: what is not available is reported, never an
// error.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "app/io/json_output.h"
#include "app/measure/report_facts.h"
#include "build_info.h"
#include "sim/math/fma_cpu.h"
#include "sort/base/limits.h"

namespace app {
namespace {

constexpr int kPicture = 64;              // pixels on a side
constexpr uint64_t kNamedBytes = 100000;  // of what drawing takes: less is not named

/// Results, printed as soon as they are known, since the next test may end the program, and kept for --json.
class Findings {
public:
    explicit Findings(bool prints) : prints_(prints) {}

    void print(const char* name, const std::string& text) {
        if (*name) name_ = name;  // a line without a name goes on with the one before
        json_[name_].push_back(text);
        if (!prints_) return;
        std::cout << name << std::string(14 - std::char_traits<char>::length(name), ' ')
                  << (text.empty() ? "unknown" : text) << '\n'
                  << std::flush;
    }
    const nlohmann::ordered_json& json() const { return json_; }

private:
    bool prints_;
    std::string name_;
    nlohmann::ordered_json json_ = nlohmann::ordered_json::object();  // a list of texts by name
};

void print_build(Findings& to) {
    const std::string commit = SWEEPLAB_COMMIT, cuda = SWEEPLAB_CUDA_COMPILER;
    to.print("sweeplab",
             SWEEPLAB_VERSION + (commit.empty() ? "" : ", commit " + commit) + ", " SWEEPLAB_BUILD_TYPE);
    to.print("compiler", std::string(SWEEPLAB_COMPILER) + (cuda.empty() ? ", no CUDA" : ", nvcc " + cuda));
}

void print_machine(Findings& to) {
    const MachineFacts machine = machine_facts();
    to.print("system", machine.os + ", Linux " + machine.kernel);
    to.print("cpu", machine.cpu + ", " + counted(uint64_t(machine.cores), "core") +
                        (sim::fma_is_instruction()
                             ? ""
                             : "; no AVX2 with fused multiply-add, so gravity is slower on it, "
                               "with the same result"));
    to.print("memory", human_bytes(double(machine.memory.total)) + ", " +
                           human_bytes(double(machine.memory.available)) + " available" +
                           (machine.memory.limit.empty() ? "" : " (" + machine.memory.limit + ")"));
}

void print_cuda(Findings& to) {
    const CudaFacts cuda = cuda_facts();
    to.print("cuda", cuda.reason.empty() ? "available" : cuda.reason);
    if (!cuda.runtime.empty()) {
        to.print("", "runtime " + cuda.runtime +
                         (cuda.driver_api.empty() ? "" : ", the driver supports CUDA " + cuda.driver_api) +
                         (cuda.driver.empty() ? "" : ", driver " + cuda.driver));
    }
    const std::string limits = sort::requested_limits_text();
    if (!limits.empty())
        to.print("limits",
                 "SWEEPLAB_LIMITS=" + limits + ": engines of the backend cuda choose as on such a device");
    for (const DeviceFacts& device : cuda.devices) {
        char name[32];
        std::snprintf(name, sizeof name, "device %d", device.ordinal);
        to.print(name, device.name + ", compute capability " + device.compute_capability + ", " +
                           std::to_string(device.multiprocessors) + " multiprocessors, " +
                           human_bytes(static_cast<double>(device.memory_bytes)) + ", " +
                           human_bytes(static_cast<double>(device.free_bytes)) + " free");
    }
}

// Measured on a world of many bodies.
std::string world_memory(const Options& options, sim::Backend backend) {
    Options small = options;
    small.backend = sort::name_of(backend);
    small.bodies = 1 << 16;
    const auto world = sim::World::create(resolve_world(small));
    const double bytes = static_cast<double>(world->bytes()) / static_cast<double>(*small.bodies);
    char text[160];
    std::snprintf(text, sizeof text, "%.0f bytes per body (%s, %s)", bytes,
                  world->config().broad_phase.c_str(), world->config().engine.c_str());
    return text;
}

void print_world_memory(Findings& to, const Options& options) {
    for (const sim::Backend backend : {sim::Backend::cpu, sim::Backend::cuda}) {
        const std::string name = std::string(sort::name_of(backend)) + ": ";
        if (backend == sim::Backend::cuda && !sim::cuda_available(nullptr, options.device)) continue;
        std::string text;
        try {
            text = world_memory(options, backend);
        } catch (const std::exception& error) {  // a device that is full or broken
            text = std::string("cannot be created: ") + error.what();
        }
        to.print("a world takes", name + text);
    }
}

// Only a drawn world shows how its pictures reach the screen.
void print_interop(Findings& to, const Options& options, const Context& context) {
    Options small = options;
    small.bodies = 1;
    const auto world = sim::World::create(resolve_world(small));
    const auto renderer = SceneRenderer::create("auto", "");
    DrawSettings settings;
    settings.width = settings.height = kPicture;
    renderer->draw(*world, Camera::from(world->config().scene.camera, world->container()), settings,
                   context.framebuffer());
    const InteropStatus& status = renderer->status();
    to.print("interop", status.interop ? "yes: CUDA writes into the buffers of OpenGL"
                                       : "no, one copy: " + status.reason);
    to.print("quality", status.quality.text());
}

/// Prints the memory for drawing a large picture of many bodies, which the world's backend draws. The picture
/// has one body, drawn as if there were many.
void print_draw_memory(Findings& to, const Options& options, const Context& context) {
    Options small = options;
    small.bodies = 1;
    const auto world = sim::World::create(resolve_world(small));
    const auto renderer = SceneRenderer::create("auto", "", {.raster_from = 0});
    DrawSettings settings;
    settings.width = 1920;
    settings.height = 1080;
    renderer->draw(*world, Camera::from(world->config().scene.camera, world->container()), settings,
                   context.framebuffer());
    const MemoryList memory = renderer->memory();
    std::vector<std::string> parts;
    for (const MemoryItem& item : memory.items())
        if (!item.of_scene && item.bytes >= kNamedBytes)
            parts.push_back(item.name + " " + human_bytes(static_cast<double>(item.bytes)));
    to.print("drawing takes", human_bytes(static_cast<double>(memory.bytes(false))) + " at 1920x1080 (" +
                                  kQualityNames[size_t(renderer->status().quality.drawn)] +
                                  "), beside what grows with the bodies; of it " + join(parts));
}

void print_graphics(Findings& to, const Options& options) {
    for (const std::string& line : describe_egl_devices()) to.print("egl", line);
    try {
        const bool cuda = sim::cuda_available(nullptr, options.device);
        const auto context = open_offscreen(kPicture, kPicture, cuda ? options.device : -1);
        const ContextInfo& info = context->info();
        to.print("opengl", info.version + ", " + info.renderer + ", " + info.vendor + " (" + info.how + ")");
        print_interop(to, options, *context);
        print_draw_memory(to, options, *context);
    } catch (const OutputClosed&) {  // says nothing of OpenGL
        throw;
    } catch (const std::exception& error) {
        to.print("opengl", std::string("not available: ") + error.what());
    }
    const char* display = std::getenv("DISPLAY");
    const char* wayland = std::getenv("WAYLAND_DISPLAY");
    to.print("display", display   ? std::string("DISPLAY=") + display
                        : wayland ? std::string("WAYLAND_DISPLAY=") + wayland
                                  : "none");
}

int print_info(const Options& options) {
    Findings findings(options.json != "-");
    print_build(findings);
    print_machine(findings);
    print_cuda(findings);
    print_world_memory(findings, options);
    print_graphics(findings, options);
    if (options.json.empty()) return 0;
    const bool cuda = sim::cuda_available(nullptr, options.device);
    write_json(options.json,
               {{"schema", 1},
                {"date", utc_text()},
                {"machine", machine_json(cuda ? sort::Backend::cuda : sort::Backend::cpu, options.device)},
                {"build", build_json()},
                {"findings", findings.json()}});
    return 0;
}

void declare_flags(Flags& flags, Options& options) {
    json_flag(flags, options);
    device_flag(flags, options);
}

const bool registered = add_command<Options>(
    {"info", 160, "Lists devices, driver, GL renderer and versions: what a bug report needs.",
     "  sweeplab info\n  sweeplab info --json info.json\n"},
    declare_flags, print_info);

}  // namespace
}  // namespace app
