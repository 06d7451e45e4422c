// For engines that ask once whether the input is in order, and whose passes move all pairs from the caller's arrays to the
// scratch and back: the scratch, the passes in turn, and the copy that ends an odd number of them. The models' side of
// it is CheckedOnceModel::alternate().
#pragma once
#include <utility>

#include "sort/cuda/copy_pairs.cuh"
#include "sort/engines/checked_once.cuh"

namespace sort {

class AlternatingPasses {
public:
    AlternatingPasses(uint32_t capacity, EarlyExit early_exit)
        : checked_once_(early_exit), keys_(capacity), values_(capacity) {}

    static size_t bytes(uint32_t count) {
        return 2 * sizeof(uint32_t) * size_t{count} + CheckedOnce::bytes();
    }

    /// The whole sort: check, queue_pass(from, to, pass, d_gate, stream) of each pass, copy back, report.
    template <class QueuePass>
    void sort(Pairs pairs, int passes, cudaStream_t stream, const Options& options,
              QueuePass queue_pass) const {
        const Pairs scratch{keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        checked_once_.sort(pairs, passes, stream, options, [&](cudaStream_t on, const uint32_t* d_gate) {
            Pairs from = pairs, to = scratch;
            for (int pass = 0; pass < passes; ++pass) {
                queue_pass(from, to, pass, d_gate, on);
                std::swap(from, to);
            }
            if (passes % 2 == 0) return;
            observed(scratch, {"copy back", -1, pairs, {}, copy_bytes(pairs), pairs.count, d_gate}, on,
                     options, [&] { copy_.queue(scratch, pairs, d_gate, on); });
        });
    }

private:
    CheckedOnce checked_once_;
    PairsCopy copy_;
    DeviceBuffer<uint32_t> keys_, values_;
};

}  // namespace sort
