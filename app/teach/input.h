// The keys of a lesson: few, and small enough to be read.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

constexpr uint32_t kMostLessonKeys = 256, kUsualLessonKeys = 64;
constexpr int kLessonBits = 8;  // of a key, unless typed keys are larger: three digits, and few passes

struct LessonInput {
    std::vector<uint32_t> keys;
    int bits = kLessonBits;  // by which the sort is done: all keys are below 2^bits
    std::string what;        // "uniform, seed 1, scaled to 8 bits"
};

/// Returns a kind of sort/lab/inputs.h, scaled to kLessonBits where its keys are larger: their order stays,
/// though keys that were near become equal. Throws BadUsage.
LessonInput made_input(const std::string& kind, uint32_t count, uint64_t seed);

/// Return the kind and number of made keys on which the engine's lesson shows its point. With one of its
/// breaks (see sort/lab/model.h), keys with which the result is wrong.
std::string usual_input(const std::string& engine, const std::string& broken = "");
uint32_t usual_keys(const std::string& engine, const std::string& broken = "");

/// Parses a key as people type it: "83", "0x53", "1k"; blanks around it do not count. `flag`, which may be
/// "", is named in messages. Throws BadUsage: not a number, or too large.
uint32_t parse_key(const std::string& flag, const std::string& word);
/// Parses "5, 3 0x9": keys separated by commas, semicolons or blanks. Throws BadUsage: as parse_key, or empty.
std::vector<uint32_t> parse_keys(const std::string& text);

/// Typed keys as they are. Throws BadUsage when there are more than kMostLessonKeys.
LessonInput typed_input(const std::vector<uint32_t>& keys);

/// The keys that a lesson is asked for: typed, or made by kind, count and seed.
struct InputChoice {
    std::string kind{};             // "": the usual one of the lesson
    std::vector<uint32_t> keys{};   // typed; empty: made
    std::optional<uint64_t> count;  // of made keys; none: the usual one
    std::optional<uint64_t> seed;   // of made keys; none: 1
};

/// Returns the keys for a lesson, or for the break of it that is not "". Throws BadUsage: keys that are typed and made,
/// too many or none, or as made_input.
LessonInput chosen_input(const InputChoice& choice, const std::string& engine, const std::string& broken);

}  // namespace app
