// Says no before memory runs out: how much a search will take, against what there is (sort/base/host_memory.h).
#pragma once
#include <cstdint>

#include "sort/base/host_memory.h"
#include "sort/base/numbers.h"

namespace sim {

using sort::require_host_memory;

/// Host memory that a pair takes at most beside the list that it ends in: where threads of the CPU collect
/// it, or where a list is copied and put in order.
inline constexpr uint64_t kHostPairBytes = 16;

/// Pairs that fit into nine tenths of the memory that this process could ever have.
uint64_t most_host_pairs();

/// Throws sort::OverLimit when memory for that many pairs is not available.
void require_pair_memory(uint64_t pairs);

/// Throws sort::OverLimit for a search that has found more than most_host_pairs() and is not at its end.
[[noreturn]] void refuse_pairs(uint64_t so_far);

}  // namespace sim
