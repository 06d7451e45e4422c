// The sun's bounds on the CPU backend.
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "app/gl/handover/sun_bounds.h"

namespace app {

void write_sun_bounds_cpu(const SunView& view, const sim::BodyView& bodies, SunBounds* out) {
    *out = tbb::parallel_reduce(
        tbb::blocked_range<uint32_t>(0, bodies.count, 8192), no_sun_bounds(),
        [&](const tbb::blocked_range<uint32_t>& range, SunBounds bounds) {
            for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
                take_in(bounds, view, bodies.position_radius[slot]);
            return bounds;
        },
        [](SunBounds a, const SunBounds& b) {
            take_in(a, b);
            return a;
        });
    finish_sun_bounds(view, *out);
}

}  // namespace app
