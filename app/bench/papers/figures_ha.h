// What the files of Ha's figures share.
#pragma once
#include "app/bench/papers/figure_charts.h"

namespace app {

PaperFigure scenes_figure();       // figure 1: three scenes
PaperFigure record_figure();       // figure 3: records gathered after an index sort
PaperFigure system_figure();       // figure 6: the collision system and its sort
PaperFigure order_check_figure();  // sections 3 and 4.2

/// The sort's share of a broad phase, from the times of both at the same n; explained by how both grow.
std::vector<ClaimRow> sort_share_rows(const std::vector<ClaimRow>& all_ms,
                                      const std::vector<ClaimRow>& sort_ms);

/// Speed of a whole over another, of series that each have a series of their sort beside them; explained by both parts.
std::vector<ClaimRow> system_gain_rows(const Chart& times, const std::string& a, const std::string& b);

/// The order check's share in sorts of unordered keys, from samples with and without it.
ClaimRow check_share_row(const std::string& at, double n, const std::vector<double>& with_ms,
                         const std::vector<double>& without_ms);

/// Speed of a series on keys in order over that on uniform keys, from two charts of times; explained by both times.
std::vector<ClaimRow> early_exit_rows(const Chart& uniform, const Chart& in_order, const std::string& series);

}  // namespace app
