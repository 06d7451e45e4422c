// Whole numbers as people type them: 1000000, 1e6, 1.5M, 128k, 64Ki.
#pragma once
#include <cstdint>
#include <string_view>

namespace sort {

enum class NumberFault { none, not_a_number, negative, fraction, too_big };

struct WholeNumber {
    uint64_t value = 0;
    NumberFault fault = NumberFault::none;
};

/// k (or K) and M are powers of ten, Ki and Mi powers of two. Exact up to 2^64 - 1; more is too_big.
WholeNumber parse_whole_number(std::string_view text);

}  // namespace sort
