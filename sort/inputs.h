// Made inputs for `sort --input`, tests and measurements: by name, seeded, the same on every machine.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sort {

struct InputKind {
    const char* name;      // "few"
    const char* usage;     // "few:K"
    const char* sentence;  // what it is
    bool takes_number;
};

/// All kinds, in the order of the help text. For lists and for the nearest name.
std::span<const InputKind> input_kinds();

/// A kind with its number, as a command line names it: "uniform", "few:16", "swaps:1k".
struct Input {
    const InputKind* kind;
    uint64_t number = 0;
};

/// Throws std::invalid_argument: unknown kind (lists them), number missing, not wanted, or not from 1 to 2^32
/// - 1.
Input parse_input(const std::string& text);

std::vector<uint32_t> make_keys(const Input& input, uint32_t count, uint64_t seed);

/// The n-th number of a sequence that the seed names (a mix of both: no state, no library distribution).
uint64_t random_number(uint64_t seed, uint64_t n);

}  // namespace sort
