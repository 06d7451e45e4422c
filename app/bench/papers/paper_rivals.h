// The sorts that the papers compared with, and what takes their place here: one table. An engine that the program has
// is taken; else its stand-in, which every verdict names as such.
#pragma once
#include <string>

#include "app/bench/papers/figure_lab.h"

namespace app {

/// Returns the rival of a paper by the engine that is wanted ("legrand"), or its stand-in, whose stands_for says for
/// what. Throws std::logic_error for a name that is not in the table.
Rival paper_rival(const std::string& engine);

/// Returns the rival's label for verdicts: "satish (in place of Le Grand's radix 16)".
std::string named(const Rival& rival);

/// Returns "" when the program has the rival's engine and variant, whether it can run here or not; else what is
/// needed: "the variant scattered-fetch of warpsort". It asks the engine, or its model.
std::string lacking(const Rival& rival);

}  // namespace app
