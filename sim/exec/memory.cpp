#include "sim/exec/memory.h"

#include "sim/exec/limits.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace sim {
namespace {

constexpr uint64_t kEachPair = kPairBytes + kHostPairBytes;

uint64_t most_bytes() { return sort::host_memory_total() / 10 * 9; }

}  // namespace

uint64_t most_host_pairs() { return most_bytes() / kEachPair; }

void require_pair_memory(uint64_t pairs) {
    const uint64_t bytes = pairs > UINT64_MAX / kEachPair ? UINT64_MAX : pairs * kEachPair;
    require_host_memory(sort::grouped(pairs) + " pairs need", bytes);
}

void refuse_pairs(uint64_t so_far) {
    throw sort::OverLimit("at least " + sort::grouped(so_far) + " pairs, which need more than the " +
                          sort::human_bytes(double(most_bytes())) + " of memory that can be used here");
}

}  // namespace sim
