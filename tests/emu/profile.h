// What the emulated device has: little, for speed, or what devices have that people own.
#pragma once
#include <cstddef>
#include <string>

namespace emu {

struct Profile {
    const char* name;
    int processors;
    int threads, blocks;     // resident on each at once, at most
    size_t block_bytes;      // of shared memory: what a block may ask for
    size_t processor_bytes;  // and what a multiprocessor has
    bool cooperative;
    int driver;  // of 12040 on graphs may have IF nodes
    int major, minor;

    bool if_nodes() const { return driver >= 12040; }
};

/// EMU_DEVICE: small (as it is without), laptop, desktop or server. Throws a Fault for another name.
const Profile& named_profile(const std::string& name);

/// Returns the profile of the device that is emulated now.
const Profile& profile();

/// While one lives, the device is this. What kernels were given of shared memory is forgotten before and after,
/// as on a device that was never used: sorters and worlds begin and end within its life.
class OnDevice {
public:
    explicit OnDevice(const Profile& device);
    ~OnDevice();
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    Profile before_;
};

}  // namespace emu
