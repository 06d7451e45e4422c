// Bodies with meshes, on the CPU backend: a counting sort by group.
#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "app/gl/frame_data/mesh_points.h"
#include "app/gl/frame_data/pixels_cpu.h"

namespace app {

void place_meshes_cpu(const MeshView& view, const sim::BodyView& bodies, const MeshPoint* points, void* out,
                      void* pixels) {
    const MeshLayout layout = MeshLayout::of(view);
    const MeshArrays arrays(out, layout, pixels);
    std::vector<uint16_t> groups(bodies.count);
    const tbb::blocked_range<uint32_t> all(0, bodies.count, 4096);
    tbb::parallel_for(all, [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            groups[slot] = uint16_t(group_of(view, bodies, slot));
    });
    uint32_t next[kMostGroups] = {};
    for (const uint16_t group : groups) ++next[group];
    finish_meshes(view, next, *arrays.head);
    std::vector<uint32_t> places(bodies.count);
    for (uint32_t slot = 0; slot < bodies.count; ++slot) places[slot] = next[groups[slot]]++;
    if (view.points_px > 0)
        std::fill_n(arrays.pixels, pixel_word_bytes(view) / sizeof(uint64_t), kNobodySeen);
    tbb::parallel_for(all, [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot) {
            if (places[slot] < arrays.head->listed)
                arrays.instances[places[slot]] = mesh_instance(view, bodies, slot);
            else if (groups[slot] == point_group(view))
                draw_points<PixelsCpu>(view, points, bodies, slot, 0, 1, arrays);
        }
    });
}

}  // namespace app
