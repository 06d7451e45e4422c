// The parts of pictures, a short file each. A part that does not find its array, or an array of another shape,
// draws nothing: rest() then draws the array as it draws those of engines without a list.
#pragma once
#include "app/teach/figure/sheet.h"

namespace app::parts {

using sort::Picture;

void groups(Sheet& sheet, const Picture& picture);
void bits(Sheet& sheet, const Picture& picture);
void words(Sheet& sheet, const Picture& picture);
void lanes(Sheet& sheet, const Picture& picture);
void prefix_sums(Sheet& sheet, const Picture& picture);
void counts(Sheet& sheet, const Picture& picture);
void table(Sheet& sheet, const Picture& picture);
void running_sum(Sheet& sheet, const Picture& picture);
void addends(Sheet& sheet, const Picture& picture);
void threads(Sheet& sheet, const Picture& picture);
void exchange(Sheet& sheet, const Picture& picture);
void copied(Sheet& sheet, const Picture& picture);
void descents(Sheet& sheet, const Picture& picture);
void splits(Sheet& sheet, const Picture& picture);
void network(Sheet& sheet, const Picture& picture);
void zero_one(Sheet& sheet, const Picture& picture);
void exchange_ring(Sheet& sheet, const Picture& picture);
void merge_path(Sheet& sheet, const Picture& picture);
void look_back(Sheet& sheet, const Picture& picture);
void waits(Sheet& sheet, const Picture& picture);
void windows(Sheet& sheet, const Picture& picture);
void borders(Sheet& sheet, const Picture& picture);
void displacement(Sheet& sheet, const Picture& picture);
void decision(Sheet& sheet, const Picture& picture);
void movers(Sheet& sheet, const Picture& picture);
void intervals(Sheet& sheet, const Picture& picture);
void record_spans(Sheet& sheet, const Picture& picture);
void adds(Sheet& sheet, const Picture& picture);
void spans(Sheet& sheet, const Picture& picture);
void plane_bodies(Sheet& sheet, const Picture& picture);
void plane_cells(Sheet& sheet, const Picture& picture);
void interleave(Sheet& sheet, const Picture& picture);
void z_curve(Sheet& sheet, const Picture& picture);
void squares(Sheet& sheet, const Picture& picture);
void common_bits(Sheet& sheet, const Picture& picture);
void tree_nodes(Sheet& sheet, const Picture& picture);
void tree_moments(Sheet& sheet, const Picture& picture);
void tree_walk(Sheet& sheet, const Picture& picture);
void pull_matrix(Sheet& sheet, const Picture& picture);
void moves(Sheet& sheet, const Picture& picture);
void sectors(Sheet& sheet, const Picture& picture);

/// Of the lesson `contacts`, whose stages have one picture each.
void contacts(Sheet& sheet);

/// The arrays that no part has drawn.
void rest(Sheet& sheet);

}  // namespace app::parts
