// Sweep and prune on one axis: sort the boxes by their min on the axis where they are spread widest, then
// walk forward from each until past its max. Bodies take the sorted order as their slots, so that the next
// frame's sort finds them nearly in order.
//
// n boxes, t tests, p pairs: sort of n pairs, 24 n bytes of boxes gathered, 16 t bytes read (mostly from
// cache). Eight intervals on the axis, sorted by min: [0,2] [1,3] [2,5] ... : [0,2] is tested with [1,3] and
// [2,5].
#pragma once
#include <algorithm>

#include "sim/broad_phase/axis.h"
#include "sim/broad_phase/walk.h"
#include "sim/exec/work.h"
#include "sim/math/atomic.h"
#include "sort/keys.h"

namespace sim {

template <class Exec>
class Sweep : public BroadPhase<Exec> {
public:
    static constexpr BroadPhaseEntry kEntry = {
        "sweep", "sorts the boxes by their min on the widest axis and walks forward from each"};

    Sweep(uint32_t capacity, const BroadPhaseConfig& config)
        : sorter_(sort::make_sorter(*config.engine, capacity, config.engine_config)),
          keys_(capacity),
          order_(capacity),
          intervals_(capacity),
          walk_(capacity),
          sorter_bytes_(config.engine->bytes(capacity, config.engine_config)) {}

    void sort_boxes(Exec& exec, const BoxInput& input, Status* status) override;
    void list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) override;

    const uint32_t* order() const override { return order_.data(); }
    const uint32_t* keys() const override { return keys_.data(); }
    uint32_t longest_scan() const override { return std::max(uint32_t(order_.size()), walk_.longest_scan()); }
    size_t bytes() const override {
        return keys_.bytes() + order_.bytes() + intervals_.bytes() + walk_.bytes() + sorter_bytes_;
    }

private:
    std::unique_ptr<sort::Sorter> sorter_;
    typename Exec::template Array<uint32_t> keys_, order_;
    WalkArrays<Exec> intervals_;
    Walk<Exec> walk_;
    size_t sorter_bytes_;
};

template <class Exec>
void Sweep<Exec>::sort_boxes(Exec& exec, const BoxInput& input, Status* status) {
    const uint32_t n = input.count;
    const Box* boxes = input.boxes;
    const SpreadFrame* frame = input.frame;
    uint32_t* keys = keys_.data();
    uint32_t* order = order_.data();

    // Choose the sort axis.
    exec.each_reduced("axis", n, sizeof(Box), AddThree{status->spread},
                      [=] HOST_DEVICE(uint32_t i, uint64_t * sum) {
                          for (int axis = 0; axis < 3; ++axis) sum[axis] += spread_of(boxes[i], *frame, axis);
                      });
    exec.each("axis/choose", 1, 0, [=] HOST_DEVICE(uint32_t) { choose_axis(status); });

    // lesson: sweep/sort
    // Make the keys and count the descents.
    uint32_t* descents = &status->counters.descents;
    exec.each_reduced(
        "keys", n, sizeof(Box) + 8, MakeKeys{keys, order, descents},
        [=] HOST_DEVICE(uint32_t i) { return sort::ordered_key(boxes[i].min[int(status->counters.axis)]); });

    // Sort.
    exec.sort("sort", *sorter_, {keys, order, n}, &status->reports[0]);
    // lesson end
}

template <class Exec>
void Sweep<Exec>::list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) {
    const uint32_t n = input.count;
    const Box* boxes = input.boxes;
    const Status* status = output.status;
    const uint32_t *keys = keys_.data(), *order = order_.data();
    const auto intervals = intervals_.writer();

    // Gather the other two axes in sorted order and find each interval's end.
    exec.each("sweep/ends", n, sizeof(Box) + 24, [=] HOST_DEVICE(uint32_t k) {
        const int axis = int(status->counters.axis);
        const Box box = boxes[order[k]];
        const int u = axis_u(axis), v = axis_v(axis);
        const uint32_t end = upper_bound(keys, n, sort::ordered_key(box.max[axis]));
        intervals.write(k, box, u, v, end > k ? end - k - 1 : 0);  // a max that is NaN, or below its min
    });

    // Test the candidates.
    walk_.run(exec, "sweep", intervals_.candidates(), n, intervals_.boxes(nullptr), output);
}

}  // namespace sim
