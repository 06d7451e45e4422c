// Numbers as people type them: 1000000, 1e6, 1.5M, 128k, 64Ki; and sizes like 1280x720.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sort/base/numbers.h"

namespace sort {
struct TileShape;
}

namespace app {

/// Parses a whole number >= 0. k and M are powers of ten, Ki and Mi powers of two. `flag` names it in
/// messages. Throws BadUsage (not a number, negative, a fraction) or sort::OverLimit (2^64 and more).
uint64_t parse_count(const std::string& flag, const std::string& text);

/// Parses a finite number >= 0. Throws BadUsage.
float parse_length(const std::string& flag, const std::string& text);

/// Parses a finite number >= 0 as a double. Throws BadUsage.
double parse_number(const std::string& flag, const std::string& text);

/// Parses a finite number above 0. Throws BadUsage.
double parse_seconds(const std::string& flag, const std::string& text);

/// 0.01 or 1%, above 0. Throws BadUsage.
double parse_share(const std::string& flag, const std::string& text);

/// Bits begin to end - 1 of a key.
struct BitRange {
    int begin = 0, end = 32;
};

/// Parses "8-24": two whole numbers, first < second <= limit. Throws BadUsage.
BitRange parse_range(const std::string& flag, const std::string& text, int limit);

/// Parses "256x8", threads of a block x pairs per thread; "32" is 32x1. Throws BadUsage.
sort::TileShape parse_tile(const std::string& flag, const std::string& text);

/// Returns the words between commas; an empty one is BadUsage.
std::vector<std::string> parse_list(const std::string& flag, const std::string& text);

/// "1280x720", each side 16 to 16384. Throws BadUsage.
void parse_size(const std::string& flag, const std::string& text, int& width, int& height);

/// Returns "64Ki", "16Mi" or "1000000", as parse_count reads it.
std::string count_text(uint64_t count);

/// printf's %.*f.
std::string fixed_text(double value, int decimals);

/// Returns "0.25 ms"
std::string time_step_text(double time_step_s);

using sort::grouped;
using sort::human_bytes;

}  // namespace app
