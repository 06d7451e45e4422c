// What the models share whose engines ask once, before the first pass, whether the input is in order: all
// passes run or none. The kernels' side of it is sort/engines/checked_once.cuh.
#pragma once
#include <algorithm>
#include <utility>

#include "sort/base/digits.h"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.h"
#include "sort/engines/sortable.h"

namespace sort {

/// Checks the order, and reports it to the observer: `out_of_order` becomes 1 when there is a descent, else 0.
inline void check_order_once(Pairs pairs, uint32_t& out_of_order, Stream stream, const Options& options) {
    const StageArray word{"out of order", &out_of_order, 1};
    observed(pairs, order_check_stage(pairs, -1, word), stream, options,
             [&] { out_of_order = in_order(pairs, options) ? 0 : 1; });
}

/// A model whose passes all have digits of the same width. If the input is in order the stages are reported,
/// with a closed gate, and do nothing.
class CheckedOnceModel : public Sorter {
public:
    CheckedOnceModel(uint32_t capacity, int digit_bits) : capacity_(capacity), digit_bits_(digit_bits) {}

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        const int passes = pass_count(options, digit_bits_);
        bool run = pairs.count > 1 && passes > 0;
        if (run) {
            out_of_order_ = 1;
            if (options.check_order) check_order_once(pairs, out_of_order_, stream, options);
            run = out_of_order_ != 0;
            run_passes(pairs, passes, stream, options);
        }
        const uint32_t all = static_cast<uint32_t>(passes);
        if (options.report) *options.report = {run ? all : 0, run ? 0 : all, 0, 0, 0};
    }

protected:
    int digit_bits() const { return digit_bits_; }

    /// Runs all passes. Every stage of them has to go through run_stage.
    virtual void run_passes(Pairs pairs, int passes, Stream stream, const Options& options) = 0;

    /// Runs run_pass(from, to, pass) from the pairs to the scratch and back; an odd number of passes ends with a copy.
    template <class RunPass>
    void alternate(Pairs pairs, Pairs scratch, int passes, Stream stream, const Options& options,
                   RunPass run_pass) {
        Pairs from = pairs, to = scratch;
        for (int pass = 0; pass < passes; ++pass) {
            run_pass(from, to, pass);
            std::swap(from, to);
        }
        if (passes % 2 == 0) return;
        run_stage(scratch, {"copy back", -1, pairs, {}, copy_bytes(pairs), pairs.count}, stream, options,
                  [&] {
                      std::copy_n(scratch.keys, pairs.count, pairs.keys);
                      if (pairs.values) std::copy_n(scratch.values, pairs.count, pairs.values);
                  });
    }

    template <class Work>
    void run_stage(Pairs from, Stage stage, Stream stream, const Options& options, Work work) {
        stage.gate = options.check_order ? &out_of_order_ : nullptr;
        observed(from, stage, stream, options, [&] {
            if (out_of_order_ != 0) work();
        });
    }

private:
    uint32_t capacity_;
    int digit_bits_;
    uint32_t out_of_order_ = 1;
};

}  // namespace sort
