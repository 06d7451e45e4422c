// Bodies with shapes: how they turn, their boxes, and the marks of their contacts.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/rigid_data.h"
#include "sim/scenes/random.h"
#include "sim/shapes/outer_corners.h"
#include "sim/step_data.h"
#include "tests/sim/mesh_makers.h"
#include "tests/sim/shape_files.h"
#include "tests/sim/sim_constraints_suite.h"

namespace {

using sim::Quaternion;
using sim::Shape;
using sim::Vec3;
using testing_meshes::box;

TEST(Rigid, the_middle_axis_flips_and_the_others_do_not) {
    const Shape block = sim::prepare_shape(box({0, 0, 0}, {1, 0.6f, 0.2f}), {.cells = 48});
    // x has the smallest, y the middle, z the largest moment of inertia.
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 spin = {0, 0, 0};
        spin[axis] = 10;
        spin[(axis + 1) % 3] = 0.02f;
        const sim::SymmetricMatrix& inverse = block.numbers.inverse_inertia;
        const Vec3 momentum = {spin.x / inverse.xx, spin.y / inverse.yy, spin.z / inverse.zz};
        Quaternion q = {1, 0, 0, 0};
        float lowest = 1;
        for (int i = 0; i < 20000; ++i) {
            q = sim::step_orientation(q, inverse, momentum, 2.5e-4f);
            const sim::Matrix3 turn = sim::rotation(q);
            const Vec3 along = axis == 0 ? turn.x : axis == 1 ? turn.y : turn.z;
            lowest = std::min(lowest, along[axis]);
        }
        if (axis == 1) {
            EXPECT_LT(lowest, -0.9f);
        } else {
            EXPECT_GT(lowest, 0.99f) << axis;
        }
    }
}

TEST(Rigid, a_steady_turn_takes_its_time) {
    const Shape block = sim::prepare_shape(box({0, 0, 0}, {1, 0.6f, 0.2f}), {.cells = 32});
    const float speed = 6.2831853f;  // a turn a second
    const Vec3 momentum = {0, 0, speed / block.numbers.inverse_inertia.zz};
    Quaternion q = {1, 0, 0, 0};
    for (int i = 0; i < 1000; ++i)
        q = sim::step_orientation(q, block.numbers.inverse_inertia, momentum, 2.5e-4f);
    const sim::Matrix3 turn = sim::rotation(q);  // a quarter
    EXPECT_NEAR(turn.x.y, 1, 1e-4);
    EXPECT_NEAR(turn.y.x, -1, 1e-4);
}

/// Found by random worlds: beyond some 1e8 turns a step the length was lost, and then everything.
TEST(Rigid, however_fast_it_turns_an_orientation_keeps_its_length) {
    for (const float speed_rad_s : {1.0f, 1e3f, 1e9f, 1e16f, 1e20f, 1e38f, HUGE_VALF, NAN}) {
        Quaternion q = {0.5f, -0.5f, 0.5f, 0.5f};
        for (int step = 0; step < 100; ++step) q = turned(q, {speed_rad_s, -0.3f * speed_rad_s, 2}, 1e-3f);
        EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-4) << speed_rad_s;
    }
}

// --- boxes ---

sim::Box box_of_points(const std::vector<sim::Vec4>& points, const sim::Matrix3& turn) {
    sim::Box out = {turn * xyz(points[0]), turn * xyz(points[0])};
    for (const sim::Vec4& point : points) out = around(out, turn * xyz(point));
    return out;
}

TEST(RigidBoxes, few_outer_corners_hold_a_shape_however_it_is_turned) {
    sim::Random random(21);
    for (const char* file : {"chair.obj", "jack.obj", "pebble.obj", "hourglass.obj", "slab.obj"}) {
        const Shape shape = testing_rigid::shape_of_file(file, {.cells = 32});
        EXPECT_GE(shape.box_points.size(), 8u) << file;
        EXPECT_LE(shape.box_points.size(), 60u) << file;
        const float size = shape.numbers.bounding_radius_m, rounding = 1e-6f * size;
        double sum = 0, sum_of_corners = 0;
        for (int k = 0; k < 500; ++k) {
            const Vec3 v = random.vector(1);
            const Quaternion q = sim::turned({1, 0, 0, 0}, v * 3, 1);
            const sim::Matrix3 turn = k == 0 ? sim::rotation({1, 0, 0, 0}) : sim::rotation(q);
            const sim::Box own = box_of_points(shape.corners, turn),
                           outer = box_of_points(shape.box_points, turn);
            for (int axis = 0; axis < 3; ++axis) {
                ASSERT_LE(outer.min[axis], own.min[axis] + rounding) << file << " " << k;
                ASSERT_GE(outer.max[axis], own.max[axis] - rounding) << file << " " << k;
                sum += outer.max[axis] - outer.min[axis];
                sum_of_corners += own.max[axis] - own.min[axis];
                if (k == 0) {
                    EXPECT_NEAR(outer.max[axis], own.max[axis], 2e-4f * size) << file;
                }
            }
        }
        EXPECT_LT(sum, 1.06 * sum_of_corners) << file << ": its boxes are wide";
    }
}

TEST(RigidBoxes, outer_corners_of_a_box_are_its_own_and_of_a_point_one) {
    const Shape block = sim::prepare_shape(box({0, 0, 0}, {1, 0.6f, 0.2f}), {.cells = 32});
    EXPECT_EQ(block.box_points.size(), 8u);
    const std::vector<sim::Vec4> point(3, sim::Vec4{1, 2, 3, 0});
    EXPECT_EQ(sim::outer_corners(sim::planes_around(point)).size(), 1u);
    const std::vector<sim::Vec4> sheet = {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 1, 0}, {0, 0, 1, 0}};
    EXPECT_EQ(sim::outer_corners(sim::planes_around(sheet)).size(), 4u);
}

TEST(RigidBoxes, give_the_pairs_of_a_step) {
    const sim::Snapshot start = constrained::meeting(40, 300);
    const auto world = sim::World::create(constrained::chairs(40), &start);
    world->step(1);
    const sim::BodyView view = world->bodies();
    std::vector<sim::Box> boxes(40);
    for (uint32_t slot = 0; slot < 40; ++slot) boxes[view.id[slot]] = view.boxes[slot];
    std::vector<uint32_t> expected;
    for (uint32_t a = 0; a < 40; ++a) {
        for (uint32_t b = a + 1; b < 40; ++b) {
            if (overlaps(boxes[a], boxes[b])) expected.insert(expected.end(), {a, b});
        }
    }
    EXPECT_GT(expected.size(), 20u);
    EXPECT_EQ(world->pairs_by_id(), expected);
}

// --- marks ---

/// Slabs above each other at rest, so far apart, the lowest one on the floor.
sim::Snapshot slabs(sim::WorldConfig& config, float apart_m) {
    config.scene.meshes = {{.file = "slab", .size_m = 0.9f, .cells = 48}};
    app::load_shapes(config.scene, 0, true);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const sim::Shape& slab = config.scene.shapes[0]->shape;
    float low = 1, high = -1;
    for (const sim::Vec4& point : slab.corners) low = std::min(low, point.y), high = std::max(high, point.y);
    start.container = {{-20, 0, -20}, {20, 20, 20}};
    for (size_t id = 0; id < start.bodies.size(); ++id) {
        start.bodies[id].position_m = {0, float(id) * (high - low + apart_m) - low, 0};
        start.bodies[id].velocity_m_s = {0, 0, 0};
        start.rotations[id] = {};
    }
    return start;
}

TEST(RigidMarks, say_how_fast_the_surfaces_meet) {
    for (const float meet_m_s : {0.0f, 2.0f}) {
        sim::WorldConfig config = constrained::chairs(2);
        sim::Snapshot start = slabs(config, meet_m_s > 0 ? 0.02f : -2e-3f);
        for (sim::Body& body : start.bodies) {
            body.position_m.y += 5;
            body.velocity_m_s = {0, -3, 0};
        }
        start.bodies[1].velocity_m_s.y -= meet_m_s;
        start.bodies[1].position_m =
            start.bodies[1].position_m + sim::Vec3{0.2f, 0, 0.15f};  // no edge on an edge
        const auto world = sim::World::create(config, &start);
        for (int k = 0; k < 2000 && world->counters().contacts == 0; ++k) {
            world->step(1);
            world->finish();
        }
        const sim::ContactView marks = world->contacts();
        ASSERT_EQ(*marks.count, 1u);
        EXPECT_NEAR(marks.marks[0].approach_m_s, meet_m_s, 0.1f);
    }
}

/// Counts the bytes of its arrays, and the most that there were at once.
struct CountingExec {
    inline static size_t bytes = 0, most = 0;

    template <class T>
    class Array {
    public:
        Array() = default;
        explicit Array(size_t count) : items_(count) {
            CountingExec::bytes += bytes();
            CountingExec::most = std::max(CountingExec::most, CountingExec::bytes);
        }
        Array(Array&& from) noexcept { std::swap(items_, from.items_); }
        Array& operator=(Array&& from) noexcept {
            CountingExec::bytes -= bytes();
            items_ = std::exchange(from.items_, {});
            return *this;
        }
        ~Array() { CountingExec::bytes -= bytes(); }
        T* data() { return items_.data(); }
        const T* data() const { return items_.data(); }
        size_t bytes() const { return items_.size() * sizeof(T); }

    private:
        std::vector<T> items_;
    };
};

TEST(RigidMarks, need_no_room_for_the_list_before_while_it_grows) {
    sim::RigidData<CountingExec> data(10, 1);
    const size_t without = CountingExec::bytes;
    for (const uint64_t room : {1000u, 1500u, 8000u}) {
        EXPECT_TRUE(data.reserve_marks(room));
        EXPECT_FALSE(data.reserve_marks(room / 2));
        EXPECT_EQ(CountingExec::most, without + room * sizeof(sim::ContactMark));
        EXPECT_EQ(data.contact_view().capacity, room);
    }
    EXPECT_EQ(CountingExec::bytes, data.bytes() + sizeof(uint64_t)) << "and the count of marks";
}

/// Nobody sleeps, so that each pair that touches is solved, and has a mark.
TEST(RigidMarks, are_as_many_as_pairs_that_touch) {
    sim::WorldConfig config = constrained::chairs(20);
    config.scene.physics.sleep_speed_m_s = 0;
    const auto world = sim::World::create(config);
    uint64_t contacts = 0;
    for (int k = 0; k < 150; ++k) {
        world->step(1);
        ASSERT_EQ(*world->contacts().count, world->counters().contacts) << "step " << k;
        contacts += world->counters().contacts;
    }
    EXPECT_GT(contacts, 300u);
}

TEST(GrownLists, need_no_room_for_the_list_before) {
    using List = sim::SlotPairList<CountingExec>;
    const size_t others = CountingExec::bytes;
    const auto make = [](uint64_t pairs) { return List(pairs); };
    List list(1000);
    for (const uint64_t needed : {2000u, 4000u, 10000u}) {
        CountingExec::most = CountingExec::bytes;
        sim::grow(list, needed, needed, UINT64_MAX, make);
        EXPECT_EQ(list.capacity, needed + needed / 4);
        EXPECT_EQ(CountingExec::most, others + list.bytes());
    }
    EXPECT_THROW(sim::grow(list, 20000, 20000, 19999, make), sort::OverLimit);
    EXPECT_EQ(list.capacity, 12500u) << "as it was";
    sim::grow(list, 20000, 20000, 20000, make);
    EXPECT_EQ(list.capacity, 20000u) << "there is no room for more";
}

TEST(RigidMarks, are_none_before_the_next_step) {
    constrained::expect_no_contacts_before_the_next_step(sim::Backend::cpu);
}

}  // namespace
