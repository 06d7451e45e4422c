// cub-radix-double: the second yardstick on CUDA, cub::DeviceRadixSort in its DoubleBuffer form: CUB may
// write into both buffers, needs no third one, and says on the host in which the result is. That is the
// caller's for an even number of passes; else it is copied back. cub_radix.cu has the form with separate
// input and output.
//
// Bytes a pair: 4 histogram + 16 a pass, and 16 for the copy after an odd number of passes. Launches: see
// CUB; captured like any other. No order check: it takes the same time whatever the order of its input. The
// report counts CUB's passes of 8 bits, not what CUB launched for small inputs.
// Example: keys 5 2 7 2 0 1 6 3 with values 0..7 become 0 1 2 2 3 5 6 7 with 4 5 1 3 7 0 6 2.
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/cuda_texts.h"
#include "sort/engines/observed.h"
#include "sort/engines/sortable.h"
#include "sort/engines/yardsticks/yardsticks.cuh"
#include "sort/registry.h"

namespace sort {
namespace {

/// One call of CUB for both forms; `temp` null asks for the bytes.
cudaError_t cub_sort(void* temp, size_t& temp_bytes, cub::DoubleBuffer<uint32_t>& keys,
                     cub::DoubleBuffer<uint32_t>& values, bool has_values, uint32_t count,
                     const Options& options, cudaStream_t stream) {
    if (has_values) {
        return cub::DeviceRadixSort::SortPairs(temp, temp_bytes, keys, values, count, options.begin_bit,
                                               options.end_bit, stream);
    }
    return cub::DeviceRadixSort::SortKeys(temp, temp_bytes, keys, count, options.begin_bit, options.end_bit,
                                          stream);
}

cudaError_t query_temp_bytes(uint32_t count, size_t& most) {
    most = 0;
    for (const bool has_values : {false, true}) {
        cub::DoubleBuffer<uint32_t> keys, values;
        size_t bytes = 0;
        const cudaError_t status =
            cub_sort(nullptr, bytes, keys, values, has_values, count, Options{}, nullptr);
        if (status != cudaSuccess) return status;
        most = std::max(most, bytes);
    }
    return cudaSuccess;
}

class CubRadixDouble : public Sorter {
public:
    explicit CubRadixDouble(uint32_t capacity) : capacity_(capacity), keys_(capacity), values_(capacity) {
        size_t bytes = 0;
        check(query_temp_bytes(capacity, bytes));
        temp_ = DeviceBuffer<char>(std::max<size_t>(bytes, 1));
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const uint32_t passes = static_cast<uint32_t>(pass_count(options, yardsticks::kRadixBits));
        const bool run = pairs.count > 1 && passes > 0;
        if (run) {
            const uint64_t copied = passes % 2 == 0 ? 0 : yardsticks::moved_bytes(pairs);
            const uint64_t bytes = yardsticks::radix_bytes(pairs, passes) + copied;
            const Stage stage{"cub", -1, pairs, {}, bytes, pairs.count};
            observed(pairs, stage, stream, options, [&] { queue_cub(pairs, stream, options); });
        }
        queue_report({run ? passes : 0, run ? 0 : passes, 0, 0, 0}, options.report, stream);
    }

private:
    void queue_cub(Pairs pairs, cudaStream_t stream, const Options& options) {
        cub::DoubleBuffer<uint32_t> keys(pairs.keys, keys_.data()), values(pairs.values, values_.data());
        size_t bytes = temp_.bytes();
        check(cub_sort(temp_.data(), bytes, keys, values, pairs.values != nullptr, pairs.count, options,
                       stream));
        if (keys.Current() == pairs.keys) return;
        yardsticks::queue_copy({keys.Current(), values.Current(), pairs.count}, pairs, stream);
    }

    uint32_t capacity_;
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<char> temp_;
};

size_t scratch_bytes(uint32_t count, const EngineConfig&) {
    size_t temp_bytes = 0;
    if (query_temp_bytes(count, temp_bytes) != cudaSuccess) {
        cudaGetLastError();  // no device here: CUB cannot say
        temp_bytes = size_t{1} << 20;
    }
    return 2 * sizeof(uint32_t) * size_t{count} + temp_bytes;
}

const bool registered =
    add_engine({kCubRadixDoubleText.name, kCubRadixDoubleText.sentence, kCubRadixDoubleText.paper,
                Backend::cuda, kCubRadixDoubleText.stable, scratch_bytes,
                [](uint32_t capacity, const EngineConfig&) {
                    return std::unique_ptr<Sorter>(new CubRadixDouble(capacity));
                },
                false});

}  // namespace
}  // namespace sort
