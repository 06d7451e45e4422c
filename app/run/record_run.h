// A live run as a file. Its hashes are those of the states that were saved during the run, so recording costs
// nothing while the run goes on.
#pragma once
#include "app/run/run_file.h"
#include "sim/run/playback.h"

namespace app {

/// Throws BadFile for a seed that TOML has no number for.
void require_recordable(uint64_t seed);

/// Returns the run up to the step at which it stands, and its events up to there. It began with the scene as
/// it was spawned. Throws sort::OverLimit, and as require_recordable().
RunFile record_run(const sim::WorldConfig& config, const sim::Playback& run, sim::World& world);

/// Returns indices spread evenly over those that there are, the first and the last one among them.
std::vector<size_t> spread_over(size_t there, size_t wanted);

}  // namespace app
