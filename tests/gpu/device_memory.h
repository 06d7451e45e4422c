// Device memory for the tests of CUDA engines, and small helpers to fill it and look at it.
#pragma once
#include <vector>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/registry.h"
#include "tests/sort/sort_engine_suite_inputs.h"

namespace suite {

inline std::string no_device_reason() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) return "";
    cudaGetLastError();
    return "skipped: no CUDA device";
}

inline std::vector<const sort::Engine*> cuda_engines() {
    std::vector<const sort::Engine*> cuda;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cuda) cuda.push_back(&engine);
    }
    return cuda;
}

/// Some engines may not be captured into a graph and say so, once the registry knows of such.
template <class Engine>
bool capturable(const Engine& engine) {
    if constexpr (requires { engine.capturable; }) return engine.capturable;
    return true;
}

inline void upload(uint32_t* d_to, const Words& words) {
    sort::check(cudaMemcpy(d_to, words.data(), words.size() * sizeof(uint32_t), cudaMemcpyHostToDevice));
    sort::check(cudaDeviceSynchronize());  // a copy from pageable memory may return before it has arrived
}

inline void upload(const sort::DeviceBuffer<uint32_t>& to, const Words& words) { upload(to.data(), words); }

inline Words download(const uint32_t* d_from, size_t count) {
    Words words(count);
    if (count == 0) return words;
    sort::check(cudaMemcpy(words.data(), d_from, count * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    return words;
}

/// Result of a stable sort of (key, index).
struct Reference {
    Words keys, order;
};

inline Reference reference_of(const Words& keys) {
    Reference right{keys, index_values(static_cast<uint32_t>(keys.size()))};
    std::stable_sort(right.order.begin(), right.order.end(),
                     [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    for (size_t i = 0; i < keys.size(); ++i) right.keys[i] = keys[right.order[i]];
    return right;
}

/// Are these the keys of the reference with their indices, in the reference's order where the engine is
/// stable?
inline bool is_right(const sort::Engine& engine, const Reference& right, const Words& before,
                     const Words& keys, const Words& values) {
    if (keys != right.keys) return false;
    if (engine.stable) return values == right.order;
    std::vector<bool> seen(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        if (values[i] >= keys.size() || seen[values[i]] || before[values[i]] != keys[i]) return false;
        seen[values[i]] = true;
    }
    return true;
}

}  // namespace suite
