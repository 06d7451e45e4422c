// cub-radix: the yardstick on CUDA, NVIDIA's cub::DeviceRadixSort as it comes with the toolkit (one-sweep, 8
// bits a pass) in its plain form, SortPairs(in, out). It takes the same time whatever the order of its input:
// it has no order check, and gets none here. cub_radix_double.cu has the form that sorts between two buffers.
//
// Bytes a pair: 4 histogram + 16 a pass, and 16 for the copy back, which a Sorter owes its caller but CUB
// does not owe to whom it is compared with: measurements leave it out (Options::copy_back). CUB keeps a third
// buffer in its scratch. Launches: see CUB; captured like any other.
// The report counts CUB's passes of 8 bits, not what CUB launched for small inputs.
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

/// One call of CUB, with values or without; `temp` null asks for the bytes.
cudaError_t cub_sort(void* temp, size_t& temp_bytes, const Pairs& in, const Pairs& out,
                     const Options& options, cudaStream_t stream) {
    if (in.values) {
        return cub::DeviceRadixSort::SortPairs(temp, temp_bytes, in.keys, out.keys, in.values, out.values,
                                               in.count, options.begin_bit, options.end_bit, stream);
    }
    return cub::DeviceRadixSort::SortKeys(temp, temp_bytes, in.keys, out.keys, in.count, options.begin_bit,
                                          options.end_bit, stream);
}

cudaError_t query_temp_bytes(uint32_t count, size_t& most) {
    // Pairs need more than keys alone. CUB reads no pointer here, but must see that there are values.
    uint32_t word = 0;
    const Pairs some{&word, &word, count};
    return cub_sort(nullptr, most, some, some, Options{}, nullptr);
}

class CubRadix : public Sorter {
public:
    explicit CubRadix(uint32_t capacity) : capacity_(capacity), keys_(capacity), values_(capacity) {
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
            const uint64_t copied = options.copy_back ? yardsticks::moved_bytes(pairs) : 0;
            const uint64_t bytes = yardsticks::radix_bytes(pairs, passes) + copied;
            const Stage stage{"cub", -1, pairs, {}, bytes, pairs.count};
            observed(pairs, stage, stream, options, [&] { queue_cub(pairs, stream, options); });
        }
        queue_report({run ? passes : 0, run ? 0 : passes, 0, 0, 0}, options.report, stream);
    }

private:
    void queue_cub(Pairs pairs, cudaStream_t stream, const Options& options) {
        const Pairs out{keys_.data(), values_.data(), pairs.count};
        size_t bytes = temp_.bytes();
        check(cub_sort(temp_.data(), bytes, pairs, out, options, stream));
        if (options.copy_back) yardsticks::queue_copy(out, pairs, stream);
    }

    uint32_t capacity_;
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<char> temp_;
};

size_t scratch_bytes(uint32_t count, const EngineConfig&) {
    size_t temp_bytes = 0;
    if (query_temp_bytes(count, temp_bytes) != cudaSuccess) {
        cudaGetLastError();  // no device here: CUB cannot say
        temp_bytes = (size_t{1} << 20) + 2 * sizeof(uint32_t) * size_t{count};
    }
    return 2 * sizeof(uint32_t) * size_t{count} + temp_bytes;
}

const bool registered = add_engine(
    {kCubRadixText.name, kCubRadixText.sentence, kCubRadixText.paper, Backend::cuda, kCubRadixText.stable,
     scratch_bytes,
     [](uint32_t capacity, const EngineConfig&) { return std::unique_ptr<Sorter>(new CubRadix(capacity)); },
     false});

}  // namespace
}  // namespace sort
