// adaptive: repairs what was in order one frame ago instead of sorting it. Stable, in place, exact; which
// path it takes is decided on the device:
//
//   in order   nothing descends: nothing is written
//   windows    each output tile is found whole in a window of the input and sorted in a block
//   movers     the few misplaced pairs, however far they have moved, are removed and merged with the
//              remainder
//   migration  where pairs are more than blocks hold at once: those that have left their tile move into that where
//              they belong, and each tile is put in order (engines/migration)
//   full sort  all else, in the same launch or the next, the input being still whole
//
// Keys of 64 bits have launches of their own, engines/wide: in order, migration, full sort.
//
// launch.cuh has the launches, repair.cuh the repair by windows, window.cuh what a block does with a
// window, movers.cuh and tile_remainder.cuh the repair by movers. An observer is notified of these launches;
// the phases of a repair by windows, which a new sorter tries first, are shown by the model (model.cpp).
//
// Another path was built and measured on an H200 (assets/results/h200-2026-11-22/trials.md): windows put in
// order by networks in registers, which helped short displacements of many pairs and cost all other inputs.
//
// Bytes per pair, on an H200: 4 in order, 8 where the last calls had movers; 16 by movers, up to two million
// pairs; by windows 16 and the halos up to about a million, 36 and the halos beyond, where tiles go by way
// of the scratch; 20 by migration, from two million pairs on.
#include "sort/cuda/report.cuh"
#include "sort/engines/adaptive/adaptive.h"
#include "sort/engines/adaptive/launch.cuh"
#include "sort/engines/sortable.h"
#include "sort/engines/wide/wide_sorter.cuh"
#include "sort/registry.h"

namespace sort {
namespace adaptive {
namespace {

constexpr uint32_t kMostRows = 256;                    // blocks with one tile
constexpr size_t kRowWords = size_t{kMostRows} * 512;  // of the full sort: a row a block, a word a bucket

using Digits = onesweep::SortByDigits<512, 8>;  // no full sort needs more status words

size_t scratch_bytes(uint32_t capacity, const EngineConfig&) {
    return size_t{8} * capacity + kRowWords * sizeof(uint16_t) +
           Digits::status_words(capacity) * sizeof(unsigned long long) + Launches::bytes(capacity) +
           sizeof(bucketsort::State) + sizeof(onesweep::DigitWords);
}

class Adaptive : public Sorter {
public:
    /// `narrow`: for tests, windows are an eighth of what they should be.
    Adaptive(uint32_t capacity, bool narrow)
        : capacity_(capacity),
          narrow_(narrow),
          launches_(capacity),
          keys_(capacity),
          values_(capacity),
          rows_(kRowWords),
          status_(Digits::status_words(capacity)),
          full_state_(1),
          digit_words_(1) {
        check(cudaMemset(full_state_.data(), 0, full_state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        if (pairs.count < 2 || options.begin_bit == options.end_bit) {
            return queue_report({0, 1, static_cast<uint32_t>(Path::in_order), 0, 0}, options.report, stream);
        }
        launches_.queue(full_sort_of(pairs, options), narrow_, stream, options);
    }

private:
    /// Returns the arguments of the full sort, without its tile and gate.
    bucketsort::Args full_sort_of(Pairs pairs, const Options& options) const {
        bucketsort::Args full{};
        full.pairs = pairs;
        full.scratch = {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        full.bits = key_bits(options.begin_bit, options.end_bit);
        full.end_of_bits = options.end_bit - options.begin_bit;
        full.check_order = options.check_order;
        full.rows = rows_.data();
        full.state = full_state_.data();
        full.report = options.report;
        full.digits = {pairs,           full.scratch,        options.begin_bit,
                       options.end_bit, digit_words_.data(), status_.data()};
        return full;
    }

    uint32_t capacity_;
    bool narrow_;
    Launches launches_;
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<uint16_t> rows_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<bucketsort::State> full_state_;
    DeviceBuffer<onesweep::DigitWords> digit_words_;
};

constexpr wide::WidePaths kWidePaths{kRepairPaths, static_cast<uint32_t>(Path::full_sort)};

bool add() {
    return add_engine({
        .name = "adaptive",
        .sentence = kSentence,
        .paper = "",
        .backend = Backend::cuda,
        .stable = true,
        .bytes = scratch_bytes,
        .create = [](uint32_t capacity, const EngineConfig&) -> std::unique_ptr<Sorter> {
            return std::make_unique<Adaptive>(capacity, false);
        },
        .paths = kPaths,
        .most_movers = most_movers,
        .refusal = refused_for_cooperative,
        .shows_lesson = false,
        .wide_bytes = wide::DeviceWideSorter::bytes,
        .create_wide = [](uint32_t capacity, const EngineConfig&) -> std::unique_ptr<WideSorter> {
            return std::make_unique<wide::DeviceWideSorter>(capacity, kWidePaths);
        },
    });
}

}  // namespace
}  // namespace adaptive

bool register_adaptive() { return adaptive::add(); }

std::unique_ptr<Sorter> make_faulty_adaptive(uint32_t capacity) {
    return std::make_unique<adaptive::Adaptive>(capacity, true);
}

}  // namespace sort
