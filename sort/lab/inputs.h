// Made inputs for `sort --input`, tests and measurements: by name, seeded, the same on every machine (integer
// arithmetic only). Most kinds make keys of 32 bits, and of 64 where these are asked for; some of 64 bits only.
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
    const char* example;   // a text that parse_input takes: "few:16"
};

/// Returns all kinds, in the order of the help text. For lists and for the nearest name.
std::span<const InputKind> input_kinds();

/// Returns the kinds of keys of 64 bits only, which input_kinds() does not list: "splat:M", "contacts:M".
std::span<const InputKind> wide_input_kinds();

/// A kind with its numbers, as a command line names it: "uniform", "few:16", "banded:8-24", "teleport:0.5%",
/// "gas-teleport:0.01:1%".
struct Input {
    const InputKind* kind;
    uint64_t number =
        0;             // K or D; the lower bit of a band; the millionths that teleport, of a diameter, of M
    uint64_t end = 0;  // of a band; the millionths of a gas that teleport
};

/// Is it one of wide_input_kinds()?
bool is_wide(const Input& input);

/// Throws std::invalid_argument: unknown kind (lists them), number missing, not expected, or out of range.
Input parse_input(const std::string& text);

/// Throws std::invalid_argument when is_wide(input).
std::vector<uint32_t> make_keys(const Input& input, uint32_t count, uint64_t seed);

/// Makes keys of 64 bits of any kind. uniform, sorted, reversed, swaps, displaced and teleport have 64 random bits;
/// the other kinds that make_keys() has are widened().
std::vector<uint64_t> make_wide_keys(const Input& input, uint32_t count, uint64_t seed);

/// Puts each word above a mix of it: sorted stays sorted, equal stays equal, and both halves are work.
std::vector<uint64_t> widened(const std::vector<uint32_t>& words);

/// Fills `keys`, whose length is the count.
using InputMaker = void (*)(std::vector<uint32_t>& keys, const Input& input, uint64_t seed);

/// Adds a kind that a room above makes, before main: "name:M", a move in diameters, or with_share "name:M:P%".
bool add_input_kind(const InputKind& kind, bool with_share, InputMaker maker);

/// Returns the n-th number of a sequence that the seed names (a mix of both: no state, no library distribution).
uint64_t random_number(uint64_t seed, uint64_t n);

}  // namespace sort
