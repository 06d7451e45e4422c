// cub::DeviceRadixSort on typed pairs in its plain form, SortPairs(in, out), and libraries with its interface, of whatever
// version the file that includes this is compiled with: each has a type of its own, and CUB's namespaces name theirs.
#pragma once
#include <algorithm>

#include "sort/cuda/device_buffer.cuh"
#include "sort/lab/libraries/library_sort.h"

namespace sort {
namespace {

/// `RadixSort` is cub::DeviceRadixSort, or has its SortPairs.
template <class RadixSort, class Key>
class PlainRadixSort : public LibrarySort {
public:
    PlainRadixSort(uint32_t capacity, int) : keys_(capacity), values_(capacity) {
        size_t bytes = 0;
        check(call(nullptr, bytes, {keys_.data(), values_.data(), capacity}, nullptr));
        temp_ = DeviceBuffer<char>(std::max<size_t>(bytes, 1));
    }

    void sort(TypedArrays pairs, Stream stream) override {
        size_t bytes = temp_.bytes();
        check(call(temp_.data(), bytes, pairs, stream));
    }

    void finish(TypedArrays pairs, Stream stream) override {
        if (pairs.count == 0) return;
        check(cudaMemcpyAsync(pairs.keys, keys_.data(), pairs.count * sizeof(Key), cudaMemcpyDeviceToDevice,
                              stream));
        check(cudaMemcpyAsync(pairs.values, values_.data(), pairs.count * sizeof(uint32_t),
                              cudaMemcpyDeviceToDevice, stream));
    }

private:
    cudaError_t call(void* temp, size_t& bytes, TypedArrays pairs, Stream stream) {
        return RadixSort::SortPairs(temp, bytes, static_cast<const Key*>(pairs.keys), keys_.data(),
                                    pairs.values, values_.data(), pairs.count, 0,
                                    static_cast<int>(8 * sizeof(Key)), stream);
    }

    DeviceBuffer<Key> keys_;
    DeviceBuffer<uint32_t> values_;
    DeviceBuffer<char> temp_;
};

}  // namespace
}  // namespace sort
