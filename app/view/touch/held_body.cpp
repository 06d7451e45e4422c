// Rays of the mouse, and the bodies that they meet.
#include <algorithm>
#include <bit>
#include <cmath>

#include "app/view/touch/hand_control.h"
#include "app/view/touch/vectors.h"

namespace app {
namespace {

glm::vec3 forward(const Camera& camera) { return glm::normalize(camera.target - camera.position()); }

/// How far along a ray it meets a triangle (Moeller and Trumbore); < 0: it does not.
float meets(const glm::vec3& from, const glm::vec3& way, const glm::vec3& a, const glm::vec3& b,
            const glm::vec3& c) {
    const glm::vec3 u = b - a, v = c - a, p = glm::cross(way, v);
    const float det = glm::dot(u, p);
    if (std::fabs(det) < 1e-20f) return -1;
    const glm::vec3 s = (from - a) / det;
    const float along_u = glm::dot(s, p);
    const glm::vec3 q = glm::cross(s, u);
    const float along_v = glm::dot(way, q);
    if (along_u < 0 || along_v < 0 || along_u + along_v > 1) return -1;
    return glm::dot(v, q);
}

/// The nearest point of a mesh on a ray, both in the body's axes.
std::optional<glm::vec3> on_mesh(const sim::SceneShape& shape, const glm::vec3& from, const glm::vec3& way) {
    const glm::vec3 centre = to_glm(shape.shape.mesh_centre);
    const auto place = [&](uint32_t vertex) {
        return (to_glm(shape.mesh.vertices[vertex]) - centre) * shape.shape.mesh_scale;
    };
    float nearest = -1;
    for (const auto& triangle : shape.mesh.triangles) {
        const float at = meets(from, way, place(triangle[0]), place(triangle[1]), place(triangle[2]));
        if (at > 0 && (nearest < 0 || at < nearest)) nearest = at;
    }
    if (nearest < 0) return std::nullopt;
    return from + nearest * way;
}

/// The nearest point of a sphere around the origin; of a ray that misses it, what it shows towards the ray.
glm::vec3 on_sphere(float radius, const glm::vec3& from, const glm::vec3& way) {
    const float middle = -glm::dot(from, way);
    const glm::vec3 beside = from + middle * way;
    const float off = glm::length(beside);
    if (off >= radius) return beside * (radius / off);
    return beside - std::sqrt(radius * radius - off * off) * way;
}

HeldBody of_slot(const sim::BodyView& view, uint32_t slot) {
    const sim::Vec4 place = view.position_radius[slot], velocity = view.velocity_mass[slot];
    HeldBody body{view.id[slot], sim::xyz(place), place.w, velocity.w};
    body.turns = view.orientation != nullptr;
    if (body.turns) body.orientation = view.orientation[slot];
    return body;
}

}  // namespace

Ray ray_through(const Camera& camera, glm::vec2 at, glm::vec2 view) {
    const glm::vec3 ahead = forward(camera);
    const glm::vec3 right = glm::normalize(glm::cross(ahead, glm::vec3(0, 1, 0)));
    const glm::vec3 up = glm::cross(right, ahead);
    const float half = std::max(view.y / 2, 0.5f), slope = std::tan(glm::radians(camera.fov_deg) / 2);
    const glm::vec2 off = slope / half * glm::vec2(at.x - view.x / 2, view.y / 2 - at.y);
    return {camera.position(), glm::normalize(ahead + off.x * right + off.y * up)};
}

float depth_of(const Camera& camera, const glm::vec3& place) {
    return glm::dot(place - camera.position(), forward(camera));
}

glm::vec3 at_depth(const Camera& camera, const Ray& ray, float depth_m) {
    return ray.eye + ray.way * (depth_m / std::max(glm::dot(ray.way, forward(camera)), 1e-3f));
}

std::optional<HeldBody> find_body(sim::World& world, uint32_t id) {
    world.finish();
    HeldBody body;
    uint32_t shape = sim::kNoShape;
    if (world.config().backend == sim::Backend::cpu) {
        const sim::BodyView view = world.bodies();
        const uint32_t* at = std::find(view.id, view.id + view.count, id);
        if (at == view.id + view.count) return std::nullopt;
        const auto slot = static_cast<uint32_t>(at - view.id);
        body = of_slot(view, slot);
        if (view.momentum_shape) shape = std::bit_cast<uint32_t>(view.momentum_shape[slot].w);
    } else {
        const sim::Snapshot state = world.snapshot();
        if (id >= state.bodies.size()) return std::nullopt;
        const sim::Body& found = state.bodies[id];
        body = {id, found.position_m, found.radius_m, found.mass_kg};
        body.turns = !state.rotations.empty();
        if (body.turns) body.orientation = state.rotations[id].orientation;
        if (body.turns) shape = state.rotations[id].shape;
    }
    const auto& shapes = world.config().scene.shapes;
    if (body.turns && shape < shapes.size()) body.shape = shapes[shape].get();
    return body;
}

sim::Vec3 grip_on(const HeldBody& body, const Ray& ray) {
    glm::vec3 from = ray.eye - to_glm(body.position_m), way = ray.way;
    if (body.turns) {
        const sim::Matrix3 axes = sim::rotation(body.orientation);
        from = to_glm(sim::transposed_times(axes, to_sim(from)));
        way = to_glm(sim::transposed_times(axes, to_sim(way)));
    }
    if (body.shape) {
        if (const auto point = on_mesh(*body.shape, from, way)) return to_sim(*point);
    }
    return to_sim(on_sphere(body.radius_m, from, way));
}

sim::Vec3 grip_in_world(const HeldBody& body, const sim::Vec3& grip_m) {
    return body.position_m + (body.turns ? sim::rotation(body.orientation) * grip_m : grip_m);
}

}  // namespace app
