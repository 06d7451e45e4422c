// The raster's shadows on the CPU backend: all threads draw discs into one map.
#include <tbb/parallel_for.h>

#include <algorithm>

#include "app/base/interrupt.h"
#include "app/gl/frame_data/pixels_cpu.h"
#include "app/gl/frame_data/raster_discs.h"

namespace app {
void place_discs_cpu(const DiscView& view, const Instance* instances, uint32_t count, const SunBounds& fit,
                     uint32_t* discs) {
    const size_t texels = size_t(view.side) * view.side;
    tbb::parallel_for(tbb::blocked_range<size_t>(0, texels, 1 << 18), [&](const auto& range) {
        std::fill(discs + range.begin(), discs + range.end(), kNoSunWord);
    });
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, 2048), [&](const auto& range) {
        if (interrupted()) return;  // nobody will see it
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            draw_disc<PixelsCpu>(view, fit, instances[slot], discs);
    });
}

}  // namespace app
