// Between a snapshot and the arrays of a world, on the host.
#pragma once
#include "sim/narrow/spring_table.h"
#include "sim/rigid_bodies.h"
#include "sim/world.h"

namespace sim {

/// Body `id` gets slot `id`. Of spheres there are no anchors.
void put_rotations(const Snapshot& start, const TurnArrays& turns, const AnchorArrays& anchors, Vec4* torque);
void put_depths(const Snapshot& start, float* depth_m);
void put_springs(const Snapshot& start, const SpringTable& table);

/// A snapshot of arrays in the host's memory.
Snapshot snapshot_of(const StateRanges& arrays, const Container& container, uint64_t completed_steps);

/// A table in the host's memory, on its way to a device.
struct SpringCopy {
    explicit SpringCopy(uint64_t places) : keys(places, kNoPair), springs(places) {}
    SpringTable table() { return {keys.data(), springs.data(), keys.size()}; }

    std::vector<uint64_t> keys;
    std::vector<Vec4> springs;
};

/// Memory of their arrays.
uint64_t shape_bytes(std::span<const std::shared_ptr<const SceneShape>> shapes);

}  // namespace sim
