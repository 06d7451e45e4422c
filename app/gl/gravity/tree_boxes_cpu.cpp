// The tree's boxes on the CPU backend.
#include <tbb/parallel_for.h>

#include <algorithm>

#include "app/gl/gravity/tree_boxes.h"

namespace app {

void list_tree_boxes_cpu(const sim::TreeView& tree, const TreeChoice& choice, TreeBoxes* out) {
    out->wanted = out->listed = 0;
    if (has_nodes(tree)) {
        const auto each_node = [&](const auto& look) {
            tbb::parallel_for(tbb::blocked_range<uint32_t>(0, tree.count - 1, 1 << 13),
                              [&](const auto& range) {
                                  for (uint32_t node = range.begin(); node != range.end(); ++node)
                                      look(node, first_level(tree, node));
                              });
        };
        each_node([&](uint32_t, uint32_t level) {
            if (is_wanted(level, choice)) sim::fetch_add(&out->wanted, 1u);
        });
        each_node([&](uint32_t node, uint32_t level) {
            if (!is_shown(tree, node, level, out->wanted, choice)) return;
            const uint32_t place = sim::fetch_add(&out->listed, 1u);
            if (place < kMostTreeBoxes) out->nodes[place] = node;
        });
    }
    const uint32_t shown = shown_count(*out);
    std::sort(out->nodes, out->nodes + shown);
    for (uint32_t i = 0; i < shown; ++i) out->boxes[i] = tree_box(tree, out->nodes[i]);
    finish_boxes(*out, choice);
}

}  // namespace app
