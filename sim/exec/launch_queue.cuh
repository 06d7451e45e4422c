// How most kernels of a step are launched: on devices from 9.0 each is made ready while the one before it on the stream
// still runs, and the first of a stage notes when it begins. An event between two stages would do that too, for 2 us of the device (H200).
#pragma once
#include <utility>

#include "sort/cuda/launch_with.cuh"
#include "sort/cuda/ptx.cuh"

namespace sim {

/// Where a launch notes the device's time, in nanoseconds; null: nowhere.
struct Stamp {
    uint64_t* d_ns = nullptr;
};

/// What a kernel that LaunchQueue launches begins with: from here on the stores of the launch before are seen.
__device__ inline void begin_launch(Stamp stamp) {
    sort::let_next_launch_begin();
    sort::wait_for_launch_before();
    if (stamp.d_ns && blockIdx.x == 0 && threadIdx.x == 0) *stamp.d_ns = sort::device_time_ns();
}

/// Notes the time, before launches that cannot.
static __global__ void stamp_kernel(Stamp stamp) { begin_launch(stamp); }

/// Returns whether kernels were compiled for devices on which they wait for the launch before; on others, and where
/// machine code is made of older PTX, begin_launch() does not.
static inline bool kernels_wait() {
    static const bool wait = [] {
        cudaFuncAttributes attributes{};
        sort::check(cudaFuncGetAttributes(&attributes, stamp_kernel));
        return attributes.ptxVersion >= 90;
    }();
    return wait;
}

class LaunchQueue {
public:
    /// The first launch is given the stamp.
    LaunchQueue(cudaStream_t stream, Stamp stamp) : stream_(stream), stamp_(stamp) {}

    /// Launches a kernel whose last parameter is a Stamp, and which begins with begin_launch().
    template <class... Parameters, class... Arguments>
    void operator()(void (*kernel)(Parameters...), uint32_t blocks, uint32_t threads,
                    const Arguments&... arguments) {
        cudaLaunchAttribute early{};
        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        early.val.programmaticStreamSerializationAllowed = 1;
        sort::launch_with(kernels_wait() ? &early : nullptr, kernel, blocks, threads, 0, stream_,
                          arguments..., std::exchange(stamp_, {}));
    }

private:
    cudaStream_t stream_;
    Stamp stamp_;
};

inline void queue_stamp(cudaStream_t stream, Stamp stamp) { LaunchQueue(stream, stamp)(stamp_kernel, 1, 1); }

}  // namespace sim
