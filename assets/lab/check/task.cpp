#include "task.h"

#include <cstdlib>
#include <cstring>

namespace lab {
namespace {

constexpr uint32_t kNeverWritten = 0xcdcdcdcdu;  // what memory of the emulated device holds at first

struct Random {
    uint64_t state;
    uint32_t next() {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<uint32_t>(state >> 32);
    }
};

std::string shown(const Output& output, size_t at) {
    const uint32_t value = output.found[at];
    return is_unwritten(value) ? "was never written" : "is " + std::to_string(value);
}

std::string name_of_mistake(const Output& output) {
    for (const Mistake& mistake : output.mistakes) {
        if (output.found == mistake.words) return mistake.name;
    }
    return output.why ? output.why(output) : "";
}

}  // namespace

std::vector<Input> inputs(const Constants& constants) {
    const uint32_t tile = constants.threads;
    std::vector<Input> all;
    for (const uint32_t n : {0u, 1u, 7u, tile - 1, tile, tile + 1, 3 * tile + 17, 9 * tile + 5}) {
        Random random{constants.seed * 0x9e3779b97f4a7c15u + n};
        Input uniform{"n = " + std::to_string(n) + " (random keys)", {}};
        for (uint32_t i = 0; i < n; ++i) uniform.keys.push_back(random.next());
        all.push_back(uniform);
        if (n < 2) continue;
        all.push_back(
            {"n = " + std::to_string(n) + " (equal keys)", std::vector<uint32_t>(n, uniform.keys[0])});
    }
    return all;
}

Input shown_input(const Constants& constants, uint32_t count) {
    Random random{constants.seed * 0x9e3779b97f4a7c15u + count};
    Input input{"n = " + std::to_string(count), {}};
    for (uint32_t i = 0; i < count; ++i) input.keys.push_back(random.next() >> 24);
    return input;
}

bool is_unwritten(uint32_t word) { return word == kNeverWritten; }

std::string wrong_element(const Output& output) {
    for (size_t i = 0; i < output.wanted.size(); ++i) {
        if (output.found[i] == output.wanted[i]) continue;
        const std::string why = name_of_mistake(output);
        return output.name + "[" + std::to_string(i) + "] " + shown(output, i) + ", " +
               std::to_string(output.wanted[i]) + " is right" + (why.empty() ? "" : "\t" + why);
    }
    return "";
}

Constants read_constants(int argc, char** argv) {
    Constants constants;
    for (int i = 1; i + 1 < argc; i += 2) {
        const unsigned long long value = std::strtoull(argv[i + 1], nullptr, 10);
        if (!std::strcmp(argv[i], "--threads")) constants.threads = static_cast<uint32_t>(value);
        if (!std::strcmp(argv[i], "--bits")) constants.bits = static_cast<uint32_t>(value);
        if (!std::strcmp(argv[i], "--shift")) constants.shift = static_cast<uint32_t>(value);
        if (!std::strcmp(argv[i], "--seed")) constants.seed = value;
        if (!std::strcmp(argv[i], "--shown")) constants.shown = static_cast<uint32_t>(value);
    }
    return constants;
}

}  // namespace lab
