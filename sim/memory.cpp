#include "sim/memory.h"

#include <unistd.h>

#include "sort/errors.h"

namespace sim {

uint64_t host_memory_bytes() { return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE)); }

void require_host_memory(const std::string& what, uint64_t bytes) {
    const uint64_t there = host_memory_bytes() / 10 * 9;
    if (bytes <= there) return;
    throw sort::OverLimit(what + ": " + std::to_string(bytes) + " bytes are needed, this machine has " +
                          std::to_string(there) + " for it");
}

}  // namespace sim
