// Builds what the search for contact points reads of a shape: the packed field and the tree over its points.
#pragma once
#include <vector>

#include "sim/shapes/shape.h"

namespace sim {

/// The arrays behind SphereTree and PackedField. The host's.
struct SearchArrays {
    std::vector<int16_t> nodes;
    std::vector<SphereBlock> tops, clusters, groups, points;
    PackedField field{};  // without pointers
    SphereTree tree{};    // likewise

    PackedField field_view() const;
    SphereTree tree_view() const;
    size_t bytes() const;
};

/// Builds the arrays of the search. `points` are in clusters of kClusterPoints; within one they get another
/// order. The same bytes on every machine.
SearchArrays make_search_arrays(const FieldView& field, const std::vector<Vec4>& points);

}  // namespace sim
