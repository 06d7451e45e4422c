// What CUB's sorts of segments have in common: from the caller's arrays into others, by a Call with
//   static cudaError_t sort(void* temp, size_t& bytes, const TypedArrays&, Key* keys_out, uint32_t* values_out,
//                           cudaStream_t)
// which with `temp` null asks for the bytes and reads no array.
#pragma once
#include <algorithm>
#include <cub/version.cuh>

#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/reference/reference.cuh"
#include "sort/lab/libraries/segmented_sort.h"

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

/// The types of which there are kernels here: those of all would take minutes to compile.
constexpr KeyType kCubTypes[] = {KeyType::u32, KeyType::u64, KeyType::f32};

template <template <class> class SortOf>
std::unique_ptr<LibrarySort> make_cub_segments(KeyType type, uint32_t pairs, uint32_t segments, int threads) {
    switch (type) {
        case KeyType::u32:
            return std::make_unique<SortOf<uint32_t>>(pairs, segments, threads);
        case KeyType::u64:
            return std::make_unique<SortOf<uint64_t>>(pairs, segments, threads);
        case KeyType::f32:
            return std::make_unique<SortOf<float>>(pairs, segments, threads);
        default:
            throw Unavailable("CUB's sorts of segments are not built for this type of keys");
    }
}

/// The other arrays of the widest keys, and as much for CUB.
size_t scratch_bytes(uint32_t count, const EngineConfig&) { return size_t{24} * count; }

Engine segmented_engine(const char* name, const char* sentence, bool capturable) {
    static const std::string library = reference::library_text("CUB", CUB_VERSION);
    Engine engine{name, sentence, "", Backend::cuda, true, scratch_bytes, nullptr, false};
    engine.capturable = capturable;
    engine.library = library.c_str();
    return engine;
}

}  // namespace
}  // namespace sort
