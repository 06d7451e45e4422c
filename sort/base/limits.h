// What a device has that an engine's choices depend on, and SWEEPLAB_LIMITS, which makes the program choose as
// on a device that has less. No CUDA here; the device is asked in sort/cuda/device_limits.cuh.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sort {

struct DeviceLimits {
    uint32_t processors = UINT32_MAX;  // multiprocessors
    uint32_t threads = UINT32_MAX;     // resident at once on each
    size_t shared_bytes = SIZE_MAX;    // that a block may ask for
    bool cooperative = true;           // launches whose blocks may wait for each other
    bool if_nodes = true;              // in graphs

    bool operator==(const DeviceLimits&) const = default;
};

/// Least limits, which every device reaches; lower ones are refused: a block of 1,024 threads, and 48 KB of
/// shared memory for it.
constexpr uint32_t kLeastThreads = 1024;
constexpr size_t kLeastSharedBytes = 48 * 1024;

/// Returns the lower limit of the two for each member; a feature is on only if it is on in both.
DeviceLimits lower_of(const DeviceLimits& a, const DeviceLimits& b);

/// Parses "shared=48K,processors=20,threads=1024,cooperative=off,if-nodes=off", or some of these; what is not
/// named is not limited. Shared memory is counted in KB of 1,024 bytes, as CUDA does. Throws
/// std::invalid_argument.
DeviceLimits parse_limits(std::string_view text);

/// SWEEPLAB_LIMITS, read at the first call that it does not make throw std::invalid_argument.
const DeviceLimits& requested_limits();

/// SWEEPLAB_LIMITS as it is; "" where it limits nothing.
std::string requested_limits_text();

/// Returns " (SWEEPLAB_LIMITS)" where a device has only so much of this because that asks for it: for
/// messages about what it lacks. `limits`: of sort/cuda/device_limits.cuh.
template <class T>
std::string because_of_limits(const DeviceLimits& limits, T DeviceLimits::*what) {
    const T requested = requested_limits().*what;
    return requested != DeviceLimits{}.*what && requested == limits.*what ? " (SWEEPLAB_LIMITS)" : "";
}

}  // namespace sort
