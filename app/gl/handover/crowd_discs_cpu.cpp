// The crowd's shadows on the CPU backend: all threads draw discs into one map.
#include <tbb/parallel_for.h>

#include "app/gl/handover/crowd_discs.h"
#include "app/gl/handover/pixels_cpu.h"

namespace app {
void place_discs_cpu(const CrowdView& view, const Instance* instances, uint32_t count, const SunBounds& fit,
                     uint32_t* discs) {
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, 2048), [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            draw_disc<PixelsCpu>(view, fit, instances[slot], discs);
    });
}

}  // namespace app
