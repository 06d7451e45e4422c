// The devices of the profile tests: those of EMU_DEVICE, and a laptop that can launch cooperatively, on which
// engines that need that have little shared memory.
#pragma once
#include <string>

#include "tests/emu/profile.h"

namespace emu {

inline constexpr const char* kDevices[] = {"laptop", "laptop_that_cooperates", "desktop", "server"};

inline Profile device_of(const std::string& name) {
    if (name != kDevices[1]) return named_profile(name);
    Profile laptop = named_profile("laptop");
    laptop.cooperative = true;
    return laptop;
}

}  // namespace emu
