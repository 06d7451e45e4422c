// The first start on a GPU that the build has no machine code for: the driver compiles the kernels then, which takes
// up to half a minute, and keeps them for later starts.
#pragma once
#include "sort/registry.h"

namespace app {

/// Loads the kernels of a CUDA engine, and with `worlds` those of the simulation, on the device; a second call for
/// the same is free. Where they must be compiled and that takes more than a second, stderr says so, on a terminal
/// with a bar, unless `quiet`. Does nothing where the build has machine code for the device.
/// Throws Interrupted between two parts, sort::Unavailable.
void load_kernels(const sort::Engine& engine, int device, bool worlds, bool quiet);

}  // namespace app
