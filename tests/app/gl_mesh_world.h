// A FakeWorld whose bodies have meshes: how each is turned, its shape, depth, box and contacts, as a test
// gives them.
#pragma once
#include <cstring>
#include <memory>

#include "app/io/obj.h"
#include "sim/shapes/prepare.h"
#include "tests/app/gl_fake_world.h"

using Shapes = std::vector<std::shared_ptr<const sim::SceneShape>>;

inline std::shared_ptr<const sim::SceneShape> shape_of_mesh(sim::TriangleMesh mesh, const std::string& name) {
    auto shape = std::make_shared<sim::SceneShape>();
    shape->source.file = name;
    shape->mesh = std::move(mesh);
    sim::ShapeOptions options;
    options.cells = 48;
    shape->shape = sim::prepare_shape(shape->mesh, options);
    return shape;
}

inline std::shared_ptr<const sim::SceneShape> shape_of_file(const std::string& path) {
    return shape_of_mesh(app::read_obj(path), path);
}

/// A box, in metres.
inline sim::TriangleMesh box_mesh(float x, float y, float z) {
    sim::TriangleMesh mesh;
    for (uint32_t i = 0; i < 8; ++i) mesh.vertices.push_back({i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

struct FakeMeshBody {
    sim::Vec3 place = {0, 0, 0};
    sim::Quaternion turn = {1, 0, 0, 0};
    uint32_t shape = 0;
    float depth_m = 0, still_s = 0;
};

class FakeMeshWorld : public FakeWorld {
public:
    FakeMeshWorld(const std::vector<FakeMeshBody>& bodies, const Shapes& shapes, sim::Container container)
        : FakeWorld(spheres(bodies, shapes), {}, container) {
        config_.scene.shapes = shapes;
        for (const FakeMeshBody& body : bodies) {
            turns_.push_back(body.turn);
            float shape_bits;
            std::memcpy(&shape_bits, &body.shape, sizeof shape_bits);
            momentum_shape_.push_back({0, 0, 0, shape_bits});
            depths_.push_back(body.depth_m);
            still_.push_back({0, 0, 0, body.still_s});
            boxes_.push_back(box_of(body, shapes[body.shape]->shape));
        }
    }

    sim::BodyView bodies() const override {
        sim::BodyView view = FakeWorld::bodies();
        view.acceleration_still = still_.data();
        view.boxes = boxes_.data();
        view.orientation = turns_.data();
        view.momentum_shape = momentum_shape_.data();
        view.depth_m = depths_.data();
        return view;
    }
    sim::ContactView contacts() override { return {marks.data(), &mark_count_, mark_count_ = marks.size()}; }
    sim::Physics& physics() { return config_.scene.physics; }

    std::vector<sim::ContactMark> marks;

protected:
    static std::vector<FakeBody> spheres(const std::vector<FakeMeshBody>& bodies, const Shapes& shapes) {
        std::vector<FakeBody> out;
        for (const FakeMeshBody& body : bodies)
            out.push_back({body.place.x, body.place.y, body.place.z,
                           shapes[body.shape]->shape.numbers.bounding_radius_m});
        return out;
    }
    static sim::Box box_of(const FakeMeshBody& body, const sim::Shape& shape) {
        const sim::Matrix3 turn = sim::rotation(body.turn);
        sim::Box box = {body.place, body.place};
        for (const sim::Vec4& point : shape.corners) {
            const sim::Vec3 at = body.place + turn * sim::xyz(point);
            for (int axis = 0; axis < 3; ++axis) {
                box.min[axis] = std::min(box.min[axis], at[axis]);
                box.max[axis] = std::max(box.max[axis], at[axis]);
            }
        }
        return box;
    }

    std::vector<sim::Quaternion> turns_;
    std::vector<sim::Vec4> momentum_shape_, still_;
    std::vector<float> depths_;
    std::vector<sim::Box> boxes_;
    uint64_t mark_count_ = 0;
};
