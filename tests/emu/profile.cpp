// Profiles like those of a laptop of compute capability 7.5, without cooperative launches and with the least
// shared memory that there is; of a desktop card of 8.9 with a driver before CUDA 12.4; of an H200.
#include "tests/emu/profile.h"

#include <cstdlib>

#include "tests/emu/launch.h"
#include "tests/emu/launches.h"

namespace emu {
namespace {

constexpr size_t KB = 1024;
constexpr Profile kProfiles[] = {{"small", 3, 1024, 2, 227 * KB, 228 * KB, true, 12040, 9, 0},
                                 {"laptop", 20, 1024, 16, 48 * KB, 64 * KB, false, 12020, 7, 5},
                                 {"desktop", 46, 1536, 24, 99 * KB, 100 * KB, true, 12030, 8, 9},
                                 {"server", 132, 2048, 32, 227 * KB, 228 * KB, true, 12040, 9, 0}};

Profile& present() {
    static Profile the_profile = [] {
        const char* const name = std::getenv("EMU_DEVICE");
        return named_profile(name ? name : "small");
    }();
    return the_profile;
}

}  // namespace

const Profile& named_profile(const std::string& name) {
    for (const Profile& one : kProfiles)
        if (name == one.name) return one;
    throw Fault("EMU_DEVICE is small, laptop, desktop or server");
}

const Profile& profile() { return present(); }

OnDevice::OnDevice(const Profile& device) : before_(present()) {
    forget_attributes();
    present() = device;
}

OnDevice::~OnDevice() {
    forget_attributes();
    present() = before_;
}

}  // namespace emu
