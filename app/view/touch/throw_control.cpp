#include "app/view/touch/throw_control.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/base/messages.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/touch/vectors.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

constexpr float kSpacing = 2.2f;     // of bodies thrown together, in radii
constexpr float kSpread = 0.03f;     // their ways part by so much per place beside the middle
constexpr float kMostOfRoom = 0.2f;  // a body's radius, of the container's shortest side
constexpr float kBeforeEye = 3;      // radii: so that it is seen leaving
constexpr float kGap = 1e-3f;        // radii, between a body and what its way is free of

/// The part of a ray inside a box, from the eye on; empty: it misses the box.
struct Reach {
    float from = 0, to = HUGE_VALF;
    bool empty() const { return !(from <= to); }
};

Reach inside(const sim::Container& box, const Ray& ray) {
    Reach reach;
    for (int axis = 0; axis < 3; ++axis) {
        const float eye = ray.eye[axis], way = ray.way[axis];
        if (std::fabs(way) < 1e-12f) {
            if (eye < box.min_m[axis] || eye > box.max_m[axis]) reach.to = -1;
            continue;
        }
        const float a = (box.min_m[axis] - eye) / way, b = (box.max_m[axis] - eye) / way;
        reach.from = std::max(reach.from, std::min(a, b));
        reach.to = std::min(reach.to, std::max(a, b));
    }
    return reach;
}

/// The walls, moved inwards by a body's radius.
sim::Container room_for(const sim::Container& box, float radius_m) {
    sim::Container room = box;
    for (int axis = 0; axis < 3; ++axis) {
        room.min_m[axis] += radius_m;
        room.max_m[axis] -= radius_m;
    }
    return room;
}

/// Returns the distance in [from, to] along the ray, m, at which a sphere first touches no body; `from` where
/// there is none.
float first_free(const std::vector<sim::Body>& bodies, const sim::Throw& thrown, const Ray& ray,
                 float radius_m, float from, float to) {
    std::vector<Reach> taken;
    const auto add = [&](const sim::Vec3& place, float radius) {
        const glm::vec3 off = to_glm(place) - ray.eye;
        const float middle = glm::dot(off, ray.way), both = (1 + kGap) * (radius + radius_m);
        const float beside2 = glm::dot(off, off) - middle * middle;
        if (beside2 >= both * both) return;
        const float half = std::sqrt(both * both - beside2);
        if (middle + half > from) taken.push_back({middle - half, middle + half});
    };
    for (const sim::Body& body : bodies) add(body.position_m, body.radius_m);
    for (const sim::ThrownBody& body : thrown) add(body.position_m, body.radius_m);
    std::sort(taken.begin(), taken.end(), [](const Reach& a, const Reach& b) { return a.from < b.from; });
    float at = from;
    for (const Reach& reach : taken)
        if (reach.from <= at) at = std::max(at, reach.to);
    return at <= to ? at : from;
}

std::vector<uint32_t> movable(const sim::Snapshot& state) {
    std::vector<uint32_t> ids;
    for (uint32_t id = 0; id < state.bodies.size(); ++id)
        if (std::isfinite(state.bodies[id].mass_kg)) ids.push_back(id);
    return ids;
}

/// The one whose radius half of the others do not reach.
uint32_t median_body(const sim::Snapshot& state, std::vector<uint32_t> ids) {
    const auto middle = ids.begin() + static_cast<std::ptrdiff_t>(ids.size() / 2);
    std::nth_element(ids.begin(), middle, ids.end(), [&](uint32_t a, uint32_t b) {
        return state.bodies[a].radius_m < state.bodies[b].radius_m;
    });
    return *middle;
}

/// A sphere of the median body's density; of a scene with meshes, another one of some body.
sim::ThrownBody like_the_others(const sim::Snapshot& state, const std::vector<uint32_t>& ids, bool meshes,
                                uint32_t number, float size) {
    const uint32_t id = meshes ? ids[number % ids.size()] : median_body(state, ids);
    const sim::Body& like = state.bodies[id];
    sim::ThrownBody thrown;
    thrown.radius_m = like.radius_m;
    thrown.mass_kg = like.mass_kg;
    if (!state.rotations.empty()) thrown.shape = state.rotations[id].shape;
    if (meshes) {
        thrown.orientation = state.rotations[id].orientation;
        return thrown;
    }
    const sim::Vec3 room = state.container.max_m - state.container.min_m;
    const float most = kMostOfRoom * std::min({room.x, room.y, room.z}) / like.radius_m;
    size = std::min(size, most);
    thrown.radius_m *= size;
    thrown.mass_kg *= size * size * size;
    return thrown;
}

/// Returns the ray of body `number` of `count` that are thrown together: places in a square around the given
/// ray, layer behind layer.
Ray beside(const Ray& ray, uint32_t number, uint32_t count, float spacing_m, float* behind_m) {
    if (count == 1) return ray;
    constexpr uint32_t kSide = 4;
    const glm::vec3 up_or_so = std::fabs(ray.way.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    const glm::vec3 right = glm::normalize(glm::cross(ray.way, up_or_so)), up = glm::cross(right, ray.way);
    const float x = static_cast<float>(number % kSide) - 0.5f * (kSide - 1);
    const float y = static_cast<float>(number / kSide % kSide) - 0.5f * (kSide - 1);
    *behind_m = spacing_m * static_cast<float>(number / (kSide * kSide));
    return {ray.eye + spacing_m * (x * right + y * up),
            glm::normalize(ray.way + kSpread * (x * right + y * up))};
}

/// Raises a body above the ground, where there is one.
void raise(sim::ThrownBody& body, const sim::Ground* ground, const sim::Container& room) {
    if (!ground) return;
    const float height = sim::surface_at(ground->field(), body.position_m.x, body.position_m.z).height_m;
    body.position_m.y =
        std::clamp(body.position_m.y, std::min(height + 1.5f * body.radius_m, room.max_m.y), room.max_m.y);
}

}  // namespace

float usual_throw_speed(const sim::Physics& physics, const sim::Container& bodies) {
    const sim::Vec3 size = bodies.max_m - bodies.min_m;
    const float across = 0.3f * std::max({size.x, size.y, size.z});
    const float gravity = sim::length(physics.gravity_m_s2);
    const float speed = std::max(across, std::sqrt(2 * gravity * size.y));
    const float drag = physics.air_drag_per_m;
    return gravity > 0 && drag > 0 ? std::min(speed, std::sqrt(gravity / drag)) : speed;
}

PlannedThrow plan_throw(const sim::Snapshot& state, bool meshes, const Ray& ray,
                        const ThrowSettings& settings, uint32_t count, const sim::Ground* ground) {
    PlannedThrow planned;
    const std::vector<uint32_t> ids = movable(state);
    if (ids.empty()) return planned;
    for (uint32_t number = 0; number < count; ++number) {
        sim::ThrownBody body = like_the_others(
            state, ids, meshes, number + static_cast<uint32_t>(state.bodies.size()), settings.size);
        const sim::Container room = room_for(state.container, body.radius_m);
        float behind_m = 0;
        Ray way = beside(ray, number, count, kSpacing * body.radius_m, &behind_m);
        Reach reach = inside(room, way);
        planned.from_wall |= reach.from > 0 || reach.empty();
        if (reach.empty()) {  // from the nearest place that is inside
            way.eye = to_glm(kept_in(room, to_sim(way.eye)));
            reach = inside(room, way);
        }
        const float from = std::min(reach.from + (reach.from > 0 ? 0 : kBeforeEye * body.radius_m) + behind_m,
                                    std::max(reach.to, 0.0f));
        const float at = first_free(state.bodies, planned.bodies, way, body.radius_m, from, reach.to);
        body.position_m = kept_in(room, to_sim(way.eye + at * way.way));
        body.velocity_m_s = to_sim(settings.speed() * way.way);
        raise(body, ground, room);
        planned.bodies.push_back(body);
    }
    return planned;
}

void throw_from_eye(Simulation& simulation, const View& view, Messages& messages,
                    const ThrowSettings& settings, uint32_t count) {
    sim::Snapshot state;
    try {
        state = simulation.world().snapshot();
    } catch (const std::exception& error) {
        return messages.say(std::string("Not thrown: ") + error.what(), true);
    }
    const Camera& camera = view.camera;
    const Ray ray{camera.position(), glm::normalize(camera.target - camera.position())};
    const PlannedThrow planned = plan_throw(state, !simulation.config().scene.shapes.empty(), ray, settings,
                                            count, simulation.world().ground());
    if (planned.bodies.empty()) return messages.say("Not thrown: no body of this scene moves", true);
    const std::string before = messages.newest();
    if (!simulation.throw_in(planned.bodies) || messages.newest() != before) return;  // it has said more
    const std::string what = count == 1 ? "1 body" : sort::grouped(count) + " bodies";
    messages.say("Threw in " + what + ": " + sort::grouped(simulation.config().bodies) + " now" +
                     (planned.from_wall ? ". The eye is outside the container: from its wall" : ""),
                 false, Topic::thrown);
}

}  // namespace app
