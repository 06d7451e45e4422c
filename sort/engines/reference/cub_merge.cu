// cub-merge: a reference sort on CUDA, NVIDIA's cub::DeviceMergeSort as it comes with the toolkit: tiles sorted in
// a block, then merged two by two. What comparison sorts are measured against. No order check; the time
// hardly depends on the order of the input.
//
// Bytes a pair: 16 for the tiles and 16 for each of log2(n / tile) rounded up merges; tiles of 4352 pairs.
// Launches: see CUB; captured like any other. A range of bits is a comparison of these bits alone. The report
// counts the whole sort as one pass.
// Example: keys 5 2 7 2 0 1 6 3 with values 0..7 become 0 1 2 2 3 5 6 7 with 4 5 1 3 7 0 6 2.
#include <algorithm>
#include <cub/device/device_merge_sort.cuh>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/cuda_texts.h"
#include "sort/engines/observed.h"
#include "sort/engines/reference/reference.cuh"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort {
namespace {

using reference::LessBits;

struct LessKeys {
    __device__ bool operator()(uint32_t a, uint32_t b) const { return a < b; }
};

/// Calls CUB for pairs or for keys alone; `temp` null asks for the bytes.
template <class Less>
cudaError_t cub_sort(void* temp, size_t& temp_bytes, Pairs pairs, Less less, cudaStream_t stream) {
    if (pairs.values) {
        return cub::DeviceMergeSort::StableSortPairs(temp, temp_bytes, pairs.keys, pairs.values, pairs.count,
                                                     less, stream);
    }
    return cub::DeviceMergeSort::StableSortKeys(temp, temp_bytes, pairs.keys, pairs.count, less, stream);
}

cudaError_t query_temp_bytes(uint32_t count, size_t& most) {
    most = 0;
    uint32_t word = 0;  // CUB uses the type alone
    for (uint32_t* const values : {static_cast<uint32_t*>(nullptr), &word}) {
        size_t all_bits = 0, some_bits = 0;
        const Pairs pairs{&word, values, count};
        cudaError_t status = cub_sort(nullptr, all_bits, pairs, LessKeys{}, nullptr);
        if (status == cudaSuccess) status = cub_sort(nullptr, some_bits, pairs, LessBits{}, nullptr);
        if (status != cudaSuccess) return status;
        most = std::max({most, all_bits, some_bits});
    }
    return cudaSuccess;
}

class CubMerge : public Sorter {
public:
    explicit CubMerge(uint32_t capacity) : capacity_(capacity) {
        size_t bytes = 0;
        check(query_temp_bytes(capacity, bytes));
        temp_ = DeviceBuffer<char>(std::max<size_t>(bytes, 1));
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
        const bool run = pairs.count > 1 && bits.mask != 0;
        if (run) {
            const uint64_t bytes = reference::merge_bytes(pairs);
            observed(pairs, {"cub merge", -1, pairs, {}, bytes, pairs.count}, stream, options, [&] {
                size_t temp_bytes = temp_.bytes();
                check(bits.mask == ~0u ? cub_sort(temp_.data(), temp_bytes, pairs, LessKeys{}, stream)
                                       : cub_sort(temp_.data(), temp_bytes, pairs, LessBits{bits}, stream));
            });
        }
        queue_report({run ? 1u : 0u, run ? 0u : 1u, 0, 0, 0}, options.report, stream);
    }

private:
    uint32_t capacity_;
    DeviceBuffer<char> temp_;
};

size_t scratch_bytes(uint32_t count, const EngineConfig&) {
    size_t temp_bytes = 0;
    if (query_temp_bytes(count, temp_bytes) != cudaSuccess) {
        cudaGetLastError();  // no device here: CUB cannot say
        temp_bytes = (size_t{1} << 20) + 2 * sizeof(uint32_t) * size_t{count};
    }
    return std::max<size_t>(temp_bytes, 1);
}

}  // namespace

bool register_cub_merge() {
    static const std::string library = reference::library_text("CUB", CUB_VERSION);
    return add_engine({
        .name = kCubMergeText.name,
        .sentence = kCubMergeText.sentence,
        .paper = kCubMergeText.paper,
        .backend = Backend::cuda,
        .stable = kCubMergeText.stable,
        .bytes = scratch_bytes,
        .create = [](uint32_t capacity,
                     const EngineConfig&) { return std::unique_ptr<Sorter>(new CubMerge(capacity)); },
        .checks_order = false,
        .library = library.c_str(),
    });
}

}  // namespace sort
