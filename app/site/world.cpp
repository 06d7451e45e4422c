// One world at a time: made, stepped, read.
#include "sim/world.h"

#include <cmath>
#include <memory>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/io/scene_toml.h"
#include "app/site/answer.h"
#include "app/site/exports.h"
#include "sort/base/errors.h"

namespace app::site {
namespace {

constexpr size_t kFloatsABody = 6;

struct Shown {
    std::unique_ptr<sim::World> world;
    sim::StepReport last{};
    std::vector<float> state;
};
Shown shown;

sim::World& world() {
    if (!shown.world) throw BadUsage("no world is made");
    return *shown.world;
}

template <class Entries>
void require_name(const std::string& what, const std::string& name, const Entries& entries) {
    std::vector<std::string> known;
    for (const auto& entry : entries) {
        if (name == entry.name) return;
        known.push_back(entry.name);
    }
    throw BadUsage(unknown_name(what, name, known));
}

/// Throws BadUsage, sort::Unavailable (a scene of meshes), sort::OverLimit.
sim::WorldConfig config_of(const char* text) {
    const Params params(text, {"scene", "bodies", "seed", "engine", "broad_phase"});
    sim::WorldConfig config;
    const std::string scene = params.has("scene") ? params.text("scene") : "pile";
    if (is_scene_path(scene))
        throw BadUsage("a page has the built-in scenes: " + join(built_in_scene_names()));
    config.scene = load_scene(scene);
    if (sim::find_spawner(config.scene.spawn)->meshes)
        throw sort::Unavailable(
            "the bodies of scene '" + scene +
            "' have meshes, which a page cannot prepare; in the program: sweeplab view --scene " + scene);
    config.backend = sim::Backend::cpu;
    config.threads = 1;
    const uint64_t usual = sim::default_bodies(config.scene, config.backend);
    const uint64_t bodies = params.count("bodies", "--bodies").value_or(usual);
    if (bodies == 0) throw BadUsage("--bodies 0: at least 1 body is expected");
    if (bodies > sim::kMaxBodies)
        throw sort::OverLimit("--bodies: " + std::to_string(bodies) + " bodies requested; the limit is " +
                              std::to_string(sim::kMaxBodies) + " (2^27)");
    config.bodies = static_cast<uint32_t>(bodies);
    config.seed = params.count("seed", "--seed").value_or(config.scene.seed);
    const std::string broad_phase = params.text("broad_phase");
    config.broad_phase = broad_phase.empty() ? sim::default_broad_phase(config.backend) : broad_phase;
    config.engine = params.text("engine");
    require_name("broad phase", config.broad_phase, sim::broad_phases());
    if (!config.engine.empty()) require_name("sort engine", config.engine, sort::engines());
    config.engine = sort::engine_or_default(config.engine, config.backend).name;
    return config;
}

Json vector_json(const sim::Vec3& vector) { return {vector.x, vector.y, vector.z}; }

Json world_json() {
    const sim::WorldConfig& config = world().config();
    const sim::CameraStart& camera = config.scene.camera;
    const sim::Container& container = world().container();
    return {{"scene", config.scene.name},
            {"title", config.scene.title},
            {"bodies", config.bodies},
            {"seed", config.seed},
            {"engine", config.engine},
            {"broad_phase", config.broad_phase},
            {"time_step_s", config.scene.physics.time_step_s},
            {"min", vector_json(container.min_m)},
            {"max", vector_json(container.max_m)},
            {"camera",
             {{"target", vector_json(camera.target_m)},
              {"distance", camera.distance_m},
              {"yaw", camera.yaw_deg},
              {"pitch", camera.pitch_deg},
              {"lead_s", camera.lead_s}}}};
}

Json numbers_json() {
    const sim::WorldConfig& config = world().config();
    const sim::Counters& counters = shown.last.counters;
    const sort::Engine& engine = *sort::find_engine(config.engine);
    Json paths = Json::array(), stages = Json::array();
    for (uint32_t i = 0; i < counters.sorts; ++i)
        paths.push_back(sort::path_name(engine, counters.sort_path[i]));
    for (const sim::StageTime& stage : shown.last.stages)
        stages.push_back({{"name", stage.name}, {"us", stage.duration_us}});
    return {{"steps", counters.completed_steps},
            {"seconds", double(counters.completed_steps) * config.scene.physics.time_step_s},
            {"pairs", counters.pairs},
            {"contacts", counters.contacts},
            {"tests", counters.tests},
            {"descents", counters.descents},
            {"paths", paths},
            {"passes_run", counters.passes_run},
            {"passes_skipped", counters.passes_skipped},
            {"windows", counters.sort_windows},
            {"movers", counters.sort_movers},
            {"shift", counters.sort_max_shift},
            {"axis", counters.axis},
            {"asleep", counters.asleep},
            {"us", shown.last.duration_us},
            {"stages", stages}};
}

std::string command_of_state(uint64_t steps) {
    const sim::WorldConfig& config = world().config();
    return "sweeplab profile --backend cpu --scene " + config.scene.name + " --bodies " +
           std::to_string(config.bodies) + " --seed " + std::to_string(config.seed) + " --sort " +
           config.engine + " --broad-phase " + config.broad_phase + " --frames " + std::to_string(steps) +
           " --hash";
}

void write_state() {
    const sim::BodyView bodies = world().bodies();
    const sim::Physics& physics = world().config().scene.physics;
    shown.state.resize(bodies.count * kFloatsABody);
    for (uint32_t slot = 0; slot < bodies.count; ++slot) {
        const sim::Vec4 &place = bodies.position_radius[slot], &velocity = bodies.velocity_mass[slot];
        const bool sleeps =
            physics.sleep_speed_m_s > 0 && bodies.acceleration_still[slot].w >= physics.sleep_time_s;
        float* const body = shown.state.data() + bodies.id[slot] * kFloatsABody;
        body[0] = place.x;
        body[1] = place.y;
        body[2] = place.z;
        body[3] = place.w;
        body[4] = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z);
        body[5] = sleeps ? 1.0f : 0.0f;
    }
}

}  // namespace
}  // namespace app::site

using namespace app::site;

const char* sl_world(const char* params) {
    return answer_json([&] {
        const sim::WorldConfig config = config_of(params);
        shown = {};  // its memory is needed
        try {
            shown.world = sim::World::create(config);
        } catch (const std::invalid_argument& error) {
            throw app::BadUsage("scene '" + config.scene.name + "': " + error.what());
        }
        return world_json();
    });
}

const char* sl_world_steps(uint32_t count) {
    return answer_json([&] {
        world().step(count);
        world().finish();
        std::vector<sim::StepReport> reports;
        world().poll(reports);
        if (!reports.empty()) shown.last = std::move(reports.back());
        return Json::object();
    });
}

const float* sl_world_state() {
    if (!shown.world) return nullptr;
    write_state();
    return shown.state.data();
}

uint32_t sl_world_count() { return shown.world ? shown.world->config().bodies : 0; }

const char* sl_world_numbers() {
    return answer_json([] { return numbers_json(); });
}

const char* sl_world_hash() {
    return answer_json([] {
        const sim::Snapshot snapshot = world().snapshot();
        char hash[32];
        std::snprintf(hash, sizeof hash, "0x%016llx",
                      static_cast<unsigned long long>(sim::state_hash(snapshot)));
        return Json{{"hash", hash}, {"command", command_of_state(snapshot.completed_steps)}};
    });
}
