// Who works on one item together: a thread alone (here), a warp or a block on the device (group_cuda.cuh). Code
// that is written for a group does the same sums in the same order whatever its size.
#pragma once
#include "sim/math/vec3.h"

namespace sim {

struct Solo {
    HOST_DEVICE uint32_t member() const { return 0; }
    HOST_DEVICE uint32_t size() const { return 1; }

    /// Waits for all members; what they wrote before can be read behind it.
    HOST_DEVICE void sync() const {}

    /// Returns, in all members, whether `own` is true in one of them.
    HOST_DEVICE bool any(bool own) const { return own; }

    /// Returns the box around the boxes of all members, in all.
    HOST_DEVICE Box around_all(const Box& own) const { return own; }

    /// Bit k: what member k says.
    HOST_DEVICE uint32_t vote(bool own) const { return own ? 1 : 0; }

    /// Returns the value of one member, in all.
    HOST_DEVICE uint32_t from_member(uint32_t value, uint32_t) const { return value; }

    /// Returns the smallest value of all members, in all.
    HOST_DEVICE float least(float own) const { return own; }

    /// Returns the largest value of all members, in all.
    HOST_DEVICE uint32_t most(uint32_t own) const { return own; }

    /// Returns the index of the member with the smallest value, of several the smallest index. The same in
    /// all members.
    HOST_DEVICE uint32_t index_of_least(float, uint32_t index) const { return index; }

    /// sum + the first `members` members' values, one after the other. The same in all members.
    HOST_DEVICE Vec3 add_in_order(const Vec3& sum, const Vec3& own, uint32_t) const { return sum + own; }
};

/// A thread of the CPU, which may have lanes for several parts of an item.
struct CpuThread : Solo {};

}  // namespace sim
