// What the walk of a group of bodies has taken, as it is drawn: nodes as boxes, bodies as points.
#pragma once
#include <vector>

#include "app/observe/tree_boxes.h"

namespace app {

struct ShownWalk {
    std::vector<TreeBox> nodes, bodies;  // of each at most kMostTreeBoxes are drawn
};

/// Returns the boxes that are drawn: of too many every n-th, because they are in the order of the Morton keys
/// and the first ones lie in one corner of space.
std::vector<TreeBox> drawn_of_walk(const std::vector<TreeBox>& boxes);

/// Returns the colour of a level, 0xRRGGBB.
uint32_t level_colour(uint32_t level);

}  // namespace app
