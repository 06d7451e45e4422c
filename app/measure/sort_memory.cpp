// Free memory now, of the host (or its container) and of the device.
#include "app/measure/sort_memory.h"

#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "sort/base/errors.h"
#include "sort/base/host_memory.h"

namespace app {
namespace {

void require_device_memory(const std::string& what, uint64_t needed, uint64_t there) {
    if (there == 0 || needed <= there) return;
    throw sort::OverLimit(what + " needs " + human_bytes(static_cast<double>(needed)) +
                          " of device memory; " + human_bytes(static_cast<double>(there)) + " are available");
}

}  // namespace

void SortNeeds::add_engine(const sort::Engine& engine, const sort::EngineConfig& config, uint32_t count) {
    (engine.backend == sort::Backend::cuda ? device_bytes : host_bytes) += engine.bytes(count, config);
}

void require_memory(const std::string& what, const SortNeeds& needs, int device) {
    sort::require_host_memory(what + " needs", needs.host_bytes);
    if (needs.device_bytes == 0) return;
    for (const DeviceFacts& one : cuda_facts().devices) {
        if (one.ordinal == device) require_device_memory(what, needs.device_bytes, one.free_bytes);
    }
}

}  // namespace app
