// Saved states of a device: copies in the order of a stream.
#pragma once
#include "sim/exec/saved_state.h"
#include "sort/cuda/device_buffer.cuh"

namespace sim {

/// Queues copies of the ranges, from and to memory of either kind.
inline void copy_ranges(const StateRanges& from, const StateRanges& to, cudaStream_t stream) {
    for (int k = 0; k < kStateArrays; ++k) {
        if (from[k].data)
            sort::check(cudaMemcpyAsync(to[k].data, from[k].data, from[k].bytes, cudaMemcpyDefault, stream));
    }
}

/// Throws sort::OverLimit.
inline std::shared_ptr<void> device_state_memory(size_t bytes) {
    const auto buffer = std::make_shared<sort::DeviceBuffer<std::byte>>(bytes);
    return {buffer, buffer->data()};
}

/// Copies a device's arrays to the host's memory, and waits for the copy. Throws sort::OverLimit.
inline SavedState state_on_host(const StateRanges& arrays, const Counters& counters, cudaStream_t stream) {
    const PackedRanges packed(arrays);
    SavedState state{.counters = counters, .memory = host_state_memory(packed.bytes), .bytes = packed.bytes};
    state.ranges = packed.at(state.memory.get());
    copy_ranges(arrays, state.ranges, stream);
    sort::check(cudaStreamSynchronize(stream));
    return state;
}

}  // namespace sim
