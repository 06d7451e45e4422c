// NVIDIA's driver, its GPUs and their clocks, as the driver's own libraries report them.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/doctor/check.h"
#include "app/doctor/nvidia_library.h"
#include "build_info.h"
#include "sort/device.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCuda = "libcuda.so.1";
constexpr const char* kManagement = "libnvidia-ml.so.1";
constexpr int kLeastCapability = 75;  // that nvcc 13 compiles for

// Of cuda.h and nvml.h.
constexpr int kNoDevice = 100, kSystemNotReady = 802, kDriverMismatch = 803, kUnknownError = 999;
constexpr int kMajor = 75, kMinor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
constexpr int kMultiprocessorClock = 1;  // NVML_CLOCK_SM
constexpr unsigned long long kSlowdown = 0x8 | 0x20 | 0x40 | 0x80;  // hardware, heat, heat, power brake
constexpr unsigned long long kPowerCap = 0x4;

std::string dotted(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Returns whether a display controller or accelerator of NVIDIA is on the bus.
bool has_nvidia_hardware() {
    std::error_code ignored;
    for (const auto& device : fs::directory_iterator("/sys/bus/pci/devices", ignored)) {
        std::string vendor, kind;
        std::ifstream(device.path() / "vendor") >> vendor;
        std::ifstream(device.path() / "class") >> kind;
        if (vendor == "0x10de" && kind.starts_with("0x03")) return true;
    }
    return false;
}

/// Returns the CUDA release that this build was made with, 13 of "13.0.88"; 0: without CUDA.
int build_release() { return std::atoi(SWEEPLAB_CUDA_COMPILER); }

/// Returns the first driver that runs programs of a CUDA release (its compatibility guide).
std::string driver_for(int release) {
    return release >= 13 ? "580 or newer" : release == 12 ? "525 or newer" : "a newer one";
}

Finding no_driver(const std::string& error) {
    const std::string kernel = kernel_driver();
    if (!kernel.empty())
        return {PartState::missing, "kernel module " + kernel + ", but " + error,
                "install the driver's library (Debian: libcuda1; Ubuntu: libnvidia-compute of the same "
                "version); start a container with `--gpus all`"};
    if (has_nvidia_hardware())
        return {PartState::missing, "an NVIDIA GPU, but no driver",
                "install NVIDIA's driver, " + driver_for(build_release()) + " (Debian: nvidia-driver)"};
    return {PartState::none, "no NVIDIA driver, no NVIDIA GPU"};
}

std::string capability_of(const DriverLibrary& cuda, int device, int& number) {
    int major = 0, minor = 0;
    cuda.call("cuDeviceGetAttribute", &major, kMajor, device);
    cuda.call("cuDeviceGetAttribute", &minor, kMinor, device);
    number = 10 * major + minor;
    return std::to_string(major) + "." + std::to_string(minor);
}

std::string remedy_of_start(int error) {
    switch (error) {
        case kNoDevice:
            return "look whether CUDA_VISIBLE_DEVICES hides the GPU, and whether the container has it "
                   "(`--gpus all`)";
        case kSystemNotReady:
            return "start the machine's fabric manager (nvidia-fabricmanager), which joins its GPUs";
        case kDriverMismatch:
            return "restart the machine: the driver was updated while it ran";
        case kUnknownError:
            return "load the driver's second module (sudo modprobe nvidia_uvm), or restart the machine";
        default:
            return "restart the machine, or install the driver again";
    }
}

/// Returns the bus address of a CUDA device, "0000:0f:00.0"; "" where it is not known.
std::string bus_address(int device) {
    const DriverLibrary cuda(kCuda);
    char address[32] = "";
    if (cuda.call("cuInit", 0u) != 0 ||
        cuda.call("cuDeviceGetPCIBusId", static_cast<char*>(address), 32, device) != 0)
        return "";
    return address;
}

}  // namespace

Finding check_driver(int) {
    const DriverLibrary cuda(kCuda);
    if (!cuda.is_open()) return no_driver(cuda.error());
    int version = 0;
    if (cuda.call("cuDriverGetVersion", &version) != 0 || version == 0)
        return {PartState::broken, std::string(kCuda) + " does not say its version",
                "install the driver again"};
    const std::string kernel = kernel_driver();
    std::string found = (kernel.empty() ? "driver" : "driver " + kernel) + " for CUDA " + dotted(version);
    const int release = build_release();
    if (release == 0) return {PartState::ok, found + "; this build has no CUDA"};
    found += "; this build needs " + std::to_string(release) + ".0";
    if (version / 1000 >= release) return {PartState::ok, found};
    return {PartState::broken, found,
            "install driver " + driver_for(release) + ", or use a build made with CUDA " +
                std::to_string(version / 1000)};
}

Finding check_gpu(int device) {
    const DriverLibrary cuda(kCuda);
    if (!cuda.is_open()) return {PartState::none, "not tried: no driver"};
    int version = 0, count = 0;
    cuda.call("cuDriverGetVersion", &version);
    if (version / 1000 < build_release()) return {PartState::none, "not tried: the driver is too old"};
    if (const int error = cuda.call("cuInit", 0u))
        return {PartState::broken, "the driver does not start: error " + std::to_string(error),
                remedy_of_start(error)};
    cuda.call("cuDeviceGetCount", &count);
    if (count == 0) return {PartState::none, "no CUDA device"};
    if (device >= count)
        return {PartState::none, "no CUDA device " + std::to_string(device) + " of " + std::to_string(count)};
    char name[128] = "unknown";
    size_t bytes = 0;
    int capability = 0;
    cuda.call("cuDeviceGetName", static_cast<char*>(name), 128, device);
    cuda.call("cuDeviceTotalMem_v2", &bytes, device);
    std::string found = std::string(name) + ", compute capability " +
                        capability_of(cuda, device, capability) + ", " + human_bytes(double(bytes)) +
                        (count > 1 ? ", one of " + std::to_string(count) : "");
    if (build_release() == 0)
        return {PartState::missing, found + "; this build has no CUDA",
                "use a build with CUDA: a released one, or one made where nvcc 12.4 or newer is"};
    if (build_release() >= 13 && capability < kLeastCapability)
        return {PartState::missing,
                found + ": older than CUDA " + std::to_string(build_release()) + " supports",
                "use --backend cpu, or build with CUDA 12"};
    if (!sort::compiles_kernels(device))
        return {PartState::ok, found + "; machine code for it is in this build"};
    return {
        PartState::ok, found + "; no machine code for it in this build: the driver compiles PTX",
        "expect about half a minute at the first start, once; build with SWEEPLAB_SHIPPED=ON for all usual "
        "GPUs"};
}

Finding check_clocks(int device) {
    const std::string address = bus_address(device);
    if (address.empty()) return {PartState::none, "not tried: no GPU"};
    const DriverLibrary management(kManagement);
    const std::string remedy = std::string("install the driver's ") + kManagement +
                               " (Debian: libnvidia-ml1); measurements work without it";
    if (!management.is_open()) return {PartState::missing, management.error(), remedy};
    void* handle = nullptr;
    if (management.call("nvmlInit_v2") != 0 ||
        management.call("nvmlDeviceGetHandleByPciBusId_v2", address.c_str(), &handle) != 0)
        return {PartState::missing, "the driver does not say the clocks of " + address, remedy};
    unsigned now = 0, most = 0, celsius = 0;
    unsigned long long reasons = 0;
    management.call("nvmlDeviceGetClockInfo", handle, kMultiprocessorClock, &now);
    management.call("nvmlDeviceGetMaxClockInfo", handle, kMultiprocessorClock, &most);
    management.call("nvmlDeviceGetTemperature", handle, 0, &celsius);
    management.call("nvmlDeviceGetCurrentClocksThrottleReasons", handle, &reasons);
    char found[120];
    std::snprintf(found, sizeof found, "%u of %u MHz, %u degrees Celsius%s", now, most, celsius,
                  reasons & kSlowdown   ? ", slowed by heat or power supply"
                  : reasons & kPowerCap ? ", at its power limit"
                                        : "");
    if (!(reasons & kSlowdown)) return {PartState::ok, found};
    return {PartState::broken, found, "cool the GPU or wait: what is measured now is too slow"};
}

}  // namespace app
