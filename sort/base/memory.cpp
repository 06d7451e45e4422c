#include "sort/base/memory.h"

#include <unistd.h>

#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace sort {

uint64_t host_memory_bytes() {
    return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t usable_host_memory_bytes() { return host_memory_bytes() / 10 * 9; }

void require_host_memory(const std::string& what, uint64_t bytes) {
    const uint64_t usable = usable_host_memory_bytes();
    if (bytes <= usable) return;
    throw OverLimit(what + " need " + human_bytes(static_cast<double>(bytes)) + " of memory; at most " +
                    human_bytes(static_cast<double>(usable)) + " can be used here");
}

void refuse_memory(const std::string& what, uint64_t bytes) {
    throw OverLimit(what + " need " + human_bytes(static_cast<double>(bytes)) +
                    " of memory, which this process does not get; the machine has " +
                    human_bytes(static_cast<double>(host_memory_bytes())));
}

}  // namespace sort
