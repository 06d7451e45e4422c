// Copies from global to shared memory on the emulated device: their thread does them when it waits for them, and until then
// their places hold no data.
#pragma once
#include <cstring>
#include <unordered_map>
#include <vector>

#include "sort/cuda/check.cuh"

namespace sort {

struct EmulatedCopy {
    void* to;
    const void* from;
    size_t bytes;
};

/// Of the thread that runs.
inline std::vector<EmulatedCopy>& emulated_copies() {
    static std::unordered_map<uint64_t, std::vector<EmulatedCopy>> of_threads;
    return of_threads[uint64_t{blockIdx.x} << 32 | threadIdx.x];
}

template <class Word>
void copy_async(Word* to_shared, const Word* from) {
    std::memset(to_shared, 0xa5, sizeof(Word));
    emulated_copies().push_back({to_shared, from, sizeof(Word)});
}

inline void wait_for_copies() {
    std::vector<EmulatedCopy>& copies = emulated_copies();
    for (const EmulatedCopy& copy : copies) std::memcpy(copy.to, copy.from, copy.bytes);
    copies.clear();
}

}  // namespace sort
