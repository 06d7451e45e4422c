// What the files of Ha's figures share.
#pragma once
#include "app/bench/papers/figure_charts.h"

namespace app {

Figure scenes_figure();  // figure 1: three scenes
Figure record_figure();  // figure 3: records gathered after an index sort
Figure system_figure();  // figure 6: the collision system and its sort

}  // namespace app
