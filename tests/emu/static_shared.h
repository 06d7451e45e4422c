// How much shared memory a kernel declares, told before it runs, as the toolkit's compiler tells it.
#pragma once
#include <cstddef>

namespace emu {

/// Returns the bytes of the __shared__ variables of the function itself, not of those that it calls. 0 where
/// the program has no table of symbols.
size_t static_shared_bytes(void (*kernel)());

}  // namespace emu
