// How a long search or step on the CPU is ended early. Who may end it is for the caller to know.
#pragma once
#include <functional>

namespace sim {

/// Called now and then, some thousand times a second, by any of the threads at work. What it throws ends the
/// search or step, and comes out of find() or step(); after that there is nothing to go on from. Empty: none.
using StopCheck = std::function<void()>;

}  // namespace sim
