// Ha, Krueger, Silva 2009, figure 1: three scenes full of objects that collide. Simulated here, timed, and drawn
// by the program itself where there is OpenGL.
#include <algorithm>

#include "app/base/interrupt.h"
#include "app/base/text/names.h"
#include "app/bench/common/table.h"
#include "app/bench/papers/figures_ha.h"
#include "app/cli/resolve.h"
#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "app/measure/profile/profiler.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr int kWidth = 960, kHeight = 600;
constexpr uint32_t kMeasured = 100;          // steps
constexpr uint32_t kWholeReport = 1u << 16;  // with fewer keys than this, scenes are smaller and shorter

struct PaperScene {
    const char* title;  // as the paper calls it
    const char* scene;
    uint32_t cpu, cuda;  // bodies
    uint32_t steps;      // until much of it moves and collides
    Colour colour;
};

constexpr PaperScene kScenes[] = {
    {"a) falling chairs", "chairs", 300, 10000, 400, Colour::kind},
    {"b) particles on a landscape", "landscape", 20000, 1000000, 6000, Colour::speed},
    {"c) n-body galaxy", "galaxy", 4000, 131072, 400, Colour::speed},
};

/// The scene as `render` draws it; a reason where it cannot.
std::string draw(sim::World& world, Context* context, Colour colour, std::string& reason) {
    if (!context) return "";
    try {
        const auto renderer = SceneRenderer::create("auto", "");
        Camera camera = Camera::of(world.config().scene, world.container(), float(kWidth) / float(kHeight));
        if (world.ground()) camera.keep_above(*world.ground());
        DrawSettings settings;
        settings.colour = colour;
        settings.width = kWidth;
        settings.height = kHeight;
        renderer->draw(world, camera, settings, context->framebuffer());
        return jpeg_of(read_framebuffer(context->framebuffer(), kWidth, kHeight));
    } catch (const sort::Unavailable& error) {
        reason = error.what();
    } catch (const sort::OverLimit& error) {
        reason = error.what();
    }
    return "";
}

/// "sort" of "sort/pass 03" and of "gravity/sort", the sort of the tree's keys.
std::string sorted_stage(const std::string& name) {
    const std::string kGravity = "gravity/";
    const size_t begin = name.starts_with(kGravity) ? kGravity.size() : 0;
    return name.substr(begin, name.find('/', begin) - begin);
}

struct SceneTimes {
    std::vector<double> step_ms, sort_ms, around_ms;  // a step each
    double steps_per_s = 0;
};

SceneTimes step_scene(sim::World& world, uint64_t warmup) {
    std::vector<sim::StepReport> reports;
    for (uint64_t step = 0; step < warmup + kMeasured; ++step) {
        world.step(1);
        if (step + 1 == warmup) {  // what is reported from now on is measured
            world.finish();
            world.poll(reports);
            reports.clear();
        }
        world.poll(reports);
        if (step < warmup) reports.clear();
        throw_if_interrupted();
    }
    world.finish();
    world.poll(reports);

    SceneTimes times;
    Profiler all(0, false);
    for (const sim::StepReport& report : reports) {
        all.add(report);
        double sort = 0, around = 0;
        for (const sim::StageTime& piece : report.stages) {
            const std::string stage = sorted_stage(piece.name);
            const bool part = stage == "keys" || stage == "sort" || stage == "reorder";
            around += part ? piece.duration_us * 1e-3 : 0;
            sort += stage == "sort" ? piece.duration_us * 1e-3 : 0;
        }
        times.step_ms.push_back(report.duration_us * 1e-3);
        times.sort_ms.push_back(sort);
        times.around_ms.push_back(around);
    }
    times.steps_per_s = all.steps_per_second();
    return times;
}

std::string percent_text(double share) { return fixed_text(100 * share, share < 0.01 ? 2 : 1) + " %"; }

void scenes(Lab& lab, FigureResult& result) {
    Chart times{"One step", {"scene", ""}, {"time per step", "ms", true}, true};
    times.series = {{"step", {}}, {"sort", {}}, {"keys + sort + reorder", {}}};
    Chart shares{"Share of the sort in the step", {"scene", ""}, {"share of the time", ""}, true};
    shares.series = {{"sort", {}}, {"keys + sort + reorder", {}}};

    std::string no_context;
    std::unique_ptr<Context> context;
    try {
        context = open_offscreen(kWidth, kHeight, lab.on_gpu() ? lab.config().device : -1);
    } catch (const sort::Unavailable& error) {
        no_context = error.what();
    }
    const double part =
        lab.config().scene_share * std::min(1.0, double(lab.config().most_keys) / kWholeReport);
    for (const PaperScene& scene : kScenes) {
        const uint32_t whole = lab.on_gpu() ? scene.cuda : scene.cpu;
        Options options;
        options.scene = scene.scene;
        options.backend = sort::name_of(lab.config().backend);
        options.bodies = std::max<uint64_t>(8, uint64_t(part * whole));
        options.seed = lab.config().seed;
        options.threads = lab.config().threads;
        options.device = lab.config().device;
        options.quiet = true;
        try {
            const auto world = create_world(resolve_world(options));
            const SceneTimes measured = step_scene(*world, uint64_t(part * scene.steps));
            const uint64_t n = *options.bodies;
            const std::string at = std::string(scene.scene) + ", " + count_text(n);
            const auto add = [&](size_t series, const std::vector<double>& ms) {
                times.series[series].points.push_back(timed_point(at, double(n), ms, n, Shown::ms));
            };
            add(0, measured.step_ms);
            add(1, measured.sort_ms);
            add(2, measured.around_ms);
            const double step = sort::median(measured.step_ms);
            const double sorts = sort::median(measured.sort_ms) / step,
                         around = sort::median(measured.around_ms) / step;
            shares.series[0].points.push_back({at, double(n), sorts, sorts, {}});
            shares.series[1].points.push_back({at, double(n), around, around, {}});

            const sim::Counters& last = world->counters();
            std::string text =
                counted(n, "body", "bodies") + ", step " + std::to_string(last.completed_steps) + ": " +
                ms_text(step) + " ms per step (" + fixed_text(measured.steps_per_s, 0) +
                " steps per second, " +
                fixed_text(measured.steps_per_s * double(world->config().scene.physics.time_step_s), 3) +
                " simulated seconds per second), the sort " + percent_text(sorts) +
                " of it, with its keys and the reordering " + percent_text(around) + "; " +
                counted(last.pairs, "pair") + ", " + counted(last.contacts, "contact");
            std::string reason = no_context;
            const std::string jpeg = draw(*world, context.get(), scene.colour, reason);
            if (jpeg.empty()) {
                text += ". Not drawn: " + reason;
                result.note(std::string(scene.title) + " was not drawn: " + reason);
            }
            result.pictures.push_back({scene.title, text, jpeg});
        } catch (const sort::OverLimit& error) {
            result.pictures.push_back({scene.title, std::string("not simulated: ") + error.what(), ""});
            result.note(std::string(scene.title) + ": " + error.what());
        }
    }
    result.charts.push_back(std::move(times));
    result.charts.push_back(std::move(shares));
}

}  // namespace

PaperFigure scenes_figure() {
    return {
        "ha-1",
        "",
        "Ha, Krueger, Silva 2009, figure 1",
        "Three scenes full of colliding objects, and the sort's share of their steps",
        "Thousands of falling chairs, millions of particles that collide with a landscape and with each "
        "other, an n-body galaxy: in all of them the objects have to be sorted, at interactive rates. The "
        "paper shows pictures and gives no times.",
        "Whole steps of our scenes, the narrow phase included (in the paper it ran on the CPU), with the "
        "default sort and broad phase (in the galaxy also the sort of the tree's keys): 300 chairs, 20,000 "
        "particles and 4,000 stars on a CPU, 10,000, a million and 131,072 on a GPU. The last 100 steps were "
        "timed, then the picture was drawn.",
        scenes};
}

}  // namespace app
