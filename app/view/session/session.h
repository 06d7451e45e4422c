// The window's state: the parts that the frame, the panels and the keys read and change. Each depends on those before
// it alone, but for errors, which `messages` writes to the log; those after Simulation observe its world.
#pragma once
#include "app/base/messages.h"
#include "app/cli/resolve.h"
#include "app/view/session/compare.h"
#include "app/view/session/inspector.h"
#include "app/view/session/session_parts.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/view.h"
#include "app/view/session/world_changes.h"
#include "app/view/session/world_making.h"

namespace app {

struct Session {
    /// `config` is what the options mean (resolve_world). Throws what World::create throws. The functions are
    /// others in tests.
    Session(const ViewOptions& options, const sim::WorldConfig& config,
            WorldChanges::ResolveWorld resolve = resolve_scene_or_data, CreateWorld create = create_world);

    Messages messages;  // errors go to the log, too: none before `simulation` is there
    Telemetry telemetry;
    Simulation simulation;
    WorldChanges changes;
    View view;
    Inspector inspector;
    Compare compare;

    SessionParts parts() { return {simulation, changes, view, inspector, compare, telemetry, messages}; }
};

}  // namespace app
