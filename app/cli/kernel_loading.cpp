#include "app/cli/kernel_loading.h"

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "app/base/machine.h"
#include "app/base/progress.h"
#include "sim/world.h"
#include "sort/device.h"

namespace app {
namespace {

using namespace std::chrono_literals;

/// Prints one line, once the work has taken a second.
class LateLine {
public:
    LateLine(std::string line, bool quiet) {
        if (quiet) return;
        thread_ = std::jthread([line = std::move(line)](const std::stop_token& stop) {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            never.wait_for(lock, stop, 1s, [] { return false; });
            if (!stop.stop_requested()) std::fprintf(stderr, "%s\n", line.c_str());
        });
    }

private:
    std::jthread thread_;
};

std::string reason_of(int device) {
    std::string name = "this GPU";
    for (const DeviceFacts& facts : cuda_facts().devices) {
        if (facts.ordinal == device)
            name = facts.name + " (compute capability " + facts.compute_capability + ")";
    }
    return "compiling kernels for " + name +
           ", for which this build has no machine code: once, the driver keeps them";
}

}  // namespace

void load_kernels(const sort::Engine& engine, int device, bool worlds, bool quiet) {
    if (engine.backend != sort::Backend::cuda) return;
    static std::set<std::pair<std::string, int>> loaded;
    const bool has_engine = loaded.contains({engine.name, device});
    const bool has_worlds = !worlds || loaded.contains({"", device});
    if (has_engine && has_worlds) return;
    use_cuda_device(device);
    if (sort::compiles_kernels(device)) {
        const LateLine line(reason_of(device), quiet);
        TimedProgress progress(quiet);
        constexpr uint64_t kEnginePart =
            20;  // of 100; an H100's driver took 7 s for `adaptive`, 28 for worlds
        if (!has_engine) sort::make_sorter(engine, 1);
        progress.reach(worlds ? kEnginePart : 100);
        if (!has_worlds) sim::load_world_kernels();
        progress.reach(100);
    }
    loaded.insert({engine.name, device});
    if (worlds) loaded.insert({"", device});
}

}  // namespace app
