// Boxes measured on threads: each measures parts of the list and adds its results.
#pragma once
#include <algorithm>

#include "sim/broad_phase/box_measure.h"
#include "sim/exec/exec_cpu.h"
#include "sim/math/atomic.h"

namespace sim {

/// Returns the number of boxes that a thread measures before it adds its results: an eighth of a small list, so that
/// several threads have some.
inline uint32_t measured_together(uint32_t count) { return std::clamp(count / 8, 512u, 16384u); }

template <class MakeBox>
void measure_boxes(CpuExec& exec, const char* name, uint32_t count, uint32_t item_bytes,
                   const SpreadFrame* frame_of_all, BoxMeasure* measure, MakeBox box_of_item) {
    const SpreadFrame frame = *frame_of_all;
    exec.timed(name, {.bytes = uint64_t(item_bytes) * count, .items = count}, [&] {
        exec.parallel_ranges(count, measured_together(count), [&](uint64_t begin, uint64_t end) {
            CentreMeasure centres;
            uint32_t in_bin[kSizeBins] = {}, largest[3][kSizeBins] = {};
            for (uint64_t i = begin; i < end; ++i) {
                const Box box = box_of_item(uint32_t(i));
                const Vec3 half = half_sides(box);
                const uint32_t bin = size_bin(longest(half), frame.scale);
                ++in_bin[bin];
                for (int axis = 0; axis < 3; ++axis)
                    largest[axis][bin] = std::max(largest[axis][bin], float_bits(half[axis]));
                centres.add(box, frame);
            }
            for (uint32_t bin = 0; bin < kSizeBins; ++bin) {
                if (in_bin[bin] == 0) continue;
                fetch_add(&measure->count[bin], in_bin[bin]);
                for (int axis = 0; axis < 3; ++axis)
                    raise_to(&measure->largest[axis][bin], largest[axis][bin]);
            }
            for (int axis = 0; axis < 3; ++axis) {
                raise_to(&measure->low_inverted[axis], centres.low_inverted[axis]);
                raise_to(&measure->high[axis], centres.high[axis]);
                fetch_add(&measure->spread[axis], centres.spread[axis]);
            }
        });
    });
}

}  // namespace sim
