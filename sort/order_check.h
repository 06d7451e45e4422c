// "In order already?" on the CPU: the test before a sort. Ha, Krueger, Silva 2009, section 4.2, asks it of
// the first few keys first, because disordered input shows itself there. The CUDA twin is order_check.cuh.
#pragma once
#include <cstdint>

#include "sort/digits.h"

namespace sort {

/// True when no key is greater than the next, looking at `bits` only. Large arrays are read by the TBB arena
/// of the caller, which leaves as soon as one thread meets a descent.
bool in_order(const uint32_t* keys, uint32_t count, KeyBits bits);

}  // namespace sort
