// The parts of the window's state, as actions and panels get them: a file includes the headers of those that it uses.
#pragma once

namespace app {

class Compare;
class Inspector;
class Messages;
class Simulation;
class Telemetry;
class View;
class WorldChanges;

struct SessionParts {
    Simulation& simulation;
    WorldChanges& changes;
    View& view;
    Inspector& inspector;
    Compare& compare;
    Telemetry& telemetry;
    Messages& messages;
};

}  // namespace app
