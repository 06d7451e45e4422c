// How long work on the CPU is ended early, and how it reports its progress. Who may end it is for the caller to know.
#pragma once
#include <cstdint>
#include <functional>

namespace sim {

/// Check whether to stop: called some thousand times a second by any of the threads at work. An exception that it
/// throws ends the search or step, and comes out of find() or step(), whose state is then undefined. Empty: no check.
using StopCheck = std::function<void()>;

/// Report of progress: long work calls it from time to time with the share that is done, in percent.
using ProgressCallback = std::function<void(uint32_t percent)>;

}  // namespace sim
