// What the two files of Merrill's figures share.
#pragma once
#include "app/bench/papers/figure_charts.h"

namespace app {

/// multiscan with digits of 1 to 5 bits, labelled "1 bit", "2 bits", ...
std::string digit_label(int bits);
std::vector<Rival> digit_rivals();

/// Figures 12 to 18: the work inside the sorts.
std::vector<PaperFigure> merrill_work_figures();

}  // namespace app
