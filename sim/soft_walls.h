// A key of scenes in which bodies are so fast that they go through the walls for a moment.
#pragma once

namespace sim {

inline constexpr const char
    *kSoftWalls = "soft_walls",
    *kSoftWallsMeaning =
        "1: fast bodies go through the walls until these push them back, and are counted "
        "neither as outside nor as fast; 0: they are counted";

}  // namespace sim
