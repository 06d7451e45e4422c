// The sun's bounds on the CPU backend, and the sun map in its last format.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include "app/gl/frame_data/sun_bounds.h"

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

void shorten_sun_words_cpu(const uint32_t* words, uint32_t side, uint32_t* out) {
    const size_t pairs = size_t(side) * side / 2;
    tbb::parallel_for(tbb::blocked_range<size_t>(0, pairs, 1 << 16), [&](const auto& range) {
        for (size_t i = range.begin(); i != range.end(); ++i)
            out[i] = short_sun_words(words[2 * i], words[2 * i + 1]);
    });
}

}  // namespace app
