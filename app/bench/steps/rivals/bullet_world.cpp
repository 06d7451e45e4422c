// Bullet's btDiscreteDynamicsWorld with each body as a btCompoundShape of boxes: sequential impulses, dynamic
// trees of boxes, one contact manifold per pair of boxes.
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/steps/rivals/world_rival_api.h"

namespace {

btVector3 vector_of(const float* v) { return {v[0], v[1], v[2]}; }
btQuaternion turn_of(const float* q) { return {q[1], q[2], q[3], q[0]}; }

/// A shape in the frame of its principal axes, which Bullet's bodies have.
struct Shape {
    std::vector<std::unique_ptr<btBoxShape>> boxes;
    btCompoundShape compound;
    btTransform principal;  // from the principal axes to the frame of the caller's body
    btVector3 inertia;
    btScalar mass;

    explicit Shape(const app::RivalShape& from) : mass(from.mass_kg) {
        const float* i = from.inertia;
        btMatrix3x3 tensor(i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2]), axes;
        tensor.diagonalize(axes, 1e-6f, 50);
        principal = btTransform(axes);
        inertia = {tensor[0][0], tensor[1][1], tensor[2][2]};
        for (uint32_t b = 0; b < from.box_count; ++b) {
            const app::RivalBox& box = from.boxes[b];
            boxes.push_back(std::make_unique<btBoxShape>(vector_of(box.half_m)));
            const btTransform place(turn_of(box.turn), vector_of(box.middle_m));
            compound.addChildShape(principal.inverse() * place, boxes.back().get());
        }
    }
};

class World {
public:
    explicit World(const app::RivalWorld& from) {
        world_.setGravity(vector_of(from.gravity_m_s2));
        for (uint32_t s = 0; s < from.shape_count; ++s)
            shapes_.push_back(std::make_unique<Shape>(from.shapes[s]));
        for (int axis = 0; axis < 3; ++axis) {
            btVector3 normal(0, 0, 0);
            normal[axis] = 1;
            add_plane(from, normal, from.low_m[axis]);
            add_plane(from, -normal, -from.high_m[axis]);
        }
        for (uint32_t i = 0; i < from.body_count; ++i) add_body(from, from.bodies[i]);
    }

    ~World() {
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
        for (const auto& body : walls_) world_.removeRigidBody(body.get());
    }

    void step(float time_step_s, uint32_t count) {
        for (uint32_t k = 0; k < count; ++k) world_.stepSimulation(time_step_s, 0);  // exactly one step
    }

    void read(app::RivalBody* out, app::RivalCounts& counts) {
        counts = {0, 0};
        for (size_t i = 0; i < bodies_.size(); ++i) {
            const btTransform at =
                bodies_[i]->getCenterOfMassTransform() * shapes_[shape_of_[i]]->principal.inverse();
            const btQuaternion turn = at.getRotation().normalized();
            const btVector3 &velocity = bodies_[i]->getLinearVelocity(),
                            &spin = bodies_[i]->getAngularVelocity();
            out[i] = {{at.getOrigin().x(), at.getOrigin().y(), at.getOrigin().z()},
                      {turn.w(), turn.x(), turn.y(), turn.z()},
                      {velocity.x(), velocity.y(), velocity.z()},
                      {spin.x(), spin.y(), spin.z()},
                      shape_of_[i]};
            counts.asleep += !bodies_[i]->isActive();
        }
        // One manifold per pair of bodies or of boxes, depending on how many boxes a body has.
        std::set<std::pair<const void*, const void*>> touching;
        for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
            const btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(m);
            const btCollisionObject *a = manifold->getBody0(), *b = manifold->getBody1();
            if (manifold->getNumContacts() == 0 || a->isStaticObject() || b->isStaticObject()) continue;
            touching.insert(std::minmax<const void*>(a, b));
        }
        counts.touching = uint32_t(touching.size());
    }

private:
    /// The factors of two bodies are multiplied.
    void set_surface(const app::RivalWorld& from, btRigidBody& body) {
        body.setFriction(std::sqrt(from.friction));
        body.setRestitution(std::sqrt(from.restitution));
    }

    void add_plane(const app::RivalWorld& from, const btVector3& normal, float offset) {
        planes_.push_back(std::make_unique<btStaticPlaneShape>(normal, offset));
        walls_.push_back(std::make_unique<btRigidBody>(0, nullptr, planes_.back().get()));
        set_surface(from, *walls_.back());
        world_.addRigidBody(walls_.back().get());
    }

    void add_body(const app::RivalWorld& from, const app::RivalBody& start) {
        Shape& shape = *shapes_[start.shape];
        btRigidBody::btRigidBodyConstructionInfo info(shape.mass, nullptr, &shape.compound, shape.inertia);
        info.m_startWorldTransform =
            btTransform(turn_of(start.turn), vector_of(start.position_m)) * shape.principal;
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        shape_of_.push_back(start.shape);
        btRigidBody& body = *bodies_.back();
        set_surface(from, body);
        body.setLinearVelocity(vector_of(start.velocity_m_s));
        body.setAngularVelocity(vector_of(start.spin_rad_s));
        world_.addRigidBody(&body);
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broad_phase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
    std::vector<std::unique_ptr<Shape>> shapes_;
    std::vector<std::unique_ptr<btStaticPlaneShape>> planes_;
    std::vector<std::unique_ptr<btRigidBody>> walls_, bodies_;
    std::vector<uint32_t> shape_of_;
};

const std::string kWhat = "Bullet " + std::to_string(btGetVersion() / 100) + "." +
                          std::to_string(btGetVersion() % 100) + ", btDiscreteDynamicsWorld";
const app::WorldRivalApi kApi = {app::kWorldRivalVersion,
                                 kWhat.c_str(),
                                 "10 iterations of the solver, margins and sleep as they are by default",
                                 "1 thread: Debian's package is built without threads",
                                 1.0 / 240,
                                 [](const app::RivalWorld& world) -> void* { return new World(world); },
                                 [](void* world, float time_step_s, uint32_t count) {
                                     static_cast<World*>(world)->step(time_step_s, count);
                                 },
                                 [](void* world, app::RivalBody* bodies, app::RivalCounts* counts) {
                                     static_cast<World*>(world)->read(bodies, *counts);
                                 },
                                 [](void* world) { delete static_cast<World*>(world); }};

}  // namespace

extern "C" __attribute__((visibility("default"))) const app::WorldRivalApi* sweeplab_world_rival() {
    return &kApi;
}
