// Work that is timed one run at a time, for who does something else in between: races in the window's pauses. On cuda
// each has a stream of its own.
#pragma once
#include <functional>
#include <memory>

#include "sort/lab/measure.h"

namespace sort {

class TimedWork {
public:
    using Part = std::function<void(Stream)>;  // does or queues on the stream (null on cpu)

    virtual ~TimedWork() = default;

    /// Does before(), which is not timed, then work(), and waits: ms of work(), device time between events on cuda, the
    /// steady clock on cpu.
    virtual double run_ms() = 0;
};

/// `launch`: graph captures work() once, with the first run. On the current device. Throws Unavailable.
std::unique_ptr<TimedWork> make_timed_work(Backend backend, TimedWork::Part before, TimedWork::Part work,
                                           Launch launch = Launch::stream);

/// Function of one backend that times work. Registered by the file that has it (timed_work_cuda.cu is absent
/// without CUDA).
using TimedWorkFunction = std::unique_ptr<TimedWork> (*)(TimedWork::Part before, TimedWork::Part work,
                                                         Launch launch);
bool add_timed_work(Backend backend, TimedWorkFunction function);

}  // namespace sort
