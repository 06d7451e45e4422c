// The mouse as a hand in the world: where its ray meets a body, and the events that pull the body or push a sphere
// through the others (sim/math/hand.h).
#pragma once
#include <glm/glm.hpp>
#include <optional>

#include "app/gl/camera.h"
#include "app/view/session/session_parts.h"
#include "app/view/session/touch_state.h"
#include "sim/world.h"

namespace app {

/// The ray from the eye through one place of the view.
struct Ray {
    glm::vec3 eye{0}, way{0, 0, -1};  // way: of length 1
};

/// `at` in pixels from the top left of a view of this size.
Ray ray_through(const Camera& camera, glm::vec2 at, glm::vec2 view);

/// Returns the distance of a place before the eye, m, along the direction in which the camera looks.
float depth_of(const Camera& camera, const glm::vec3& place);
/// Returns the point in which a ray meets the plane at `depth_m`, which is parallel to the screen.
glm::vec3 at_depth(const Camera& camera, const Ray& ray, float depth_m);

/// A body as it is when it is taken hold of.
struct HeldBody {
    uint32_t id = sim::kNobody;
    sim::Vec3 position_m = {0, 0, 0};
    float radius_m = 0, mass_kg = 0;
    bool turns = false;
    sim::Quaternion orientation = {1, 0, 0, 0};
    const sim::SceneShape* shape = nullptr;  // null: a sphere
};

/// Finishes queued steps; reads all bodies where they are on a device.
std::optional<HeldBody> find_body(sim::World& world, uint32_t id);

/// The point of a body where a ray meets it, or comes nearest to it, as Hand::grip_m.
sim::Vec3 grip_on(const HeldBody& body, const Ray& ray);
/// Returns the point in the world of a grip `grip_m` on a body.
sim::Vec3 grip_in_world(const HeldBody& body, const sim::Vec3& grip_m);

/// A hand that is away, as quick as the time step allows and as strong as the bodies in this box need.
sim::Hand hand_for(const sim::Physics& physics, const sim::Container& box);

/// The radius of a pushing hand, of the shortest side of the box that the bodies are in.
float hand_radius_m(float size, const sim::Container& box);

class HandControl {
public:
    bool holds() const { return hand_.kind != sim::Hand::away; }
    bool pushes() const { return hand_.kind == sim::Hand::pushes; }

    /// Takes hold of a body where the ray meets it, and selects it. False: nothing moves this body, or the message
    /// says why not.
    bool grip(Simulation& simulation, View& view, uint32_t id, const Ray& ray);
    /// A sphere that pushes, as far away as the body, or else as what the camera looks at.
    bool push(Simulation& simulation, View& view, uint32_t id, const Ray& ray, float size);
    void aim(const Ray& ray) { ray_ = ray; }
    void move_away(double notches);  // or, < 0, nearer
    void resize(Simulation& simulation, View& view, float size);
    void let_go(Simulation& simulation, View& view);

    /// Before the steps of a frame: tells the run where the hand is now.
    void update(Simulation& simulation, View& view);
    HandShown shown(Simulation& simulation, View& view);

private:
    bool start(Simulation& simulation, sim::Hand hand);
    void move_to(Simulation& simulation, View& view, const sim::Vec3& target);

    sim::Hand hand_;  // as the run knows it; once let go, from the next update() on
    HeldBody body_;
    Ray ray_;
    float depth_m_ = 0;
    uint64_t step_ = 0;  // of the last update
};

}  // namespace app
