// The call of cub-merge: a comparison of the keys, with every NaN last.
#include <algorithm>
#include <cub/device/device_merge_sort.cuh>
#include <type_traits>

#include "sort/cuda/device_buffer.cuh"
#include "sort/lab/libraries/library_sort.h"

namespace sort {
namespace {

struct Before {
    template <class Key>
    __device__ bool operator()(Key a, Key b) const {
        if constexpr (std::is_floating_point_v<Key>) return b != b ? a == a : a < b;
        return a < b;
    }
};

template <class Key>
class CubMergeSort : public LibrarySort {
public:
    CubMergeSort(uint32_t capacity, int) {
        size_t bytes = 0;
        check(call(nullptr, bytes, {nullptr, nullptr, capacity}, nullptr));
        temp_ = DeviceBuffer<char>(std::max<size_t>(bytes, 1));
    }

    void sort(TypedArrays pairs, Stream stream) override {
        size_t bytes = temp_.bytes();
        check(call(temp_.data(), bytes, pairs, stream));
    }

private:
    static cudaError_t call(void* temp, size_t& bytes, TypedArrays pairs, Stream stream) {
        return cub::DeviceMergeSort::StableSortPairs(temp, bytes, static_cast<Key*>(pairs.keys), pairs.values,
                                                     pairs.count, Before{}, stream);
    }

    DeviceBuffer<char> temp_;
};

const bool registered =
    add_library_call("cub-merge", {"cub::DeviceMergeSort", make_library_sort<CubMergeSort>});

}  // namespace
}  // namespace sort
