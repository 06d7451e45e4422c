// Creating worlds and what needs no backend.
#include "sim/worlds/world_common.h"

#include "sim/search/pair_finder.h"
#include "sim/snapshot.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <stdexcept>

#include "sort/base/counts.h"

namespace sim {

std::span<const std::shared_ptr<const SceneShape>> shapes_of(const WorldConfig& config) {
    const Spawner* spawner = find_spawner(config.scene.spawn);
    if (!spawner || !spawner->meshes) return {};
    return config.scene.shapes;
}

bool spheres_roll(const WorldConfig& config) {
    return config.scene.physics.rotation && shapes_of(config).empty();
}

Physics changed_physics(const WorldConfig& config, const Physics& wanted) {
    const Gravity& is = config.scene.physics.gravity;
    Physics physics = wanted;
    physics.rotation = spheres_roll(config);
    physics.substeps = config.scene.physics.substeps;
    physics.gravity.on = is.on;
    physics.gravity.leaf_bodies = is.leaf_bodies;
    physics.gravity.quadrupole = is.quadrupole;
    physics.gravity.direct = is.direct;
    return physics;
}

void require_hand(const Hand& hand, uint32_t bodies, float time_step_s) {
    if (hand.kind == Hand::away) return;
    const sort::FloatEnvironment environment;
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(std::string("the hand's ") + what);
    };
    const auto finite = [](const Vec3& v) { return dot(v, v) < HUGE_VALF; };
    require(hand.kind == Hand::pulls || hand.kind == Hand::pushes, "kind is unknown");
    require(hand.kind == Hand::pushes || hand.id < bodies, "body does not exist");
    require(finite(hand.grip_m) && finite(hand.target_m) && finite(hand.velocity_m_s),
            "places and velocity must be finite");
    require(hand.rate_1_s > 0 && hand.rate_1_s * time_step_s <= kMostHandRate,
            "spring must be slower than a tenth of a time step");
    require(hand.most_m_s2 >= 0 && hand.most_m_s2 < HUGE_VALF, "greatest acceleration must be finite");
    require(hand.radius_m >= 0 && hand.radius_m < HUGE_VALF, "radius must be finite");
}

GravitySort gravity_sort(const WorldConfig& config) {
    const sort::Engine& engine = engine_of(config.engine, config.backend);
    sort::EngineConfig own = config.backend == Backend::cpu ? engine_config(config) : config.engine_config;
    if (engine.stable) return {&engine, own};
    return {&sort::engine_or_default("", config.backend), {.threads = own.threads}};
}

bool searches_spheres(const WorldConfig& config) { return !config.given && shapes_of(config).empty(); }

const GivenLook* look_of(const WorldConfig& config) { return config.given ? &config.given->look : nullptr; }

static void require_order(std::span<const uint32_t> order, size_t bodies) {
    const auto refuse = [](const std::string& what, const std::string& expected) {
        throw std::invalid_argument("order: " + what + "; " + expected + " expected");
    };
    if (order.size() != bodies)
        refuse(std::to_string(order.size()) + " ids", std::to_string(bodies) + ", one per box,");
    std::vector<bool> seen(bodies);
    for (const uint32_t id : order) {
        if (id >= bodies || seen[id])
            refuse("the id " + std::to_string(id), "each of 0 to " + std::to_string(bodies - 1) + " once");
        seen[id] = true;
    }
}

static void require_given(const GivenBoxes& next) {
    if (next.boxes.empty()) throw std::invalid_argument("boxes: none; at least one expected");
    sort::require_at_most(kMaxBodies, next.boxes.size(), "boxes");
    for (size_t id = 0; id < next.boxes.size(); ++id)
        if (!is_finite_box(next.boxes[id])) refuse_box(id);
    if (!next.order.empty()) require_order(next.order, next.boxes.size());
    if (!next.before.empty() && next.before.size() != next.boxes.size())
        throw std::invalid_argument("boxes a step ago: " + std::to_string(next.before.size()) + "; " +
                                    std::to_string(next.boxes.size()) + " expected, as now");
}

std::vector<uint32_t> first_ids(uint32_t count) {
    std::vector<uint32_t> ids(count);
    std::iota(ids.begin(), ids.end(), 0u);
    return ids;
}

std::vector<uint32_t> given_ids(const GivenBoxes& next) {
    if (next.order.empty()) return first_ids(uint32_t(next.boxes.size()));
    return {next.order.begin(), next.order.end()};
}

std::vector<Body> given_bodies(const GivenLook& look, const GivenBoxes& next, std::span<const uint32_t> ids) {
    const std::span<const Box> boxes = next.before.empty() ? next.boxes : next.before;
    std::vector<Body> bodies;
    for (const uint32_t id : ids) {
        const Vec4 sphere = look.sphere_of(boxes[id]);
        bodies.push_back({xyz(sphere), sphere.w, {0, 0, 0}, 1, {0, 0, 0}, 0});
    }
    return bodies;
}

void World::give(const GivenBoxes& next, uint64_t completed_steps) {
    const sort::FloatEnvironment environment;
    if (!config().given)
        throw std::invalid_argument("boxes are given to a world whose bodies move by themselves");
    require_given(next);
    finish();
    take_given(next, completed_steps);
}

Container container_around(Container container, std::span<const Box> boxes) {
    Box all = {container.min_m, container.max_m};
    for (const Box& box : boxes) all = around(all, box);
    return {all.min, all.max};
}

bool is_closed(const WorldConfig& config) {
    if (config.given) return false;
    const Spawner* spawner = find_spawner(config.scene.spawn);
    const bool drains = spawner && spawner->ground && config.scene.terrain.drain;
    const auto values = spawner ? values_of(*spawner, config.scene) : std::map<std::string, float>();
    const auto soft = values.find(kSoftWalls);
    const bool held = soft == values.end() || soft->second == 0;
    return !drains && held && !config.scene.physics.gravity.on;
}

StepLimit::StepLimit(const WorldConfig& config, std::span<const Body> bodies)
    : shapes_(shapes_of(config).begin(), shapes_of(config).end()),
      stiffest_(config.given ? 0 : stiffest_body(bodies)),
      heaviest_(config.given ? 0 : heaviest_body(bodies)),
      substeps_(config.scene.physics.substeps),
      closed_(is_closed(config)),
      pull_(bodies) {}

StepNumbers StepLimit::numbers(const Physics& wanted, const Container& container) const {
    Physics physics = wanted;
    physics.substeps = substeps_;
    require_gravity(physics);
    pull_.require(physics, container);
    require_fine_turns(physics, shapes_);
    StepNumbers numbers = shapes_.empty() ? make_step_numbers(physics, container, stiffest_)
                                          : make_rigid_numbers(physics, container, shapes_);
    if (shapes_.empty()) require_stiffness(physics, heaviest_);
    set_closed(numbers, closed_);
    return numbers;
}

/// Bodies that rotate and say nothing of it stand upright, have the first shape and touch nothing; of others
/// nothing is kept.
static Snapshot with_rotations(Snapshot state, const WorldConfig& config) {
    const bool roll = spheres_roll(config);
    const size_t shapes = roll ? 1 : shapes_of(config).size();
    state.depth_m.resize(shapes_of(config).empty() ? 0 : state.bodies.size());
    if (shapes == 0) {
        state.rotations.clear();
        return state;
    }
    state.rotations.resize(state.bodies.size());
    for (const RotationState& rotation : state.rotations) {
        if (rotation.shape >= shapes)
            throw std::invalid_argument("a body has a shape that the scene has not");
    }
    for (const PairState& pair : state.pairs) {
        if (pair.points.size() > kMostPoints)
            throw std::invalid_argument("a pair has " + std::to_string(pair.points.size()) +
                                        " points; at most " + std::to_string(kMostPoints) + " are expected");
    }
    return state;
}

/// Throws unless all bodies attract each other by finite forces: else the pull of all is NaN after a step, or
/// grows without end.
static void require_attractive(const std::vector<Body>& bodies) {
    for (size_t id = 0; id < bodies.size(); ++id) {
        const Body& body = bodies[id];
        const std::string whose = "gravity needs finite numbers: body " + std::to_string(id) + " has ";
        if (!(body.mass_kg > 0 && body.mass_kg < HUGE_VALF))
            throw std::invalid_argument(whose + "mass_kg " + std::to_string(body.mass_kg) +
                                        ", more than 0 expected");
        for (int axis = 0; axis < 3; ++axis) {
            const float place = body.position_m[axis];
            if (fabsf(place) <= kMostPlace_m) continue;
            if (!(fabsf(place) < HUGE_VALF))
                throw std::invalid_argument(whose + "position " + std::to_string(place));
            char text[96];
            std::snprintf(text, sizeof text,
                          "position %.3g m; at most %.0e m from the origin along each axis", double(place),
                          double(kMostPlace_m));
            throw std::invalid_argument("gravity needs near bodies: body " + std::to_string(id) + " has " +
                                        text);
        }
    }
}

/// Returns the boxes of spheres.
static std::vector<Box> boxes_of(std::span<const Body> bodies) {
    std::vector<Box> boxes;
    for (const Body& body : bodies) boxes.push_back(box_of(with_w(body.position_m, body.radius_m)));
    return boxes;
}

/// The first boxes of a world that is given them; or the spheres of a state, until the next are given.
static Start given_start(const GivenStart& given, const Snapshot* from) {
    Start start;
    if (from) {
        start.state = *from;
        start.boxes = boxes_of(from->bodies);
        return start;
    }
    require_given({given.boxes});
    start.boxes = given.boxes;
    const Container first = container_around({given.boxes[0].min, given.boxes[0].max}, given.boxes);
    start.state.container = container_around(first, given.room);
    start.state.bodies = given_bodies(given.look, {given.boxes}, given_ids({given.boxes}));
    return start;
}

static Start unchecked_start_of(const WorldConfig& config, const Snapshot* from) {
    if (config.bodies == 0) throw std::invalid_argument("a world needs at least one body");
    sort::require_at_most(kMaxBodies, config.bodies, "bodies");
    if (config.given) return given_start(*config.given, from);
    const Spawner* spawner = find_spawner(config.scene.spawn);
    if (spawner && spawner->meshes && shapes_of(config).empty())
        throw std::invalid_argument("scene " + config.scene.name + " needs a mesh");
    if (from && !(spawner && spawner->ground)) return {with_rotations(*from, config), nullptr};
    if (!spawner) throw std::invalid_argument("no spawn function is named " + config.scene.spawn);
    const auto values = values_of(*spawner, config.scene);

    Start start;
    SpawnRequest request{config.bodies, config.seed, config.scene.physics, values, config.scene.terrain};
    request.reach = [&](uint32_t percent) {
        if (config.stop) config.stop();
        if (config.ground_progress) config.ground_progress(percent);
    };
    if (spawner->ground) {
        start.ground =
            std::make_unique<const Ground>(config.ground ? *config.ground : spawner->ground(request));
    }
    request.ground = start.ground.get();
    request.shapes = shapes_of(config);
    if (config.stop) config.stop();
    if (from) {
        start.state = with_rotations(*from, config);
    } else {
        const std::shared_ptr<const GivenBodies>& given = config.scene.given;
        if (!given && !config.scene.spawn_file.empty())
            throw std::invalid_argument("the bodies of " + config.scene.spawn_file + " were not read");
        Spawned spawned = given ? given->spawn(request, *spawner) : spawner->spawn(request);
        if (spawned.bodies.size() != config.bodies)
            throw std::invalid_argument(std::to_string(config.bodies) +
                                        " bodies, but the file of the scene gives " +
                                        std::to_string(spawned.bodies.size()));
        start.state = with_rotations(
            {std::move(spawned.bodies), spawned.container, 0, std::move(spawned.rotations)}, config);
        start.anew = true;
    }
    return start;
}

/// Sets aside the bodies that are not finite, as a step does.
static void set_lost_aside(std::vector<Body>& bodies) {
    for (uint32_t id = 0; id < bodies.size(); ++id) {
        Body& b = bodies[id];
        const Motion body = {b.position_m, b.radius_m,          b.velocity_m_s,
                             b.mass_kg,    b.acceleration_m_s2, b.still_s};
        if (all_finite(body) && all_finite(b.acceleration_m_s2)) continue;
        const Motion lost = set_aside(body, id);
        b = {lost.position_m, lost.radius_m,          lost.velocity_m_s,
             lost.mass_kg,    lost.acceleration_m_s2, lost.still_s};
    }
}

Start start_of(const WorldConfig& config, const Snapshot* from) {
    Start start = unchecked_start_of(config, from);
    if (config.scene.physics.gravity.on) {
        if (!shapes_of(config).empty())
            throw std::invalid_argument("[gravity]: bodies with a mesh do not pull each other");
        require_attractive(start.state.bodies);
    }
    if (config.stop) config.stop();
    set_lost_aside(start.state.bodies);
    return start;
}

uint64_t state_hash(const Snapshot& snapshot) {
    static_assert(sizeof(Body) == 48, "a body is twelve floats without padding");
    XXH3_state_t* state = XXH3_createState();
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, snapshot.bodies.data(), snapshot.bodies.size() * sizeof(Body));
    XXH3_64bits_update(state, snapshot.rotations.data(), snapshot.rotations.size() * sizeof(RotationState));
    for (const PairState& pair : snapshot.pairs) {
        XXH3_64bits_update(state, &pair, 2 * sizeof(uint32_t));
        XXH3_64bits_update(state, &pair.place_m, sizeof(Vec3) + sizeof(float));
        XXH3_64bits_update(state, &pair.turn, sizeof pair.turn);
        XXH3_64bits_update(state, &pair.way_out, sizeof pair.way_out);
        XXH3_64bits_update(state, pair.points.data(), pair.points.size() * sizeof(ContactPoint));
    }
    XXH3_64bits_update(state, &snapshot.completed_steps, sizeof snapshot.completed_steps);
    const uint64_t hash = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return hash;
}

static constexpr size_t kKeptReports = 4096;

void KeptReports::add(StepReport report) {
    if (reports_.size() >= kKeptReports) reports_.erase(reports_.begin());
    reports_.push_back(std::move(report));
}

void KeptReports::move_to(std::vector<StepReport>& reports) {
    for (StepReport& report : reports_) reports.push_back(std::move(report));
    reports_.clear();
}

/// The broad phase for such bodies, and why.
static void settle_broad_phase(WorldConfig& config, std::span<const Body> bodies) {
    BroadPhaseChoice choice = choose_broad_phase(boxes_of(bodies), config.backend);
    config.broad_phase = std::move(choice.name);
    config.broad_phase_reason = std::move(choice.reason);
}

uint64_t host_bytes_needed(const WorldConfig& config) {
    double each = 2 * sizeof(Body);
    engine_of(config.engine, config.backend);
    if (config.backend == Backend::cpu) {
        WorldConfig known = config;
        if (known.broad_phase == kAutoBroadPhase) known.broad_phase = default_broad_phase(Backend::cpu);
        each += cpu_bytes_a_body(known);
    }
    const Spawner* spawner = find_spawner(config.scene.spawn);
    if (spawner && spawner->ground) each += (spheres_roll(config) ? 2 : 1) * sizeof(Vec4);  // its force
    uint64_t ground = 0;
    if (spawner && spawner->ground_bytes && !config.ground) {
        const auto values = values_of(*spawner, config.scene);
        ground = spawner->ground_bytes(
            {config.bodies, config.seed, config.scene.physics, values, config.scene.terrain});
    }
    const auto shapes = shapes_of(config);
    if (!shapes.empty() || spheres_roll(config)) each += 2 * sizeof(RotationState);
    if (!shapes.empty()) each += 2 * sizeof(float);  // its depth
    return uint64_t(each * config.bodies) + ground + shape_bytes(shapes);
}

std::unique_ptr<World> World::create(const WorldConfig& config, const Snapshot* from) {
    const sort::FloatEnvironment environment;
    WorldConfig settled = config;
    if (settled.given) settled.bodies = uint32_t(settled.given->boxes.size());
    if (from) settled.bodies = uint32_t(from->bodies.size());
    if (settled.bodies <= kMaxBodies)
        require_host_memory(sort::grouped(settled.bodies) + " bodies need", host_bytes_needed(settled),
                            shape_bytes(shapes_of(settled)));  // which are there
    Start start = start_of(settled, from);
    if (config.broad_phase == kAutoBroadPhase) {
        if (config.stop) config.stop();
        settle_broad_phase(settled, start.state.bodies);
    }
    if (config.stop) config.stop();
    return config.backend == Backend::cuda ? create_cuda_world(settled, std::move(start))
                                           : create_cpu_world(settled, std::move(start));
}

/// A search of twice the size of what there is, and boxes, beside it.
static void require_room_for_search(const World& world) {
    const uint64_t search = bytes_named(world.memory(), kSearchName),
                   boxes = world.config().bodies * sizeof(Box);
    require_host_memory("another sort engine or broad phase needs", world.bytes() + 2 * search + boxes,
                        world.bytes());
}

void World::change_to(WorldConfig config) {
    const sort::FloatEnvironment environment;
    if (config.backend == Backend::cpu) require_room_for_search(*this);
    finish();
    change_search(config);
}

void World::set_engine(const std::string& engine, const sort::EngineConfig& engine_config) {
    WorldConfig changed = config();
    changed.engine = engine;
    changed.engine_config = engine_config;
    change_to(std::move(changed));
}

void World::set_broad_phase(const std::string& broad_phase) {
    WorldConfig changed = config();
    changed.broad_phase = broad_phase;
    changed.broad_phase_reason.clear();
    const sort::FloatEnvironment environment;
    if (broad_phase == kAutoBroadPhase) settle_broad_phase(changed, snapshot().bodies);
    change_to(std::move(changed));
}

uint32_t default_bodies(Backend backend) { return backend == Backend::cuda ? 128000 : 4000; }

uint32_t default_bodies(const Scene& scene, Backend backend) {
    if (backend == Backend::cpu && scene.cpu_bodies) return scene.cpu_bodies;
    return scene.bodies ? scene.bodies : default_bodies(backend);
}

}  // namespace sim
