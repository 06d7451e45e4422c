// The prefix sum over a table in memory, sort/cuda/table_scan.cuh, as engines and their models reckon with it.
#pragma once
#include <cstdint>

namespace sort::table_scan {

constexpr uint32_t kScanRound = 1024;  // words that a block takes at once

/// Returns the words of a table that holds `words`: whole groups of 16 bytes. What is behind them has to be written once.
constexpr uint64_t padded(uint64_t words) { return (words + 3) / 4 * 4; }

/// Returns the bytes that a scan of `words` words moves: the table is read and written once; one of more than one round
/// is read once more, for the sums of the rounds.
constexpr uint64_t scan_bytes(uint64_t words) { return (words > kScanRound ? 12 : 8) * words; }

}  // namespace sort::table_scan
