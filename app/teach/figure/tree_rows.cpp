// Assigns rows to the nodes of a tree, the largest first: each gets the first row in which its range is free.
#include "app/teach/figure/tree_rows.h"

#include <algorithm>
#include <numeric>

namespace app {

TreeRows::TreeRows(const LessonPlane& plane, bool used_only, float row_height)
    : plane_(plane), row_height_(row_height), row_of_(plane.nodes.size(), kNone) {
    // The largest first: each in the first row where it is free, so below all that reach around it.
    std::vector<uint32_t> by_size(plane.nodes.size());
    std::iota(by_size.begin(), by_size.end(), 0u);
    std::stable_sort(by_size.begin(), by_size.end(), [&](uint32_t a, uint32_t b) {
        return plane.nodes[a].node.range.bodies() > plane.nodes[b].node.range.bodies();
    });
    std::vector<std::vector<bool>> taken;
    for (const uint32_t node : by_size) {
        const sim::NodeRange& range = plane.nodes[node].node.range;
        if ((used_only && !plane.nodes[node].used) || range.last >= plane.count()) continue;
        const auto free = [&](const std::vector<bool>& row) {
            return std::none_of(row.begin() + range.first, row.begin() + range.last + 1,
                                [](bool is) { return is; });
        };
        const auto found = std::find_if(taken.begin(), taken.end(), free);
        row_of_[node] = static_cast<uint32_t>(found - taken.begin());
        if (found == taken.end()) taken.emplace_back(plane.count());
        std::fill(taken[row_of_[node]].begin() + range.first, taken[row_of_[node]].begin() + range.last + 1,
                  true);
    }
    rows_ = static_cast<uint32_t>(taken.size());
}

Area TreeRows::area(uint32_t node, float y) const {
    const sim::NodeRange& range = plane_.nodes[node].node.range;
    return {static_cast<float>(range.first), y + row_height_ * static_cast<float>(row_of_[node]),
            static_cast<float>(range.bodies()), 1.02f};
}

void TreeRows::name_rows(FigureBuilder& builder, float y) const {
    const float before = builder.y;
    for (uint32_t row = 0; row < rows_; ++row) {
        builder.y = y + row_height_ * static_cast<float>(row);
        builder.name(row == 0 ? "root" : "depth " + std::to_string(row), 1.02f, 0);
    }
    builder.y = before;
}

std::string range_text(const sim::NodeRange& range) {
    if (range.first == range.last) return "index " + std::to_string(range.first);
    return std::to_string(range.bodies()) + " bodies from index " + std::to_string(range.first) + " on";
}

}  // namespace app
