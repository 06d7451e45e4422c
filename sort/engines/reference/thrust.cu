// thrust: a reference sort on CUDA, thrust::stable_sort_by_key and thrust::stable_sort, what most users call. For
// all 32 bits Thrust takes CUB's radix sort (8 bits a pass); any other range of bits is a comparison of these
// bits, for which it takes CUB's merge sort. No order check.
//
// Thrust asks its policy's allocator for scratch at every call: here an allocator that hands out memory of
// the constructor. par_nosync does not wait for the stream, so the call may also be captured.
//
// Bytes a pair: 4 histogram + 16 a pass, 68 in all; a merge sort 16 for the tiles and 16 for each of log2(n /
// tile) rounded up merges. Launches: see Thrust. The report counts passes of 8 bits, or one for a merge sort.
// Example: keys 5 2 7 2 0 1 6 3 with values 0..7 become 0 1 2 2 3 5 6 7 with 4 5 1 3 7 0 6 2.
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

#include <algorithm>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/cuda/thrust_scratch.cuh"
#include "sort/engines/cuda_texts.h"
#include "sort/engines/observed.h"
#include "sort/engines/reference/reference.cuh"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort {
namespace {

using reference::LessBits;

constexpr uint32_t kRadixPasses = 32 / reference::kRadixBits;
constexpr size_t kSlackBytes = size_t{1} << 20;  // rounding, and what CUB wants more for fewer keys

/// Computes the temporary bytes that Thrust will request: for the radix sort a second buffer of keys and
/// values and CUB's own. Thrust counts in ptrdiff_t, for which CUB has other tiles and needs more than for
/// 32-bit counts, and keys alone have other tiles than pairs: so each call is queried as Thrust makes it.
cudaError_t query_requests(uint32_t count, size_t& bytes) {
    const std::ptrdiff_t counted = count;
    cub::DoubleBuffer<uint32_t> keys, values;
    uint32_t word = 0;  // CUB uses the type alone
    size_t keys_radix = 0, pairs_radix = 0, keys_merge = 0, pairs_merge = 0;
    bytes = 0;
    for (const cudaError_t status :
         {cub::DeviceRadixSort::SortKeys(nullptr, keys_radix, keys, counted),
          cub::DeviceRadixSort::SortPairs(nullptr, pairs_radix, keys, values, counted),
          cub::DeviceMergeSort::StableSortKeys(nullptr, keys_merge, &word, counted, LessBits{}),
          cub::DeviceMergeSort::StableSortPairs(nullptr, pairs_merge, &word, &word, counted, LessBits{})}) {
        if (status != cudaSuccess) return status;
    }
    const size_t array_bytes = sizeof(uint32_t) * size_t{count};
    bytes = std::max({keys_radix + array_bytes, pairs_radix + 2 * array_bytes, keys_merge, pairs_merge}) +
            kSlackBytes;
    return cudaSuccess;
}

template <class Less>
void thrust_sort(ThrustScratch& scratch, Pairs pairs, Less less, cudaStream_t stream) {
    const auto policy = thrust::cuda::par_nosync(scratch).on(stream);
    if (pairs.values) {
        thrust::stable_sort_by_key(policy, pairs.keys, pairs.keys + pairs.count, pairs.values, less);
    } else {
        thrust::stable_sort(policy, pairs.keys, pairs.keys + pairs.count, less);
    }
}

class Thrust : public Sorter {
public:
    explicit Thrust(uint32_t capacity) : capacity_(capacity) {
        size_t bytes = 0;
        check(query_requests(capacity, bytes));
        scratch_ = ThrustScratch(bytes);
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
        const bool radix = bits.mask == ~0u;
        const uint32_t passes = radix ? kRadixPasses : 1;
        const bool run = pairs.count > 1 && bits.mask != 0;
        if (run) {
            const uint64_t bytes =
                radix ? reference::radix_bytes(pairs, passes) : reference::merge_bytes(pairs);
            observed(pairs, {"thrust", -1, pairs, {}, bytes, pairs.count}, stream, options, [&] {
                if (radix) {
                    thrust_sort(scratch_, pairs, thrust::less<uint32_t>{}, stream);
                } else {
                    thrust_sort(scratch_, pairs, LessBits{bits}, stream);
                }
                check_launch(stream);
            });
        }
        queue_report({run ? passes : 0, run ? 0 : passes, 0, 0, 0}, options.report, stream);
    }

private:
    uint32_t capacity_;
    ThrustScratch scratch_;
};

size_t thrust_scratch_bytes(uint32_t count, const EngineConfig&) {
    size_t bytes = 0;
    if (query_requests(count, bytes) != cudaSuccess) {
        cudaGetLastError();  // no device here: CUB cannot say
        bytes = 2 * kSlackBytes + 2 * sizeof(uint32_t) * size_t{count};
    }
    return bytes;
}

}  // namespace

bool register_thrust() {
    static const std::string library = reference::library_text("Thrust", THRUST_VERSION);
    return add_engine({
        .name = kThrustText.name,
        .sentence = kThrustText.sentence,
        .paper = kThrustText.paper,
        .backend = Backend::cuda,
        .stable = kThrustText.stable,
        .bytes = thrust_scratch_bytes,
        .create = [](uint32_t capacity,
                     const EngineConfig&) { return std::unique_ptr<Sorter>(new Thrust(capacity)); },
        .checks_order = false,
        .library = library.c_str(),
    });
}

}  // namespace sort
