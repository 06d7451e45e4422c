// The state of a world, kept as it lies in memory, to go back to. Cheaper than a Snapshot: nothing is put in order,
// and on a device nothing leaves it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/exec/counters.h"
#include "sort/base/errors.h"

namespace sim {

/// The arrays that a state consists of, by slot: Vec4 unless said otherwise.
enum StateArray {
    kPositions,      // position_radius
    kVelocities,     // velocity_mass
    kAccelerations,  // acceleration_still
    kIds,            // uint32_t
    kOrientations,   // Quaternion; this and the following only where bodies rotate
    kMomenta,        // momentum_shape
    kTorques,        // of spheres that roll
    kAnchors,        // of bodies with shapes, as all that follow
    kAnchorTurns,    // Quaternion
    kDepths,         // float
    kBoxes,          // Box
    kManifoldSlots,  // uint32_t
    kManifolds,      // Manifold
    kPointBlocks,    // PointBlock
    kStateArrays
};

struct MemoryRange {
    void* data = nullptr;  // null: there is no such array
    size_t bytes = 0;

    template <class T>
    T* as() const {
        return static_cast<T*>(data);
    }
    template <class T>
    size_t count() const {
        return bytes / sizeof(T);
    }
};

/// The live arrays of a world, or their copies in a saved state.
using StateRanges = std::array<MemoryRange, kStateArrays>;

struct SavedState {
    Counters counters{};  // after the last completed step
    StateRanges ranges{};
    std::shared_ptr<void> memory{};  // that the ranges lie in
    size_t bytes = 0;                // of `memory`
    bool on_device = false;

    uint64_t completed_steps() const { return counters.completed_steps; }
    uint32_t bodies() const { return uint32_t(ranges[kIds].count<uint32_t>()); }
};

/// Offsets of the arrays of a state, one behind the other in one block of memory, and its size.
struct PackedRanges {
    explicit PackedRanges(const StateRanges& live);
    StateRanges at(void* base) const;

    size_t bytes = 0;

private:
    std::array<size_t, kStateArrays> begin_, size_;
};

/// Returns whether each array is as long in `a` as in `b`, so that one state can be copied to the other.
bool same_shape(const StateRanges& a, const StateRanges& b);

/// Thrown for a state that is larger than the room for all states.
class StateTooLarge : public sort::OverLimit {
public:
    using sort::OverLimit::OverLimit;
};

/// Throws StateTooLarge with both figures.
void require_state_room(uint64_t bytes, uint64_t most_bytes);

/// Memory of the host for a saved state. Throws sort::OverLimit.
std::shared_ptr<void> host_state_memory(size_t bytes);

}  // namespace sim
