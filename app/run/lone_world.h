// A world that nobody looks at, for a run that is done again.
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
    /// Where both do not fit into memory the old one is given back first; if then there is no room all the same, there
    /// is no world any more.
    void replace(const sim::Snapshot& state, const sim::Physics& physics) override;

private:
    std::unique_ptr<sim::World> world_;
};

}  // namespace app
