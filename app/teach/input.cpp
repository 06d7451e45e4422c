// See input.h.
#include "app/teach/input.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "app/errors.h"
#include "app/names.h"
#include "sort/inputs.h"

namespace app {
namespace {

int bits_of(const std::vector<uint32_t>& keys) {
    return keys.empty() ? 0 : std::bit_width(*std::max_element(keys.begin(), keys.end()));
}

}  // namespace

LessonInput made_input(const std::string& kind, uint32_t count, uint64_t seed) {
    std::vector<std::string> known;
    for (const sort::InputKind& one : sort::input_kinds()) known.push_back(one.name);
    const std::string name = kind.substr(0, kind.find(':'));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
        throw BadUsage(unknown_name("kind of input", name, known));
    }
    LessonInput input;
    try {
        input.keys = sort::make_keys(sort::parse_input(kind), count, seed);
    } catch (const std::invalid_argument& error) {
        throw BadUsage(std::string("--input: ") + error.what());
    }
    input.what = kind + ", seed " + std::to_string(seed);
    const int surplus = bits_of(input.keys) - kLessonBits;
    if (surplus > 0) {
        for (uint32_t& key : input.keys) key >>= surplus;
        input.what += ", scaled to " + std::to_string(kLessonBits) + " bits";
    }
    return input;
}

LessonInput typed_input(const std::vector<uint32_t>& keys) {
    if (keys.size() > kMostLessonKeys) {
        throw BadUsage("--keys: " + std::to_string(keys.size()) + " keys; a lesson has at most " +
                       std::to_string(kMostLessonKeys));
    }
    return {keys, std::max(kLessonBits, bits_of(keys)), "as typed"};
}

}  // namespace app
