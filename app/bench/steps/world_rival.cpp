// Opens the modules of app/bench/steps/rivals.
#include "app/bench/steps/world_rival.h"

#include <dlfcn.h>

#include "app/base/errors.h"
#include "app/base/modules.h"
#include "app/base/text/names.h"
#include "app/bench/steps/mesh_boxes.h"
#include "app/bench/steps/rivals/world_rival_api.h"
#include "sort/base/float_environment.h"

namespace app {
namespace {

void store(float* to, const sim::Vec3& v) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }
void store(float* to, const sim::Quaternion& q) { to[0] = q.w, to[1] = q.x, to[2] = q.y, to[3] = q.z; }

/// The inertia whose inverse is given, in numbers near 1 on the way.
sim::SymmetricMatrix inertia_of(const sim::SymmetricMatrix& inverse_inertia) {
    const float scale = std::max({inverse_inertia.xx, inverse_inertia.yy, inverse_inertia.zz});
    return inverse(inverse_inertia * (1 / scale)) * (1 / scale);
}

/// Returns the boxes around the parts of a shape's mesh (boxes_of_parts), in the body's frame.
std::vector<OrientedBox> boxes_of(const sim::SceneShape& shape) {
    sim::TriangleMesh mesh = shape.mesh;
    for (sim::Vec3& vertex : mesh.vertices)
        vertex = (vertex - shape.shape.mesh_centre) * shape.shape.mesh_scale;
    return boxes_of_parts(mesh);
}

std::vector<RivalBox> boxes_for(const sim::SceneShape& shape) {
    std::vector<RivalBox> out;
    for (const OrientedBox& box : boxes_of(shape)) {
        RivalBox& to = out.emplace_back();
        store(to.middle_m, box.middle_m);
        store(to.turn, box.turn());
        store(to.half_m, box.half_m);
    }
    return out;
}

RivalBody body_for(const sim::Scene& scene, const sim::Body& body, const sim::RotationState& rotation) {
    RivalBody out{};
    store(out.position_m, body.position_m);
    store(out.turn, rotation.orientation);
    store(out.velocity_m_s, body.velocity_m_s);
    const sim::ShapeView& shape = scene.shapes[rotation.shape]->shape.numbers;
    store(out.spin_rad_s, angular_velocity(rotation.orientation, shape.inverse_inertia, rotation.momentum));
    out.shape = rotation.shape;
    return out;
}

}  // namespace

std::vector<std::shared_ptr<const sim::SceneShape>> shapes_of_boxes(const sim::Scene& scene) {
    std::vector<std::shared_ptr<const sim::SceneShape>> out;
    for (const auto& shape : scene.shapes) {
        auto boxes = std::make_shared<sim::SceneShape>();
        boxes->source.cells = shape->source.cells;
        boxes->mesh = mesh_of_boxes(boxes_of(*shape));
        boxes->shape.report.thinnest_m = shape->shape.report.thinnest_m;
        out.push_back(boxes);
    }
    return out;
}

std::vector<std::string> world_rival_names() { return {"bullet"}; }

WorldRivalLibrary::WorldRivalLibrary(const std::string& name) : name_(name) {
    const std::filesystem::path path = find_module("sweeplab_world_rival_" + name + ".so");
    if (path.empty()) {
        throw sort::Unavailable("rival '" + name + "' is not in this build: lib" + name +
                                "-dev was not installed when it was configured");
    }
    const sort::FloatEnvironment environment;                    // a library may change it when it is opened
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: it is used to the end
    if (!module) throw sort::Unavailable("rival '" + name + "' cannot be opened: " + dlerror());
    const auto function = reinterpret_cast<WorldRivalFunction>(dlsym(module, kWorldRivalSymbol));
    api_ = function ? function() : nullptr;
    if (!api_ || api_->version != kWorldRivalVersion)
        throw sort::Unavailable("rival '" + name + "': " + path.string() + " is of another version");
}

RivalSimulation::RivalSimulation(const WorldRivalLibrary& library, const sim::Scene& scene,
                                 const sim::Snapshot& start)
    : api_(library.api()), count_(uint32_t(start.bodies.size())) {
    std::vector<std::vector<RivalBox>> boxes;
    std::vector<RivalShape> shapes;
    for (const auto& shape : scene.shapes) {
        if (shape->source.driven())
            throw BadUsage("--rival: a mesh that is fixed or turns is simulated here only");
        boxes.push_back(boxes_for(*shape));
        const sim::SymmetricMatrix i = inertia_of(shape->shape.numbers.inverse_inertia);
        shapes.push_back({boxes.back().data(),
                          uint32_t(boxes.back().size()),
                          shape->shape.numbers.mass_kg,
                          {i.xx, i.yy, i.zz, i.xy, i.xz, i.yz}});
    }
    std::vector<RivalBody> bodies;
    for (size_t b = 0; b < start.bodies.size(); ++b)
        bodies.push_back(body_for(scene, start.bodies[b], start.rotations[b]));

    RivalWorld world{};
    world.shapes = shapes.data();
    world.shape_count = uint32_t(shapes.size());
    world.bodies = bodies.data();
    world.body_count = count_;
    store(world.low_m, start.container.min_m);
    store(world.high_m, start.container.max_m);
    store(world.gravity_m_s2, scene.physics.gravity_m_s2);
    world.friction = scene.physics.friction;
    world.restitution = scene.physics.restitution;
    world_ = api_.create(world);
}

RivalSimulation::~RivalSimulation() { api_.destroy(world_); }

void RivalSimulation::step(float time_step_s, uint32_t count) { api_.step(world_, time_step_s, count); }

RivalSimulation::State RivalSimulation::state() const {
    std::vector<RivalBody> bodies(count_);
    RivalCounts counts{};
    api_.read(world_, bodies.data(), &counts);
    State out{{}, counts.asleep, counts.touching};
    for (const RivalBody& body : bodies) {
        const float *p = body.position_m, *q = body.turn;
        out.bodies.push_back({{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}, body.shape});
    }
    return out;
}

}  // namespace app
