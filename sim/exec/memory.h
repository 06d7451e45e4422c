// Says no before memory runs out: how much a world or a search will take, against what there is.
#pragma once
#include <cstdint>
#include <string>

#include "sort/base/memory.h"
#include "sort/base/numbers.h"

namespace sim {

using sort::host_memory_bytes;
using sort::require_host_memory;

/// Host memory that a pair takes at most beside the list that it ends in: where threads of the CPU collect
/// it, or where a list is copied and put in order.
inline constexpr uint64_t kHostPairBytes = 16;

/// Pairs that fit into so much memory.
uint64_t most_host_pairs();

/// require_host_memory() for so many pairs, however many they are.
void require_pair_memory(uint64_t pairs);

/// Throws sort::OverLimit for a search that has found more than most_host_pairs() and is not at its end.
[[noreturn]] void refuse_pairs(uint64_t so_far);

}  // namespace sim
