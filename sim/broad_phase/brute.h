// Brute force: every box against every other. Slow, and simple enough to be the reference.
//
// A row, a box with all that come after it, is long: each backend's file says with each_row() how rows are
// worked off, which on the CPU may be ended between two of them.
#pragma once
#include "sim/broad_phase/walk.h"

namespace sim {

template <class Exec>
class Brute : public BroadPhase<Exec> {
public:
    static constexpr BroadPhaseEntry kEntry = {"brute", "tests every box against every other; the reference"};

    Brute(uint32_t capacity, const BroadPhaseConfig&) : counts_(capacity), places_(size_t(capacity) + 1) {}

    void sort_boxes(Exec&, const BoxInput&, Status*) override {}  // there is no order
    void list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) override;
    uint32_t longest_scan() const override { return uint32_t(counts_.size()); }
    size_t bytes() const override { return counts_.bytes() + places_.bytes(); }

private:
    typename Exec::template Array<uint32_t> counts_;
    typename Exec::template Array<uint64_t> places_;
};

template <class Exec>
void Brute<Exec>::list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) {
    const uint32_t n = input.count;
    const Box* boxes = input.boxes;
    uint32_t* counts = counts_.data();
    uint64_t* places = places_.data();

    // Count the pairs of each box with the boxes after it.
    each_row(exec, "sweep/count", input, output, [=] HOST_DEVICE(uint32_t i) {
        const Box box = boxes[i];
        uint32_t count = 0;
        for (uint32_t j = i + 1; j < n; ++j) count += overlaps(box, boxes[j]);
        counts[i] = count;
        return count;
    });

    // Give each box its place in the list.
    exec.exclusive_sum("sweep/scan", counts, places, n);
    exec.each("sweep/report", 1, 0, [=] HOST_DEVICE(uint32_t) {
        report_pairs(output.status, uint64_t(n) * (n - 1) / 2, places[n], output.capacity);
    });

    // Write the pairs.
    each_row(exec, "sweep/write", input, output, [=] HOST_DEVICE(uint32_t i) {
        if (output.status->overflow || counts[i] == 0) return 0u;
        const Box box = boxes[i];
        uint64_t place = places[i];
        for (uint32_t j = i + 1; j < n; ++j) {
            if (!overlaps(box, boxes[j])) continue;
            output.slots[2 * place] = i;
            output.slots[2 * place + 1] = j;
            ++place;
        }
        return 0u;
    });
}

}  // namespace sim
