// A FakeWorld whose bodies pull each other, as far as a picture knows: small ones are points.
#pragma once
#include "tests/app/gl_fake_world.h"

class StarWorld : public FakeWorld {
public:
    explicit StarWorld(const std::vector<FakeBody>& bodies, const std::string& spawn = "")
        : FakeWorld(bodies) {
        config_.scene.physics.gravity.on = true;
        config_.scene.spawn = spawn;
    }

    /// The same bodies in the other order of slots.
    void turn_slots() {
        std::reverse(position_radius_.begin(), position_radius_.end());
        std::reverse(velocity_mass_.begin(), velocity_mass_.end());
        std::reverse(ids_.begin(), ids_.end());
    }
    std::map<std::string, float>& spawn_values() { return config_.scene.spawn_values; }
};

/// So many bodies at one place.
inline std::vector<FakeBody> heap_at(int count, float x, float y) {
    return std::vector<FakeBody>(size_t(count), FakeBody{x, y, 0, 0.001f});
}
