#include "app/view/session/session.h"

namespace app {

Session::Session(const ViewOptions& options, const sim::WorldConfig& config,
                 WorldChanges::ResolveWorld resolve, CreateWorld create)
    : messages([this](const std::string& error) {
          telemetry.log.add(simulation.counters().completed_steps, error);
      }),
      simulation(options, config, create, telemetry, messages),
      changes(options, std::move(resolve), create, simulation, telemetry, messages),
      view(options, simulation, messages),
      inspector(simulation, view, messages),
      compare(std::move(create), simulation, changes, inspector, telemetry, messages) {}

}  // namespace app
