// For engines that ask once, before the first pass, whether the input is in order: all passes run or none.
// Every kernel of the passes is gated by the word that the check writes; in a captured stream the passes lie
// in the body of an IF node instead (sort/cuda/if_node.cuh).
#pragma once
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/report.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/engines/early_exit.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"
#include "sort/registry.h"

namespace sort {

/// Ends a sort: writes the report and clears the word for the next one. `out_of_order` null: not checked.
static __global__ void finish_checked_once_kernel(uint32_t* out_of_order, uint32_t passes, uint32_t path,
                                                  Report* report) {
    const bool run = out_of_order == nullptr || *out_of_order != 0;
    if (out_of_order != nullptr) *out_of_order = 0;
    if (report != nullptr) *report = {run ? passes : 0, run ? 0 : passes, path, 0, 0};
}

class CheckedOnce {
public:
    enum Path : uint32_t { kGatedLaunches = 0, kIfNode = 1 };

    explicit CheckedOnce(EarlyExit early_exit) : if_nodes_(uses_if_nodes(early_exit)), word_(1) {
        check(cudaMemset(word_.data(), 0, word_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    static constexpr size_t bytes() { return sizeof(uint32_t); }

    /// The whole sort: check, queue_passes(stream, d_gate), report. d_gate is null where no gate is requested.
    template <class Key, class QueuePasses>
    void sort(KeyPairs<Key> pairs, int passes, cudaStream_t stream, const Options& options,
              QueuePasses queue_passes) const {
        sort(pairs, passes, stream, options, queue_passes, [&](uint32_t* d_word, Path path) {
            if (d_word == nullptr && options.report == nullptr) return;
            finish_checked_once_kernel<<<1, 1, 0, stream>>>(d_word, static_cast<uint32_t>(passes), path,
                                                            options.report);
            check_launch(stream);
        });
    }

    /// Queues the sort with the engine's own end: queue_end(d_word, path) writes the report and clears the
    /// word, which is null if the order was not checked.
    template <class Key, class QueuePasses, class QueueEnd>
    void sort(KeyPairs<Key> pairs, int passes, cudaStream_t stream, const Options& options,
              QueuePasses queue_passes, QueueEnd queue_end) const {
        const uint32_t all = static_cast<uint32_t>(passes);
        if (pairs.count < 2 || passes == 0) {
            queue_report({0, all, kGatedLaunches, 0, 0}, options.report, stream);
            return;
        }
        const bool if_node = if_nodes_ && options.check_order && !options.observer && being_captured(stream);
        uint32_t* const d_word = options.check_order ? word_.data() : nullptr;
        if (d_word) queue_check(pairs, stream, options);
        if (if_node) {
            capture_if(stream, body_.get(), d_word, [&](cudaStream_t body) { queue_passes(body, nullptr); });
        } else {
            queue_passes(stream, d_word);
        }
        queue_end(d_word, if_node ? kIfNode : kGatedLaunches);
    }

private:
    template <class Key>
    void queue_check(KeyPairs<Key> pairs, cudaStream_t stream, const Options& options) const {
        const StageArray out_of_order{"out of order", word_.data(), 1};
        observed(shown(pairs), order_check_stage(pairs, -1, out_of_order), stream, options, [&] {
            order_check_.queue(pairs.keys, pairs.count, bits_of<Key>(options), nullptr, word_.data(), stream,
                               options.live_count);
        });
    }

    template <class Key>
    static KeyBitsOf<Key> bits_of(const Options& options) {
        if constexpr (sizeof(Key) == 4) {
            return key_bits(options.begin_bit, options.end_bit);
        } else {
            return wide_key_bits<Key>(options.begin_bit, options.end_bit, options.key_type);
        }
    }

    bool if_nodes_;
    OrderCheck order_check_;
    OwnedStream body_;  // only to capture the IF node's body
    DeviceBuffer<uint32_t> word_;
};

}  // namespace sort
