// Bodies with meshes, on the CPU backend: a counting sort by group.
#include <tbb/parallel_for.h>

#include <vector>

#include "app/gl/handover/mesh_placing.h"

namespace app {

void place_meshes_cpu(const MeshView& view, const sim::BodyView& bodies, void* out) {
    auto& head = *static_cast<MeshHead*>(out);
    auto* const instances = reinterpret_cast<MeshInstance*>(&head + 1);
    std::vector<uint16_t> groups(bodies.count);
    const tbb::blocked_range<uint32_t> all(0, bodies.count, 4096);
    tbb::parallel_for(all, [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            groups[slot] = uint16_t(group_of(view, bodies, slot));
    });
    uint32_t next[kMostGroups] = {};
    for (const uint16_t group : groups) ++next[group];
    finish_meshes(view, next, head);
    std::vector<uint32_t> places(bodies.count);
    for (uint32_t slot = 0; slot < bodies.count; ++slot) places[slot] = next[groups[slot]]++;
    tbb::parallel_for(all, [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            if (places[slot] < head.listed) instances[places[slot]] = mesh_instance(view, bodies, slot);
    });
}

}  // namespace app
