// What the two files of Merrill's figures share.
#pragma once
#include "app/bench/papers/figure_charts.h"

namespace app {

/// multiscan with digits of 1 to 5 bits, labelled "1 bit", "2 bits", ...
std::string digit_label(int bits);
std::vector<Rival> digit_rivals();

/// Returns whether n keys take the time of twice as many, in a chart of rates: both fill up one block of a larger size.
bool filled_up(const Chart& rates, const std::string& series, double n);

/// Returns whether a stage is one of the paper's passes: not the copy back, which our sorts have after an odd number of
/// passes and the paper's table 1 has not.
bool is_of_a_pass(const std::string& stage);

/// A pass in the kernels that scan: time per pair, and share of the copy rate.
struct ScanTime {
    double ns, copy_share;
};
/// Figure 16: the growth of the scanning kernels' time from 4 to 5 bits over that from 3 to 4.
std::vector<ClaimRow> scan_growth_rows(const ScanTime& three, const ScanTime& four, const ScanTime& five);

/// Figures 12 to 18: the work inside the sorts.
std::vector<PaperFigure> merrill_work_figures();

}  // namespace app
