// How long work on the CPU is ended early, and how it tells how far it is. Who may end it is for the caller to
// know.
#pragma once
#include <cstdint>
#include <functional>

namespace sim {

/// Called now and then, some thousand times a second, by any of the threads at work. What it throws ends the
/// search or step, and comes out of find() or step(); after that there is nothing to go on from. Empty: none.
using StopCheck = std::function<void()>;

/// Called now and then by long work with how much of it is done.
using ProgressCallback = std::function<void(uint32_t percent)>;

}  // namespace sim
