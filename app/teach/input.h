// The keys of a lesson: few, and small enough to be read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace app {

constexpr uint32_t kMostLessonKeys = 256, kUsualLessonKeys = 64;
constexpr int kLessonBits = 8;  // of a key, unless typed keys are larger: three digits, and few passes

struct LessonInput {
    std::vector<uint32_t> keys;
    int bits = kLessonBits;  // that the sort looks at: all keys are below 2^bits
    std::string what;        // "uniform, seed 1, scaled to 8 bits"
};

/// A kind of sort/lab/inputs.h, scaled to kLessonBits where its keys are larger: their order stays, though
/// keys that were near become equal. Throws BadUsage.
LessonInput made_input(const std::string& kind, uint32_t count, uint64_t seed);

/// What an engine is for: the kind of made keys on which its lesson shows its point.
std::string usual_input(const std::string& engine);

/// Typed keys as they are. Throws BadUsage when there are more than kMostLessonKeys.
LessonInput typed_input(const std::vector<uint32_t>& keys);

}  // namespace app
