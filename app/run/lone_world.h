// A world without a view, for a run that is repeated.
#pragma once
#include <memory>

#include "sim/run/playback.h"

namespace app {

class LoneWorld : public sim::WorldHolder {
public:
    /// Throws as create_world().
    explicit LoneWorld(const sim::WorldConfig& config);

    sim::World& world() override { return *world_; }
    bool has_world() const override { return world_ != nullptr; }
    /// Replaces the world. If memory cannot hold both, the old one is freed first; if it cannot hold the new
    /// one even then, there is no world any more.
    void replace(const sim::Snapshot& state, const sim::Physics& physics) override;

private:
    std::unique_ptr<sim::World> world_;
};

}  // namespace app
