// Whether a time step resolves how bodies pull each other: else speeds grow until they are no numbers.
#pragma once
#include <span>

#include "sim/scene.h"

namespace sim {

/// How far two of the heaviest bodies move each other in a step where they are nearest, as the softening has it, and
/// all bodies one at the border of the container: more than the container is wide throws BadSceneValue.
class PullLimit {
public:
    explicit PullLimit(std::span<const Body> bodies);

    void require(const Physics& physics, const Container& container) const;

private:
    float heaviest_kg_ = 0, all_kg_ = 0;
};

}  // namespace sim
