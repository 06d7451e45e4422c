// One run of a kernel on few keys, with all that it stores.
#pragma once
#include "task.h"

namespace lab {

/// Runs the kernel on `constants.shown` keys, blocks and threads in order. Reports the arrays that it is given ("array"),
/// each store, the arrays that it wrote beside the right ones ("output"), and a verdict. Ends the program.
[[noreturn]] void show_kernel(const Constants& constants);

}  // namespace lab
