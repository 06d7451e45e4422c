// What the reference sorts made of cub::DeviceRadixSort share; each is the sorter below with a form of the call.
// CUB's one-sweep sort takes 8 bits a pass and the same time whatever the order of its input: it has no order
// check, and gets none here. The report counts CUB's passes, not what CUB launched for small inputs.
#pragma once
#include <algorithm>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/cuda_texts.h"
#include "sort/engines/observed.h"
#include "sort/engines/reference/reference.cuh"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort::reference {

/// A Form has
///   static cudaError_t sort(void* temp, size_t& temp_bytes, Pairs pairs, Pairs other, const Options&,
///                           cudaStream_t, Pairs& result)
///     the call of CUB, with values or without, which leaves its result in one of the two; with `temp` null it
///     asks for the bytes and touches no pair;
///   static constexpr bool kThirdBuffer  whether CUB's scratch holds a buffer of the pairs besides;
///   static constexpr bool ends_at_caller(uint32_t passes)  whether that result is in `pairs`.
template <class Form>
class CubRadixSorter : public Sorter {
public:
    explicit CubRadixSorter(uint32_t capacity) : capacity_(capacity), keys_(capacity), values_(capacity) {
        size_t bytes = 0;
        check(query_temp_bytes(capacity, bytes));
        temp_ = DeviceBuffer<char>(std::max<size_t>(bytes, 1));
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        sort(pairs, stream, options, true);
    }

    /// The call of CUB alone: the result may stay in this sorter's memory.
    void call_library(Pairs pairs, Stream stream, const Options& options) {
        sort(pairs, stream, options, false);
    }

    static size_t bytes(uint32_t count, const EngineConfig&) {
        const size_t other = 2 * sizeof(uint32_t) * size_t{count};
        size_t temp_bytes = 0;
        if (query_temp_bytes(count, temp_bytes) != cudaSuccess) {
            cudaGetLastError();  // no device here: CUB cannot say
            temp_bytes = (size_t{1} << 20) + (Form::kThirdBuffer ? other : 0);
        }
        return other + temp_bytes;
    }

private:
    static cudaError_t query_temp_bytes(uint32_t count, size_t& most) {
        // Pairs and keys alone may need different sizes. CUB reads no pointer here, but must see that there
        // are values.
        uint32_t word = 0;
        most = 0;
        for (uint32_t* const values : {static_cast<uint32_t*>(nullptr), &word}) {
            const Pairs some{&word, values, count};
            Pairs result = some;
            size_t bytes = 0;
            const cudaError_t status = Form::sort(nullptr, bytes, some, some, Options{}, nullptr, result);
            if (status != cudaSuccess) return status;
            most = std::max(most, bytes);
        }
        return cudaSuccess;
    }

    void sort(Pairs pairs, cudaStream_t stream, const Options& options, bool copy_back) {
        require_sortable(pairs, capacity_, options);
        const uint32_t passes = static_cast<uint32_t>(pass_count(options, kRadixBits));
        const bool run = pairs.count > 1 && passes > 0;
        if (run) {
            const bool copied = copy_back && !Form::ends_at_caller(passes);
            const uint64_t bytes = radix_bytes(pairs, passes) + (copied ? moved_bytes(pairs) : 0);
            const Stage stage{"cub", -1, pairs, {}, bytes, pairs.count};
            observed(pairs, stage, stream, options, [&] {
                const Pairs other{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
                Pairs result = pairs;
                size_t temp_bytes = temp_.bytes();
                check(Form::sort(temp_.data(), temp_bytes, pairs, other, options, stream, result));
                if (copy_back && result.keys != pairs.keys) queue_copy(result, pairs, stream);
            });
        }
        queue_report({run ? passes : 0, run ? 0 : passes, 0, 0, 0}, options.report, stream);
    }

    uint32_t capacity_;
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<char> temp_;
};

template <class Form>
Engine cub_radix_engine(const EngineText& text, const char* library) {
    Engine engine{text.name,
                  text.sentence,
                  text.paper,
                  Backend::cuda,
                  text.stable,
                  CubRadixSorter<Form>::bytes,
                  [](uint32_t capacity, const EngineConfig&) {
                      return std::unique_ptr<Sorter>(new CubRadixSorter<Form>(capacity));
                  },
                  false};
    engine.library = library;
    engine.call_library = [](Sorter& sorter, Pairs pairs, Stream stream, const Options& options) {
        static_cast<CubRadixSorter<Form>&>(sorter).call_library(pairs, stream, options);
    };
    return engine;
}

}  // namespace sort::reference
