// The curve on the CUDA backend.
#include "app/gl/gravity/morton_curve.h"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256;

static __global__ void make_curve_kernel(sim::TreeView tree, GroupStyle groups, uint32_t most,
                                         MortonCurve* out) {
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x, places = curve_places(tree, most);
    if (i == 0) begin_curve(*out, places);
    if (i < places) out->place[i] = curve_place(tree, groups, i, places);
}

void make_morton_curve_cuda(const sim::TreeView& tree, const GroupStyle& groups, uint32_t most,
                            MortonCurve* out, sort::Stream stream) {
    make_curve_kernel<<<kMostCurveParts / kThreads, kThreads, 0, stream>>>(tree, groups, most, out);
    sort::check_launch(stream);
}

static __global__ void list_ranks_kernel(sim::TreeView tree, uint32_t* out_rank_by_slot) {
    const uint32_t rank = blockIdx.x * kThreads + threadIdx.x;
    if (rank < tree.count) note_rank(tree, rank, out_rank_by_slot);
}

void list_morton_ranks_cuda(const sim::TreeView& tree, uint32_t* out_rank_by_slot, sort::Stream stream) {
    if (tree.count == 0) return;
    list_ranks_kernel<<<(tree.count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(tree,
                                                                                       out_rank_by_slot);
    sort::check_launch(stream);
}

}  // namespace app
