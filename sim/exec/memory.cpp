#include "sim/exec/memory.h"

#include <unistd.h>

#include "sim/exec/limits.h"
#include "sort/base/errors.h"

namespace sim {
namespace {

constexpr uint64_t kEachPair = kPairBytes + kHostPairBytes;

uint64_t usable_bytes() { return host_memory_bytes() / 10 * 9; }

}  // namespace

uint64_t host_memory_bytes() { return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE)); }

void require_host_memory(const std::string& what, uint64_t bytes) {
    if (bytes <= usable_bytes()) return;
    throw sort::OverLimit(what + " need " + sort::human_bytes(double(bytes)) + " of memory; at most " +
                          sort::human_bytes(double(usable_bytes())) + " can be used here");
}

uint64_t most_host_pairs() { return usable_bytes() / kEachPair; }

void require_pair_memory(uint64_t pairs) {
    require_host_memory(sort::grouped(pairs) + " pairs", pairs * kEachPair);
}

void refuse_pairs(uint64_t so_far) {
    throw sort::OverLimit("at least " + sort::grouped(so_far) + " pairs, which need more than the " +
                          sort::human_bytes(double(usable_bytes())) + " of memory that can be used here");
}

}  // namespace sim
