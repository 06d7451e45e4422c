// The advice of `fit` as a sentence, and as the code that follows it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/base/numbers.h"
#include "app/bench/fit/fit_choice.h"
#include "app/frames/frame_set.h"

namespace app {

/// "use `cpu-adaptive`: 0.031 ms worst frame, 4.1 times as fast as std-sort; ...": one line, with the reason. `pairs` is
/// none for keys.
std::string advice_text(const std::vector<FitRow>& rows, const std::optional<Choice>& sort,
                        const std::optional<Choice>& pairs);

/// What a program has to know to do as advised.
struct Advised {
    sort::Backend backend = sort::Backend::cpu;
    std::string engine{};       // of sorts
    std::string broad_phase{};  // "": keys alone
    sort::KeyType type = sort::KeyType::u32;
    BitRange bits{};
    uint64_t items = 0, pairs = 0;  // of the largest frame
};

/// A function that sorts a frame, or finds its pairs, with <sweeplab/sort.h> or <sweeplab/pairs.h>: C++17.
std::string cpp_snippet(const Advised& advised);

/// The same with the Python module.
std::string python_snippet(const Advised& advised);

}  // namespace app
