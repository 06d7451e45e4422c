// The plain form of cub::DeviceRadixSort, SortPairs(in, out), and of libraries with its interface, of whatever version the
// file that includes this is compiled with: each has a type of its own, and CUB's namespaces name their version.
#pragma once
#include "sort/engines/reference/cub_radix.cuh"

namespace sort::reference {
namespace {

/// `RadixSort` is cub::DeviceRadixSort, or has its SortPairs and SortKeys.
template <class RadixSort>
struct PlainForm {
    static constexpr bool kThirdBuffer = true;
    static constexpr bool ends_at_caller(uint32_t) { return false; }

    static cudaError_t sort(void* temp, size_t& temp_bytes, Pairs in, Pairs out, const Options& options,
                            cudaStream_t stream, Pairs& result) {
        result = out;
        if (in.values) {
            return RadixSort::SortPairs(temp, temp_bytes, in.keys, out.keys, in.values, out.values, in.count,
                                        options.begin_bit, options.end_bit, stream);
        }
        return RadixSort::SortKeys(temp, temp_bytes, in.keys, out.keys, in.count, options.begin_bit,
                                   options.end_bit, stream);
    }
};

}  // namespace
}  // namespace sort::reference
