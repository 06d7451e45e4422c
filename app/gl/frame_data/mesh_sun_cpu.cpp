// The sun map of bodies with meshes, on the CPU backend.
#include <tbb/parallel_for.h>

#include <algorithm>

#include "app/gl/frame_data/mesh_sun.h"
#include "app/gl/frame_data/pixels_cpu.h"

namespace app {

void place_sun_points_cpu(const MeshSunView& view, const SunBounds& fit, const sim::BodyView& bodies,
                          const MeshPoint* points, uint32_t* map) {
    std::fill_n(map, size_t(view.side) * view.side, kNoSunWord);
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, bodies.count, 256), [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            draw_sun_points<PixelsCpu>(view, fit, points, bodies, slot, 0, 1, map);
    });
}

}  // namespace app
