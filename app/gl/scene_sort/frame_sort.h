// The sort of the last step, rebuilt on the host from what the world keeps: keys and bodies in the order that the
// sort found them. Nothing is recorded while the scene runs: a body's index in the input is its rank less its shift.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/world.h"

namespace app {

/// Arrays of a sort by index in its input, all of one length. With `endpoint`, whose sorts have two records
/// per box, these are the min ends on x alone, in the order that the full input had them.
struct FrameSort {
    std::vector<uint32_t> keys, ids;  // of each body its key, and who it is
    std::vector<uint32_t> ranks;      // its index in the output
    std::vector<uint32_t> slots;      // where it is in memory now
};

/// The arrays that it follows from, by slot.
struct SortColumns {
    uint32_t count = 0;
    const uint32_t *keys = nullptr, *ids = nullptr, *ranks = nullptr;  // no ranks: the slot is the rank
    const int32_t* shifts = nullptr;
};

/// Rebuilds the sort. None if nothing was sorted, or if the arrays are not those of a step that completed.
std::optional<FrameSort> frame_sort_of(const SortColumns& columns);

/// Reads one world after the other; all of the same backend and device.
class FrameSortReader {
public:
    virtual ~FrameSortReader() = default;

    /// Queues copies of the state after the last queued step. Nothing where the last ones were not taken yet. The
    /// world has completed a step.
    virtual void start(const sim::World& world) = 0;
    bool started() const { return started_; }

    /// Returns whether take() would return at once; `wait` waits until it does. False if nothing was started.
    virtual bool ready(bool wait) = 0;
    /// Returns the sort that was started and is ready; none: nothing was sorted.
    virtual std::optional<FrameSort> take() = 0;

protected:
    bool started_ = false;
};

std::unique_ptr<FrameSortReader> make_frame_sort_reader(sim::Backend backend, int device);
std::unique_ptr<FrameSortReader> make_cuda_frame_sort_reader(int device);  // only in builds with CUDA

}  // namespace app
