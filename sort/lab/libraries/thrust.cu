// The call of thrust: for numbers in ascending order Thrust takes CUB's radix sort.
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cub/device/device_radix_sort.cuh>

#include "sort/cuda/thrust_scratch.cuh"
#include "sort/lab/libraries/library_sort.h"

namespace sort {
namespace {

constexpr size_t kSlackBytes = size_t{1} << 20;  // rounding, and what CUB wants more for fewer keys

/// Thrust asks for a second buffer of keys and values and for CUB's scratch, which it counts in ptrdiff_t.
template <class Key>
size_t scratch_bytes(uint32_t capacity) {
    cub::DoubleBuffer<Key> keys;
    cub::DoubleBuffer<uint32_t> values;
    size_t bytes = 0;
    check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, std::ptrdiff_t{capacity}));
    return bytes + capacity * (sizeof(Key) + sizeof(uint32_t)) + kSlackBytes;
}

template <class Key>
class ThrustSort : public LibrarySort {
public:
    ThrustSort(uint32_t capacity, int) : scratch_(scratch_bytes<Key>(capacity)) {}

    void sort(TypedArrays pairs, Stream stream) override {
        Key* keys = static_cast<Key*>(pairs.keys);
        thrust::stable_sort_by_key(thrust::cuda::par_nosync(scratch_).on(stream), keys, keys + pairs.count,
                                   pairs.values);
        check_launch(stream);
    }

private:
    ThrustScratch scratch_;
};

const bool registered =
    add_library_call("thrust", {"thrust::stable_sort_by_key", make_library_sort<ThrustSort>});

}  // namespace
}  // namespace sort
