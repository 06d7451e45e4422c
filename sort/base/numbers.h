// Whole numbers as people type them: 1000000, 1e6, 1.5M, 128k, 64Ki; and as they read them in messages.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace sort {

enum class NumberFault {
    none,
    not_a_number,
    negative,
    fraction,
    too_big,
    grouped  // digits in threes with marks between them, "10.000" or "1,000,000": ten, or ten thousand?
};

struct WholeNumber {
    uint64_t value = 0;
    NumberFault fault = NumberFault::none;
};

/// k (or K) and M are powers of ten, Ki and Mi powers of two. Exact up to 2^64 - 1; more is too_big.
WholeNumber parse_whole_number(std::string_view text);

/// Returns "1,204"
std::string grouped(uint64_t number);

/// Returns a number of bytes in three digits and a unit, powers of ten: "4.1 MB" for 4,096,000.
std::string human_bytes(double bytes);

}  // namespace sort
