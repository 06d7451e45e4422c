// Rigid bodies of any mesh rain into a bin and come to rest: chairs, unless the scene names others.
#include <cstdio>
#include <stdexcept>
#include <string>

#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"
#include "sim/scenes/with_meshes.h"
#include "sim/shapes/outer_corners.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"side", 0, 0, 10000, "bodies per side of a layer of the rain; 0: as many as the bin has room for"},
    {"spacing_m", 0, 0, 1e5f, "distance of neighbours in the rain in metres; 0: as near as they can turn"},
    {"spin_rad_s", 3, 0, 1000, "largest starting spin about each axis in radians per second"},
    {"speed_m_s", 1, 0, 50, "largest starting speed along each axis in m/s"},
    {"drop_m", 2, 0, 1000, "height in metres of the lowest bodies above the floor, or above driven meshes"},
    {"bin_width_m", 0, 0, 1e5f, "width of the square bin in metres; 0: the heap fills 0.4 of it in height"},
};

constexpr float kApart = 1.05f;  // of the sphere around the largest body, between neighbours in the rain
constexpr float kHeap = 0.4f;    // height of the heap as a share of the bin's width
constexpr float kRoom = 1.2f;    // of a body in a heap, over that of its hull: as heaps of chairs have it

/// Measures of the scene's shapes, for the room that bodies need.
struct Measure {
    float radius_m = 0;  // of a sphere around the largest body
    float room_m3 = 0;   // that a body takes in the heap, on average
};

/// Volume of the body's hull, nearly: of what lies between pairs of planes around it, by a grid of points.
float hull_volume(const Shape& shape) {
    constexpr int kGrid = 24;
    const PlanePairs planes = planes_around(shape.corners);
    const float radius = shape.numbers.bounding_radius_m, cell = 2 * radius / float(kGrid);
    int inside = 0;
    for (int k = 0; k < kGrid * kGrid * kGrid; ++k) {
        const Vec3 at = Vec3{float(k % kGrid) + 0.5f, float(k / kGrid % kGrid) + 0.5f,
                             float(k / (kGrid * kGrid)) + 0.5f} *
                            cell -
                        Vec3{radius, radius, radius};
        inside += planes.hold(at);
    }
    return float(inside) * cell * cell * cell;
}

Measure measure(const std::vector<const SceneShape*>& shapes) {
    Measure out;
    for (const SceneShape* shape : shapes) {
        const float hull = larger(hull_volume(shape->shape), shape->shape.report.volume_m3);
        out.room_m3 = out.room_m3 + kRoom * hull;
        out.radius_m = larger(out.radius_m, shape->shape.numbers.bounding_radius_m);
    }
    out.room_m3 = out.room_m3 / float(shapes.size());
    return out;
}

/// The rain: layers of side x side places, each layer shifted by what the bin leaves.
struct Rain {
    uint32_t side;
    float step_m, slack_m;
};

struct Bin {
    float width_m;
    Rain rain;
};

Bin bin_for(const SpawnRequest& request, uint32_t bodies, const Measure& measure) {
    const float nearest = 2 * kApart * measure.radius_m, given = request.value("spacing_m");
    if (given > 0 && given < nearest) {
        throw std::invalid_argument(
            "[spawn] spacing_m = " + metres(given) + ": the largest body turns in a sphere of " +
            metres(2 * measure.radius_m) + "; 0 or at least " + metres(nearest) + " is expected");
    }
    const float step = larger(given, nearest);
    const auto side = uint32_t(request.value("side"));
    float width = request.value("bin_width_m");
    if (!(width > 0)) {
        const float least = float(side > 0 ? side : bodies > 1 ? 2u : 1u) * step;
        width = larger(cube_root(float(bodies) * measure.room_m3 / kHeap), least);
    }
    const float across = width / step * 1.00001f;  // a width made of steps holds them
    if (!(across >= float(side > 0 ? side : 1))) {
        throw std::invalid_argument("[spawn] bin_width_m = " + metres(width) + ": a row of " +
                                    std::to_string(side > 0 ? side : 1) + " bodies needs " +
                                    metres(float(side > 0 ? side : 1) * step));
    }
    const uint32_t room = across < 65535 ? uint32_t(across) : 65535;
    const uint32_t chosen = side > 0 ? side : room;
    return {width, {chosen, step, larger(width - float(chosen) * step, 0)}};
}

/// Uniform over all orientations: a point of the ball in four dimensions.
Quaternion random_orientation(Random& random) {
    for (;;) {
        Quaternion q;
        q.w = random.signed_unit();
        q.x = random.signed_unit();
        q.y = random.signed_unit();
        q.z = random.signed_unit();
        const float length2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
        if (length2 > 1 || length2 < 0.01f) continue;
        const float scale = 1 / sqrtf(length2);
        return {q.w * scale, q.x * scale, q.y * scale, q.z * scale};
    }
}

/// Refuses driven meshes where no body comes: the picture would show nothing of them.
void check_places(const SpawnRequest& request, const Spawned& out, const Bin& bin) {
    for (size_t i = 0; i < out.bodies.size(); ++i) {
        const Vec3& at = out.bodies[i].position_m;
        const uint32_t s = out.rotations[i].shape;
        const float reach = out.bodies[i].radius_m, across = larger(fabsf(at.x), fabsf(at.z));
        const float beside = across - reach - 0.5f * bin.width_m;
        char place[128];
        std::snprintf(place, sizeof place, " = [%g, %g, %g]: ", double(at.x), double(at.y), double(at.z));
        const std::string mesh = place + ("mesh '" + request.shapes[s]->source.file) + "', which reaches " +
                                 metres(reach) + ", is ";
        if (at.y + reach < 0) {
            throw BadSceneValue(
                "mesh", "place_m",
                mesh + metres(-at.y - reach) + " below the floor, which is at 0, so no body would touch it",
                s);
        }
        if (beside > bin.width_m) {
            throw BadSceneValue("mesh", "place_m",
                                mesh + metres(beside) + " beside the bin, which is " + metres(bin.width_m) +
                                    " wide around x = z = 0; at most its width is expected",
                                s);
        }
    }
}

Spawned spawn(const SpawnRequest& request) {
    const std::vector<uint32_t> shapes = movable(request);
    std::vector<const SceneShape*> measured;
    for (const uint32_t s : shapes) measured.push_back(request.shapes[s].get());
    const Measure body = measure(measured);

    Spawned out;
    out.bodies.reserve(request.bodies);
    out.rotations.reserve(request.bodies);
    const uint32_t driven = add_driven(request, out);
    const uint32_t falling = request.bodies - driven;
    const Bin bin = bin_for(request, falling, body);
    const Rain& rain = bin.rain;
    check_places(request, out, bin);

    // The floor is at 0 and the bin's middle at x = z = 0. What is driven is inside, and below the rain.
    Vec3 low = {-0.5f * bin.width_m, 0, -0.5f * bin.width_m},
         high = {0.5f * bin.width_m, 0, 0.5f * bin.width_m};
    for (const Body& fixed : out.bodies) {
        for (int axis = 0; axis < 3; ++axis) {
            const float reach = fixed.position_m[axis] + fixed.radius_m;
            if (axis != 1) low[axis] = smaller(low[axis], fixed.position_m[axis] - fixed.radius_m);
            high[axis] = larger(high[axis], reach);
        }
    }
    const uint32_t in_layer = rain.side * rain.side;
    const uint32_t layers = (falling - 1) / in_layer + 1;
    const float first = high.y + request.value("drop_m") + 0.5f * rain.step_m;
    high.y = first + float(layers) * rain.step_m;
    out.container = {low, high};

    const float speed = request.value("speed_m_s"), spin = request.value("spin_rad_s");
    const float corner = -0.5f * float(rain.side - 1) * rain.step_m;
    Random random(request.seed);
    Vec3 shift = {0, 0, 0};
    for (uint32_t i = 0; i < falling; ++i) {
        const uint32_t x = i % rain.side, z = i / rain.side % rain.side, y = i / in_layer;
        if (x == 0 && z == 0) shift = random.vector(0.5f * rain.slack_m);
        const Vec3 place = {corner + float(x) * rain.step_m + shift.x, first + float(y) * rain.step_m,
                            corner + float(z) * rain.step_m + shift.z};
        const uint32_t s = shapes[i % shapes.size()];
        const Quaternion orientation = random_orientation(random);
        const Vec3 turn = random.vector(spin);
        const Vec3 velocity = random.vector(speed);
        add_body(request, s, place, orientation, velocity, turn, out);
    }
    return out;
}

}  // namespace

bool register_chairs() {
    return add_spawner({.name = "chairs",
                        .sentence = "bodies of any mesh rain into a bin and come to rest",
                        .keys = kKeys,
                        .spawn = spawn,
                        .meshes = true});
}

}  // namespace sim
