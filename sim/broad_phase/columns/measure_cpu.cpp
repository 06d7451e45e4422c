// The plan of the columns on threads: each measures parts of the list and tells the others, then one plans.
#include "sim/broad_phase/columns/measure.h"

#include <algorithm>
#include <array>

#include "sim/exec/exec_cpu.h"
#include "sim/math/atomic.h"

namespace sim {
namespace {

constexpr uint32_t kPart = 16384;  // boxes measured by one thread before it tells the others

void measure_part(const BoxInput& input, uint32_t begin, uint32_t end, BoxMeasure* measure, Status* status) {
    const SpreadFrame frame = *input.frame;
    CentreMeasure centres;
    uint32_t count[kSizeBins] = {}, largest[3][kSizeBins] = {};
    for (uint32_t i = begin; i < end; ++i) {
        const Vec3 half = half_sides(input.boxes[i]);
        const uint32_t bin = size_bin(longest(half), frame.scale);
        ++count[bin];
        for (int axis = 0; axis < 3; ++axis)
            largest[axis][bin] = std::max(largest[axis][bin], float_bits(half[axis]));
        centres.add(input.boxes[i], frame);
    }
    for (uint32_t bin = 0; bin < kSizeBins; ++bin) {
        if (count[bin] == 0) continue;
        fetch_add(&measure->count[bin], count[bin]);
        for (int axis = 0; axis < 3; ++axis) raise_to(&measure->largest[axis][bin], largest[axis][bin]);
    }
    for (int axis = 0; axis < 3; ++axis) {
        raise_to(&measure->low_inverted[axis], centres.low_inverted[axis]);
        raise_to(&measure->high[axis], centres.high[axis]);
        fetch_add(&status->spread[axis], centres.spread[axis]);
    }
}

}  // namespace

void choose_columns(CpuExec& exec, const BoxInput& input, BoxMeasure* measure, ColumnGrid* grid,
                    Status* status) {
    *measure = {};
    const uint32_t parts = (input.count + kPart - 1) / kPart;
    exec.timed("plan/measure", {.bytes = input.count * sizeof(Box), .items = input.count}, [&] {
        exec.parallel(parts, 1, [&](uint64_t part) {
            const uint32_t begin = uint32_t(part) * kPart;
            measure_part(input, begin, std::min(input.count, begin + kPart), measure, status);
        });
    });
    exec.timed("plan/columns", {}, [&] {
        for (int axis = 0; axis < 3; ++axis) {
            float sample[kSampleBoxes];
            for (uint32_t k = 0; k < kSampleBoxes; ++k)
                sample[k] = half_centre(input.boxes[sample_box(k, input.count)], axis);
            for (uint32_t k = 0; k < kSampleBoxes; ++k) mark_quarters(sample, k, axis, measure);
        }
        const bool has_previous = status->axis_chosen != 0;
        choose_axis(status);
        const int axis = int(status->counters.axis);
        const auto previous = std::to_array(grid->stretch);
        const bool keeps = has_previous && grid->axis == axis;
        plan_columns(*measure, input.count, input.frame->scale, axis, keeps ? previous.data() : nullptr,
                     grid);
    });
}

}  // namespace sim
