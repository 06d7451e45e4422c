// adaptive: repairs what was in order one frame ago instead of sorting it. Stable, in place, exact; which
// path it takes is decided on the device:
//
//   in order   nothing descends: nothing is written
//   windows    each output tile is found whole in a window of the input and sorted in a block
//   full sort  all else, in the same launch or the next, the input being still whole
//
// quick.cuh launches it, repair.cuh is the repair. An observer gets stages of their own: observed.cuh up to
// kTraceLimit pairs; beyond, the two launches of long sorts.
//
// Two more paths were built and measured on an H200 (assets/results/h200-2026-11-21/trials.md and
// assets/results/h200-2026-11-22/trials.md): a few far movers set aside, slower than the full sort at every
// length; and windows put in order by networks in registers, which helped short displacements of many pairs
// and cost all other inputs.
//
// Bytes a pair, on an H200: 4 in order; 16 and the halos of the windows up to about a million pairs, 36 and
// the halos beyond, where tiles go by way of the scratch; more than 2^23 pairs are sorted in full.
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/adaptive/observed.cuh"
#include "sort/engines/adaptive/quick.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"
#include "sort/registry.h"

namespace sort {
namespace {

constexpr uint32_t kMostRows = 256;                    // blocks with one tile
constexpr size_t kRowWords = size_t{kMostRows} * 512;  // of the full sort: a row a block, a word a bucket

using Digits = onesweep::SortByDigits<512, 8>;  // no shape of the full sort needs more status words

size_t adaptive_bytes(uint32_t capacity, const EngineConfig& config) {
    return size_t{8} * capacity + kRowWords * sizeof(uint16_t) +
           Digits::status_words(capacity) * sizeof(unsigned long long) + QuickRepair::bytes(capacity) +
           adaptive::ObservedStages::bytes(capacity, config.tile == adaptive::kLesson.tile) +
           sizeof(BucketsortState) + sizeof(onesweep::DigitWords);
}

class Adaptive : public Sorter {
public:
    /// `narrow`: for tests, windows are an eighth of what they should be.
    Adaptive(uint32_t capacity, bool narrow, bool lesson)
        : capacity_(capacity),
          narrow_(narrow),
          quick_(capacity),
          observed_(capacity, lesson),
          keys_(capacity),
          values_(capacity),
          rows_(kRowWords),
          status_(Digits::status_words(capacity)),
          full_state_(1),
          digit_words_(1),
          order_word_(1) {
        check(cudaMemset(full_state_.data(), 0, full_state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        if (pairs.count < 2 || options.begin_bit == options.end_bit) {
            return queue_report({0, 1, static_cast<uint32_t>(AdaptivePath::in_order), 0, 0}, options.report,
                                stream);
        }
        const BucketsortArgs full = full_sort_of(pairs, options);
        if (adaptive::ObservedStages::traced(options, pairs.count)) {
            return observed_.sort(pairs, full.scratch, stream, options);
        }
        if (options.observer != nullptr) return sort_in_stages(full, stream, options);
        quick_.queue(full, options, narrow_, stream);
    }

private:
    /// What the full sort is given, but for its tile, gate and report.
    BucketsortArgs full_sort_of(Pairs pairs, const Options& options) const {
        BucketsortArgs full{};
        full.pairs = pairs;
        full.scratch = {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        full.bits = key_bits(options.begin_bit, options.end_bit);
        full.end_of_bits = options.end_bit - options.begin_bit;
        full.rows = rows_.data();
        full.state = full_state_.data();
        full.digits = {pairs,           full.scratch,        options.begin_bit,
                       options.end_bit, digit_words_.data(), status_.data()};
        return full;
    }

    void sort_in_stages(const BucketsortArgs& full, cudaStream_t stream, const Options& options) const {
        const Pairs pairs = full.pairs;
        const uint64_t pair_bytes = pairs.values != nullptr ? 8 : 4, count = pairs.count;
        if (options.check_order) {
            const StageArray out_of_order{"out of order", order_word_.data(), 1};
            check(cudaMemsetAsync(order_word_.data(), 0, order_word_.bytes(), stream));
            observed(pairs, order_check_stage(pairs, -1, out_of_order), stream, options, [&] {
                order_check_.queue(pairs.keys, pairs.count, full.bits, nullptr, order_word_.data(), stream);
            });
        }
        const uint32_t* const d_order = options.check_order ? order_word_.data() : nullptr;
        observed(pairs, {"windows", -1, pairs, {}, (4 + 4 * pair_bytes) * count, count, d_order}, stream,
                 options, [&] { quick_.queue_windows(full, options, false, stream, false); });
        observed(pairs,
                 {"full sort",
                  -1,
                  pairs,
                  {},
                  (4 + 4 * pair_bytes) * count,
                  count,
                  quick_.full_gate(pairs.count, false)},
                 stream, options, [&] { quick_.queue_full(full, options, stream, false); });
    }

    uint32_t capacity_;
    bool narrow_;
    QuickRepair quick_;
    adaptive::ObservedStages observed_;
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<uint16_t> rows_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<BucketsortState> full_state_;
    DeviceBuffer<onesweep::DigitWords> digit_words_;
    OrderCheck order_check_;  // for observers only: the kernels check for themselves
    DeviceBuffer<uint32_t> order_word_;
};

const bool registered = add_engine({
    .name = "adaptive",
    .sentence = adaptive::kSentence,
    .paper = "",
    .backend = Backend::cuda,
    .stable = true,
    .bytes = adaptive_bytes,
    .create = [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
        return std::make_unique<Adaptive>(capacity, false, config.tile == adaptive::kLesson.tile);
    },
    .tiles = adaptive::kTiles,
    .paths = adaptive::kPaths,
});

}  // namespace

std::unique_ptr<Sorter> make_faulty_adaptive(uint32_t capacity) {
    return std::make_unique<Adaptive>(capacity, true, false);
}

}  // namespace sort
