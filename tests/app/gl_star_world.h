// A FakeWorld whose bodies pull each other, as far as a picture knows: small ones are points.
#pragma once
#include "sim/gravity/tree.h"
#include "tests/app/gl_fake_world.h"

class StarWorld : public FakeWorld {
public:
    explicit StarWorld(const std::vector<FakeBody>& bodies, const std::string& spawn = "")
        : FakeWorld(bodies) {
        config_.scene.physics.gravity.on = true;
        config_.scene.spawn = spawn;
    }

    /// Reverses the order of the bodies' slots.
    void turn_slots() {
        std::reverse(position_radius_.begin(), position_radius_.end());
        std::reverse(velocity_mass_.begin(), velocity_mass_.end());
        std::reverse(ids_.begin(), ids_.end());
    }
    /// Shows a tree of gravity that is not built yet.
    void pretend_tree() { tree_there_ = true; }
    sim::BodyView bodies() const override {
        sim::BodyView view = FakeWorld::bodies();
        if (!tree_there_) return view;
        view.tree.nodes = &node_;
        view.tree.built = &built_;
        return view;
    }

    std::map<std::string, float>& spawn_values() { return config_.scene.spawn_values; }

private:
    bool tree_there_ = false;
    uint32_t built_ = 0;
    sim::TreeNode node_{};
};

/// Makes `count` bodies at one place.
inline std::vector<FakeBody> heap_at(int count, float x, float y) {
    return std::vector<FakeBody>(size_t(count), FakeBody{x, y, 0, 0.001f});
}
