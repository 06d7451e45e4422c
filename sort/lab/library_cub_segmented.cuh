// What CUB's sorts of segments have in common: from the caller's arrays into others, by a Call with
//   static cudaError_t sort(void* temp, size_t& bytes, const TypedArrays&, Key* keys_out, uint32_t* values_out, cudaStream_t)
// which with `temp` null asks for the bytes and reads no array.
#pragma once
#include <algorithm>

#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/reference/reference.cuh"
#include "sort/lab/segmented_sort.h"

namespace sort {
namespace {

template <class Call, class Key>
class CubSegments : public LibrarySort {
public:
    CubSegments(uint32_t pairs, uint32_t segments, int) : keys_(pairs), values_(pairs) {
        size_t bytes = 0;
        const uint32_t* const offsets = values_.data();  // CUB does not read them here
        const TypedArrays all{keys_.data(), values_.data(), pairs, offsets, segments};
        check(Call::sort(nullptr, bytes, all, keys_.data(), values_.data(), nullptr));
        temp_ = DeviceBuffer<char>(std::max<size_t>(bytes, 1));
    }

    void sort(TypedArrays pairs, Stream stream) override {
        size_t bytes = temp_.bytes();
        check(Call::sort(temp_.data(), bytes, pairs, keys_.data(), values_.data(), stream));
    }

    void finish(TypedArrays pairs, Stream stream) override {
        if (pairs.count == 0) return;
        check(cudaMemcpyAsync(pairs.keys, keys_.data(), pairs.count * sizeof(Key), cudaMemcpyDeviceToDevice,
                              stream));
        check(cudaMemcpyAsync(pairs.values, values_.data(), pairs.count * sizeof(uint32_t),
                              cudaMemcpyDeviceToDevice, stream));
    }

private:
    DeviceBuffer<Key> keys_;
    DeviceBuffer<uint32_t> values_;
    DeviceBuffer<char> temp_;
};

/// The other arrays of the widest keys, and as much for CUB.
size_t scratch_bytes(uint32_t count, const EngineConfig&) { return size_t{24} * count; }

Engine segmented_engine(const char* name, const char* sentence, const std::string& library, bool capturable) {
    Engine engine{name, sentence, "", Backend::cuda, true, scratch_bytes, nullptr, false};
    engine.capturable = capturable;
    engine.library = library.c_str();
    return engine;
}

}  // namespace
}  // namespace sort
