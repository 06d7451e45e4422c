// The parts of pictures, a short file each. A part that does not find its array, or an array of another shape,
// draws nothing: rest() then draws the array as it draws those of engines without a list.
#pragma once
#include "app/teach/figure/figure_builder.h"

namespace app::parts {

using sort::Picture;

/// Tests of boxes that are drawn; more would be a grey area.
inline constexpr size_t kMostTests = 600;

void groups(FigureBuilder& builder, const Picture& picture);
void bits(FigureBuilder& builder, const Picture& picture);
void words(FigureBuilder& builder, const Picture& picture);
void lanes(FigureBuilder& builder, const Picture& picture);
void prefix_sums(FigureBuilder& builder, const Picture& picture);
void counts(FigureBuilder& builder, const Picture& picture);
void table(FigureBuilder& builder, const Picture& picture);
void running_sum(FigureBuilder& builder, const Picture& picture);
void addends(FigureBuilder& builder, const Picture& picture);
void threads(FigureBuilder& builder, const Picture& picture);
void exchange(FigureBuilder& builder, const Picture& picture);
void copied(FigureBuilder& builder, const Picture& picture);
void descents(FigureBuilder& builder, const Picture& picture);
void splits(FigureBuilder& builder, const Picture& picture);
void network(FigureBuilder& builder, const Picture& picture);
void zero_one(FigureBuilder& builder, const Picture& picture);
void exchange_ring(FigureBuilder& builder, const Picture& picture);
void merge_path(FigureBuilder& builder, const Picture& picture);
void look_back(FigureBuilder& builder, const Picture& picture);
void waits(FigureBuilder& builder, const Picture& picture);
void windows(FigureBuilder& builder, const Picture& picture);
void borders(FigureBuilder& builder, const Picture& picture);
void displacement(FigureBuilder& builder, const Picture& picture);
void decision(FigureBuilder& builder, const Picture& picture);
void movers(FigureBuilder& builder, const Picture& picture);
/// Returns the operation in which each box walks, by index; 0: it does not. If `named`, boxes are called by their index
/// in the input, and so are their lines; of many lines every eighth, by its index in the stage.
std::vector<int> intervals(FigureBuilder& builder, const Picture& picture, bool named = false);
/// Draws the number of each box under its key, shown from these operations on; none: from the beginning.
void box_numbers(FigureBuilder& builder, const Words& boxes, const std::vector<int>& shown_at);
void box_plane(FigureBuilder& builder, const Picture& picture);
void record_spans(FigureBuilder& builder, const Picture& picture);
void adds(FigureBuilder& builder, const Picture& picture);
void spans(FigureBuilder& builder, const Picture& picture);
void plane_bodies(FigureBuilder& builder, const Picture& picture);
void plane_cells(FigureBuilder& builder, const Picture& picture);
void interleave(FigureBuilder& builder, const Picture& picture);
void z_curve(FigureBuilder& builder, const Picture& picture);
void squares(FigureBuilder& builder, const Picture& picture);
void common_bits(FigureBuilder& builder, const Picture& picture);
void tree_nodes(FigureBuilder& builder, const Picture& picture);
void tree_moments(FigureBuilder& builder, const Picture& picture);
void tree_walk(FigureBuilder& builder, const Picture& picture);
void pull_matrix(FigureBuilder& builder, const Picture& picture);
void moves(FigureBuilder& builder, const Picture& picture);
void sectors(FigureBuilder& builder, const Picture& picture);

/// Draws the picture of a stage of the lesson `contacts`; each stage has one.
void contacts(FigureBuilder& builder);

/// The arrays that no part has drawn.
void rest(FigureBuilder& builder);

}  // namespace app::parts
