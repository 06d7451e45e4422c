// Says no before memory runs out: how much a world or a search will take, against what there is.
#pragma once
#include <cstdint>
#include <string>

namespace sim {

/// Physical memory of this machine in bytes.
uint64_t host_memory_bytes();

/// Host memory that a pair takes at most beside the list that it ends in: where threads of the CPU collect
/// it, or where a list is copied and put in order.
inline constexpr uint64_t kHostPairBytes = 16;

/// Throws sort::OverLimit naming `what`, the bytes needed and the bytes there are, when they do not fit into
/// nine tenths of this machine's memory.
void require_host_memory(const std::string& what, uint64_t bytes);

}  // namespace sim
