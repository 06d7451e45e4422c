// A tree over sorted keys as rows of cells below them: a node reaches from its first body to its last, and stands
// below the node above it.
#pragma once
#include <string>

#include "app/teach/bodies/plane.h"
#include "app/teach/figure/figure_builder.h"

namespace app {

class TreeRows {
public:
    /// Arranges all nodes, or those used, in rows. Where nodes of a broken tree overlap, one is placed further below.
    TreeRows(const LessonPlane& plane, bool used_only, float row_height);

    uint32_t rows() const { return rows_; }
    float height() const { return static_cast<float>(rows_) * row_height_; }
    bool has(uint32_t node) const { return row_of_[node] != kNone; }
    /// Returns the cell of a node, with y of the first row.
    Area area(uint32_t node, float y) const;
    /// "root", "depth 1", ...: names of the rows.
    void name_rows(FigureBuilder& builder, float y) const;

private:
    static constexpr uint32_t kNone = 0xffffffffu;

    const LessonPlane& plane_;
    float row_height_;
    std::vector<uint32_t> row_of_;
    uint32_t rows_ = 0;
};

/// Returns "3 bodies from index 5 on", "index 5".
std::string range_text(const sim::NodeRange& range);

}  // namespace app
