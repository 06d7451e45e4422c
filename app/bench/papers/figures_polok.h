// What the figures of Polok, Ila, Smrz 2014 share.
#pragma once
#include <vector>

#include "app/bench/papers/figure_lab.h"

namespace app {

/// The paper's sort, and those that it was compared with.
std::vector<Rival> rivals_of_polok();

/// Figure 1: the parts of sparse products.
PaperFigure polok_product_figure();

}  // namespace app
