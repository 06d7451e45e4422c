// A few rigid bodies, every pair computed: the reference of the force law until a world steps them.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "app/io/obj.h"
#include "sim/narrow/pair_force.h"
#include "sim/shapes/prepare.h"

namespace testing_rigid {

inline sim::Shape shape_of_file(const std::string& name, const sim::ShapeOptions& options = {}) {
    return sim::prepare_shape(app::read_obj(SWEEPLAB_ROOT "/assets/meshes/" + name), options);
}

/// FNV-1a (64 bits) over all that a step reads of a shape.
inline uint64_t bytes_hash(const sim::Shape& shape) {
    uint64_t hash = 0xcbf29ce484222325ull;
    const auto add = [&](const auto* items, size_t count) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(items);
        for (size_t i = 0; i < count * sizeof *items; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ull;
    };
    add(shape.cells.data(), shape.cells.size());
    add(shape.points.data(), shape.points.size());
    add(shape.clusters.data(), shape.clusters.size());
    add(shape.box_points.data(), shape.box_points.size());
    const sim::ShapeView& n = shape.numbers;
    const uint32_t counts[] = {n.field.cells_x, n.field.cells_y, n.field.cells_z};
    const float lengths[] = {n.field.spacing_m, n.box_margin_m, n.bounding_radius_m, n.mass_kg,
                             shape.mesh_scale};
    add(counts, 3);
    add(lengths, 5);
    add(&n.field.origin_m, 1);
    add(&n.inverse_inertia, 1);
    add(&shape.mesh_centre, 1);
    return hash;
}

struct Body {
    const sim::Shape* shape;
    sim::Vec3 position_m;
    sim::Quaternion orientation{1, 0, 0, 0};
    sim::Vec3 velocity_m_s{0, 0, 0}, momentum{0, 0, 0};
    bool fixed = false;
    sim::Vec3 force_n{0, 0, 0}, torque_nm{0, 0, 0};

    float inverse_mass() const { return fixed ? 0 : 1 / shape->numbers.mass_kg; }
    sim::SymmetricMatrix inverse_inertia() const {
        return fixed ? sim::SymmetricMatrix{0, 0, 0, 0, 0, 0} : shape->numbers.inverse_inertia;
    }
    sim::Vec3 angular_velocity() const {
        return sim::angular_velocity(orientation, inverse_inertia(), momentum);
    }
    sim::RigidBody rigid() const {
        return {position_m,     velocity_m_s,     angular_velocity(), sim::rotation(orientation),
                inverse_mass(), inverse_inertia()};
    }
};

inline sim::PairForce pair_force(const sim::ShapeView& shape_a, const sim::RigidBody& a,
                                 const sim::ShapeView& shape_b, const sim::RigidBody& b,
                                 const sim::ContactLaw& law, sim::FrictionState friction = {}) {
    sim::SerialLanes lanes;
    add_pair(lanes, shape_a, a, shape_b, b);
    return force_of_sums(lanes.total(), a, b, law, friction);
}

struct Energy {
    double kinetic = 0, height = 0, contact = 0;
    double total() const { return kinetic + height + contact; }
};

class Bodies {
public:
    std::vector<Body> bodies;
    sim::ContactLaw law{1e6f, 0, 0, 2.5e-4f};
    sim::Vec3 gravity_m_s2{0, -9.81f, 0};
    double push_n = 0;  // of all pairs in the last step

    void step() {
        for (Body& b : bodies) {
            if (b.fixed) continue;
            kick(b);
            b.position_m = b.position_m + b.velocity_m_s * law.dt_s;
            b.orientation = sim::step_orientation(b.orientation, b.inverse_inertia(), b.momentum, law.dt_s);
        }
        add_forces();
        for (Body& b : bodies) {
            if (!b.fixed) kick(b);
        }
    }

    Energy energy() const {
        Energy sum{0, 0, contact_j_};
        for (const Body& b : bodies) {
            if (b.fixed) continue;
            const double mass = b.shape->numbers.mass_kg;
            sum.kinetic += 0.5 * mass * dot(b.velocity_m_s, b.velocity_m_s);
            sum.kinetic += 0.5 * dot(b.momentum, b.angular_velocity());
            sum.height -= mass * dot(gravity_m_s2, b.position_m);
        }
        return sum;
    }

private:
    void kick(Body& b) const {
        b.velocity_m_s = b.velocity_m_s + b.force_n * (0.5f * law.dt_s * b.inverse_mass());
        b.momentum = b.momentum + b.torque_nm * (0.5f * law.dt_s);
    }

    void add_forces() {
        for (Body& b : bodies) {
            b.force_n = gravity_m_s2 * b.shape->numbers.mass_kg;
            b.torque_nm = {0, 0, 0};
        }
        contact_j_ = push_n = 0;
        for (size_t i = 0; i < bodies.size(); ++i) {
            for (size_t j = i + 1; j < bodies.size(); ++j) {
                Body &a = bodies[i], &b = bodies[j];
                if (a.fixed && b.fixed) continue;
                const sim::PairForce on_a = pair_force(i, j);
                const sim::PairForce on_b = on_other(on_a, b.position_m - a.position_m);
                a.force_n = a.force_n + on_a.force_n;
                a.torque_nm = a.torque_nm + on_a.moment_nm;
                b.force_n = b.force_n + on_b.force_n;
                b.torque_nm = b.torque_nm + on_b.moment_nm;
                contact_j_ += on_a.energy_j;
                push_n += on_a.push_n;
            }
        }
    }

    sim::PairForce pair_force(size_t i, size_t j) {
        const Body &a = bodies[i], &b = bodies[j];
        sim::SerialLanes lanes;
        add_pair(lanes, a.shape->view(), a.rigid(), b.shape->view(), b.rigid());
        return force_of_sums(lanes.total(), a.rigid(), b.rigid(), law, friction_[{i, j}]);
    }

    std::map<std::pair<size_t, size_t>, sim::FrictionState> friction_;
    double contact_j_ = 0;
};

}  // namespace testing_rigid
