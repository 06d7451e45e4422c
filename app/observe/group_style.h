// What a picture makes of the groups of a scene's bodies (sim::SpawnGroup): where a body comes from, and
// whether it is hidden.
#pragma once
#include <cstdint>

#include "sim/exec/counters.h"
#include "sort/base/host_device.h"

namespace app {

inline constexpr uint32_t kMostSpawnGroups = 8;

struct GroupStyle {
    uint32_t groups = 0;                  // 0: all bodies are of one kind
    uint32_t end[kMostSpawnGroups] = {};  // one past the last id of each
    uint8_t origin[kMostSpawnGroups] = {};
    bool hidden[kMostSpawnGroups] = {};  // but for the selected body
    uint32_t selected = sim::kNobody;

    /// Returns the group of a body; the last one if none has it.
    HOST_DEVICE uint32_t of(uint32_t id) const {
        uint32_t group = 0;
        while (group + 1 < groups && id >= end[group]) ++group;
        return group;
    }
    HOST_DEVICE bool hides(uint32_t id) const { return groups > 0 && id != selected && hidden[of(id)]; }
};

}  // namespace app
