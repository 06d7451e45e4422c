// Says how much memory a sort needs and how much there is, before anything is taken.
#pragma once
#include <cstdint>
#include <string>

#include "sort/registry.h"

namespace app {

/// Bytes that an engine and its pairs need, in the memory of its backend and in the host's.
struct SortNeeds {
    uint64_t host_bytes = 0, device_bytes = 0;

    /// Scratch of an engine, wherever it works.
    void add_engine(const sort::Engine& engine, const sort::EngineConfig& config, uint32_t count);
};

/// Throws sort::OverLimit. `what`: "sorting 5000000000 keys". Asks CUDA only when device_bytes is not 0; the
/// current device may change.
void require_memory(const std::string& what, const SortNeeds& needs, int device);

}  // namespace app
