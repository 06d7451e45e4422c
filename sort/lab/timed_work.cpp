// The table of backends, and the CPU's clock.
#include "sort/lab/timed_work.h"

#include <chrono>
#include <string>
#include <utility>

#include "sort/base/errors.h"

namespace sort {
namespace {

TimedWorkFunction& timed_work_function(Backend backend) {
    static TimedWorkFunction functions[2] = {};
    return functions[backend == Backend::cuda ? 1 : 0];
}

class CpuWork : public TimedWork {
public:
    CpuWork(Part before, Part work) : before_(std::move(before)), work_(std::move(work)) {}

    double run_ms() override {
        before_(nullptr);
        const auto start = std::chrono::steady_clock::now();
        work_(nullptr);
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }

private:
    Part before_, work_;
};

const bool registered = add_timed_work(
    Backend::cpu, [](TimedWork::Part before, TimedWork::Part work, Launch) -> std::unique_ptr<TimedWork> {
        return std::make_unique<CpuWork>(std::move(before), std::move(work));
    });

}  // namespace

bool add_timed_work(Backend backend, TimedWorkFunction function) {
    timed_work_function(backend) = function;
    return true;
}

std::unique_ptr<TimedWork> make_timed_work(Backend backend, TimedWork::Part before, TimedWork::Part work,
                                           Launch launch) {
    const TimedWorkFunction function = timed_work_function(backend);
    if (!function) throw Unavailable(std::string("this build has no ") + name_of(backend));
    return function(std::move(before), std::move(work), launch);
}

}  // namespace sort
