// The engine of emulated worlds.
#pragma once
#include "sort/registry.h"

namespace emu_worlds {

/// The default of the emulated device (EMU_DEVICE).
inline const char* usual_engine() { return sort::engine_or_default("", sort::Backend::cuda).name; }

}  // namespace emu_worlds
