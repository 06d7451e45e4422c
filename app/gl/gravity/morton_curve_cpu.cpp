// The curve on the CPU backend.
#include <tbb/parallel_for.h>

#include "app/gl/gravity/morton_curve.h"

namespace app {

void make_morton_curve_cpu(const sim::TreeView& tree, const GroupStyle& groups, uint32_t most,
                           MortonCurve* out) {
    const uint32_t places = curve_places(tree, most);
    begin_curve(*out, places);
    tbb::parallel_for(0u, places, [&](uint32_t i) { out->place[i] = curve_place(tree, groups, i, places); });
}

void list_morton_ranks_cpu(const sim::TreeView& tree, uint32_t* out_rank_by_slot) {
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, tree.count, 1 << 13), [&](const auto& range) {
        for (uint32_t rank = range.begin(); rank != range.end(); ++rank)
            note_rank(tree, rank, out_rank_by_slot);
    });
}

}  // namespace app
