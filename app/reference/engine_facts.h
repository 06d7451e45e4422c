// What is known of every sort engine, also of those that this build or machine does not have.
#pragma once
#include <string>
#include <vector>

#include "sort/registry.h"

namespace app {

struct EngineFacts {
    std::string name;
    sort::Backend backend;
    bool known;  // false: a CUDA engine of which a build without CUDA has the name only
    bool stable;
    std::string sentence, paper;
    sort::DigitBits digit_bits;
    std::vector<std::string> tiles;  // "256x8", the usual one first
    std::vector<std::string> variants;
    bool has_lesson;
};

/// Returns the facts of all engines, sorted by name. The same in builds with and without CUDA: those of a
/// CUDA engine come from its model, or from sort/engines/cuda_texts.h.
std::vector<EngineFacts> engine_facts();

/// Returns "digits of 1 to 5 bits, usually 4"; "" where there is no choice.
std::string digit_bits_text(const sort::DigitBits& bits);

}  // namespace app
