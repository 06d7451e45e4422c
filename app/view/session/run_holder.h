// How a run reaches the world of the session.
#pragma once
#include "sim/run/playback.h"

namespace app {

class Session;

class RunHolder : public sim::WorldHolder {
public:
    explicit RunHolder(Session& session) : session_(session) {}
    sim::World& world() override;
    bool has_world() const override;
    void replace(const sim::Snapshot& state, const sim::Physics& physics) override;

private:
    Session& session_;
};

}  // namespace app
