// The tree's boxes on the CUDA backend: counted and listed by atomics, then one block brings the few in
// order.
#include "app/gl/gravity/sort_in_block.cuh"
#include "app/gl/gravity/tree_boxes.h"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256, kSortThreads = 512, kBlocks = 1024;
static_assert((kMostTreeBoxes & (kMostTreeBoxes - 1)) == 0, "a bitonic sort's size");

static __global__ void begin_boxes_kernel(TreeBoxes* out) { out->wanted = out->listed = 0; }

static __global__ void count_nodes_kernel(sim::TreeView tree, TreeChoice choice, TreeBoxes* out) {
    if (!has_nodes(tree)) return;
    uint32_t own = 0;
    for (uint32_t node = blockIdx.x * kThreads + threadIdx.x; node + 1 < tree.count;
         node += kBlocks * kThreads)
        own += is_wanted(first_level(tree, node), choice);
    if (own > 0) sim::fetch_add(&out->wanted, own);
}

static __global__ void list_nodes_kernel(sim::TreeView tree, TreeChoice choice, TreeBoxes* out) {
    if (!has_nodes(tree)) return;
    const uint32_t wanted = out->wanted;
    for (uint32_t node = blockIdx.x * kThreads + threadIdx.x; node + 1 < tree.count;
         node += kBlocks * kThreads) {
        if (!is_shown(tree, node, first_level(tree, node), wanted, choice)) continue;
        const uint32_t place = sim::fetch_add(&out->listed, 1u);
        if (place < kMostTreeBoxes) out->nodes[place] = node;
    }
}

static __global__ void finish_boxes_kernel(sim::TreeView tree, TreeChoice choice, TreeBoxes* out) {
    __shared__ uint32_t nodes[kMostTreeBoxes];
    const uint32_t shown = shown_count(*out);
    for (uint32_t i = threadIdx.x; i < kMostTreeBoxes; i += kSortThreads)
        nodes[i] = i < shown ? out->nodes[i] : ~0u;
    sort_in_block<kMostTreeBoxes, kSortThreads>(nodes);
    for (uint32_t i = threadIdx.x; i < shown; i += kSortThreads) {
        out->nodes[i] = nodes[i];
        out->boxes[i] = tree_box(tree, nodes[i]);
    }
    if (threadIdx.x == 0) finish_boxes(*out, choice);
}

void list_tree_boxes_cuda(const sim::TreeView& tree, const TreeChoice& choice, TreeBoxes* out,
                          sort::Stream stream) {
    begin_boxes_kernel<<<1, 1, 0, stream>>>(out);
    sort::check_launch(stream);
    if (tree.exists()) {
        count_nodes_kernel<<<kBlocks, kThreads, 0, stream>>>(tree, choice, out);
        sort::check_launch(stream);
        list_nodes_kernel<<<kBlocks, kThreads, 0, stream>>>(tree, choice, out);
        sort::check_launch(stream);
    }
    finish_boxes_kernel<<<1, kSortThreads, 0, stream>>>(tree, choice, out);
    sort::check_launch(stream);
}

}  // namespace app
