// Between a snapshot, a saved state and the arrays of a world.
#pragma once
#include "sim/rigid_growth.h"
#include "sim/step_data.h"
#include "sim/world.h"

namespace sim {

/// Body `id` gets slot `id`. Of spheres there are no anchors, of bodies with shapes no torque.
void put_rotations(const Snapshot& start, const TurnArrays& turns, const AnchorArrays& anchors, Vec4* torque);
void put_depths(const Snapshot& start, float* depth_m);
/// Copies the pairs of a snapshot to a table and to blocks. Both must have room for all of them.
void put_pairs(const Snapshot& start, const ManifoldTable& table, PointBlock* blocks);
uint64_t pairs_with_points(const Snapshot& start);

/// Bodies as the arrays of a world have them.
struct BodyColumns {
    explicit BodyColumns(const std::vector<Body>& bodies);

    std::vector<Vec4> position_radius, velocity_mass, acceleration_still;
};

/// A snapshot of arrays in the host's memory.
Snapshot snapshot_of(const StateRanges& arrays, const Container& container, uint64_t completed_steps);

/// Returns the arrays of a state after so many completed steps: the number tells which of two tables of pairs
/// holds.
template <class Exec>
StateRanges state_ranges(StepData<Exec>& data, uint64_t completed_steps) {
    const size_t n = data.count;
    StateRanges ranges;
    const auto set = [&](StateArray array, auto* items, size_t count) {
        ranges[array] = {items, count * sizeof *items};
    };
    const auto set_turns = [&](const TurnArrays& turns, Vec4* torque) {
        set(kOrientations, turns.orientation, n);
        set(kMomenta, turns.momentum_shape, n);
        if (torque) set(kTorques, torque, n);
    };
    const BodyArrays bodies = data.committed.arrays();
    set(kPositions, bodies.position_radius, n);
    set(kVelocities, bodies.velocity_mass, n);
    set(kAccelerations, bodies.acceleration_still, n);
    set(kIds, bodies.id, n);
    if (data.rolling) set_turns(data.rolling->committed.arrays(), data.rolling->torque.data());
    if (!data.rigid) return ranges;
    RigidData<Exec>& rigid = *data.rigid;
    set_turns(rigid.committed.arrays(), nullptr);
    const AnchorArrays anchors = rigid.anchors.arrays();
    set(kAnchors, anchors.place, n);
    set(kAnchorTurns, anchors.orientation, n);
    set(kDepths, rigid.depth.data(), n);
    set(kBoxes, data.boxes.data(), n);
    const ManifoldTables tables = data.constraints->manifolds.tables();
    const ManifoldTable& table = tables.before(completed_steps);
    set(kManifoldSlots, table.slots, table.places);
    set(kManifolds, table.manifolds, tables.capacity);
    set(kPointBlocks, tables.blocks, tables.block_capacity);
    return ranges;
}

/// A table in the host's memory, on its way to a device.
struct ManifoldCopy {
    explicit ManifoldCopy(const ManifoldTables& of)
        : slots(of.table[0].places, kNoPlace), manifolds(of.capacity), blocks(of.block_capacity) {}
    ManifoldTable table() { return {slots.data(), slots.size(), manifolds.data()}; }

    std::vector<uint32_t> slots;
    std::vector<Manifold> manifolds;
    std::vector<PointBlock> blocks;
};

/// The pairs of a snapshot, in the memory of the backend: upload(where, a vector's items) copies them there.
template <class Exec, class Upload>
void put_manifolds(Exec& exec, StepData<Exec>& data, const Snapshot& start, Upload upload) {
    ConstraintData<Exec>& own = *data.constraints;
    const uint64_t pairs = start.pairs.size(), blocks = pairs_with_points(start);
    if (pairs > own.manifolds.capacity || blocks > own.manifolds.block_capacity)
        own.manifolds =
            make_manifold_lists<Exec>(pairs + own.manifolds.capacity, blocks + own.manifolds.block_capacity);
    const ManifoldTables tables = own.manifolds.tables();
    ManifoldCopy copy(tables);
    put_pairs(start, copy.table(), copy.blocks.data());
    const ManifoldTable& table = tables.before(start.completed_steps);
    upload(table.slots, copy.slots);
    upload(table.manifolds, copy.manifolds);
    upload(tables.blocks, copy.blocks);
    find_free_places(exec, own.manifolds, data.status.data());
}

/// Returns the bytes of the shapes' arrays.
uint64_t shape_bytes(std::span<const std::shared_ptr<const SceneShape>> shapes);

}  // namespace sim
