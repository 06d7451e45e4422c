// What the memory of this machine can give, so that a rate above it is not taken for one of memory.
#pragma once
#include <string>

#include "sort/registry.h"

namespace app {

/// GB/s of copying arrays larger than caches, read and written both counted: measured at the first call, which takes
/// a tenth of a second, once per backend. Infinity: not to be had.
double memory_gb_per_s(sort::Backend backend);

/// Returns "12.3", or "cached" where that is more than the memory could give.
std::string rate_text(double gb_per_s, double memory_gb_per_s, int decimals);

/// Returns "cached: more per second than the 11.2 GB/s at which memory is copied here, so from caches"
std::string cached_text(double memory_gb_per_s);

}  // namespace app
