// What the files of Ha's figures share.
#pragma once
#include "app/bench/papers/figure_charts.h"

namespace app {

PaperFigure scenes_figure();  // figure 1: three scenes
PaperFigure record_figure();  // figure 3: records gathered after an index sort
PaperFigure system_figure();  // figure 6: the collision system and its sort

}  // namespace app
