// The call of cub-radix-double, which sorts between two buffers and says on the host in which the result is; and that
// of cub-radix.
#include <cub/device/device_radix_sort.cuh>

#include "sort/lab/libraries/cub.cuh"

namespace sort {
namespace {

template <class Key>
using CubPlain = PlainRadixSort<cub::DeviceRadixSort, Key>;

template <class Key>
class CubDouble : public LibrarySort {
public:
    CubDouble(uint32_t capacity, int) : keys_(capacity), values_(capacity) {
        size_t bytes = 0;
        const TypedArrays pairs{keys_.data(), values_.data(), capacity};
        cub::DoubleBuffer<Key> keys = keys_of(pairs);
        cub::DoubleBuffer<uint32_t> values = values_of(pairs);
        check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, capacity));
        temp_ = DeviceBuffer<char>(std::max<size_t>(bytes, 1));
    }

    void sort(TypedArrays pairs, Stream stream) override {
        size_t bytes = temp_.bytes();
        cub::DoubleBuffer<Key> keys = keys_of(pairs);
        cub::DoubleBuffer<uint32_t> values = values_of(pairs);
        check(cub::DeviceRadixSort::SortPairs(temp_.data(), bytes, keys, values, pairs.count, 0,
                                              static_cast<int>(8 * sizeof(Key)), stream));
        ends_here_ = keys.Current() == keys_.data();
    }

    void finish(TypedArrays pairs, Stream stream) override {
        if (pairs.count == 0 || !ends_here_) return;
        check(cudaMemcpyAsync(pairs.keys, keys_.data(), pairs.count * sizeof(Key), cudaMemcpyDeviceToDevice,
                              stream));
        check(cudaMemcpyAsync(pairs.values, values_.data(), pairs.count * sizeof(uint32_t),
                              cudaMemcpyDeviceToDevice, stream));
    }

private:
    cub::DoubleBuffer<Key> keys_of(TypedArrays pairs) {
        return {static_cast<Key*>(pairs.keys), keys_.data()};
    }
    cub::DoubleBuffer<uint32_t> values_of(TypedArrays pairs) { return {pairs.values, values_.data()}; }

    DeviceBuffer<Key> keys_;
    DeviceBuffer<uint32_t> values_;
    DeviceBuffer<char> temp_;
    bool ends_here_ = false;
};

const bool registered =
    add_library_call("cub-radix", {"cub::DeviceRadixSort", make_library_sort<CubPlain>}) &&
    add_library_call("cub-radix-double",
                     {"cub::DeviceRadixSort, DoubleBuffer", make_library_sort<CubDouble>});

}  // namespace
}  // namespace sort
