// A table of counters, as American Fuzzy Lop has it: the place is mixed from where the code is and where it was.
#include "tests/fuzz/coverage.h"

#include <bit>
#include <cstdint>

extern "C" char __executable_start;  // the linker's

namespace {

constexpr size_t kPlaces = 1 << 16;
uint8_t counts[kPlaces], seen[kPlaces];  // of seen, a bit for each power of two
uintptr_t before = 0;
size_t found = 0;

}  // namespace

/// Called by the watched code at the begin of each of its pieces.
extern "C" __attribute__((no_sanitize("address", "undefined"))) void __sanitizer_cov_trace_pc() {
    const uintptr_t here =
        (uintptr_t(__builtin_return_address(0)) - uintptr_t(&__executable_start)) * 0x9e3779b9u >> 8;
    uint8_t& count = counts[(here ^ before) % kPlaces];
    if (count < 255) ++count;
    before = here >> 1;
}

namespace fuzz {

void begin_coverage() {
    for (uint8_t& count : counts) count = 0;
    before = 0;
}

__attribute__((no_sanitize("address", "undefined"))) size_t new_coverage() {
    size_t fresh = 0;
    for (size_t at = 0; at < kPlaces; ++at) {
        if (!counts[at]) continue;
        const auto bit = uint8_t(1u << (std::bit_width(counts[at]) - 1));
        fresh += !(seen[at] & bit);
        seen[at] |= bit;
    }
    found += fresh;
    return fresh;
}

size_t all_coverage() { return found; }

}  // namespace fuzz
