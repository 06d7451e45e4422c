// Which steps from one piece of the watched code to the next an input has made run, and how often, to powers of two.
// The watched code is compiled with -fsanitize-coverage=trace-pc, which g++ and clang both have.
#pragma once
#include <cstddef>

namespace fuzz {

/// Forgets what the input before has run.
void begin_coverage();

/// Returns how much the input has run that none before it did; it counts as run from now on.
size_t new_coverage();

/// Returns how much all inputs so far have run.
size_t all_coverage();

}  // namespace fuzz
