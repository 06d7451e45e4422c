// All overlapping pairs of boxes, for those who have boxes and want pairs: no world, no bodies, no scene.
//
//   sim::PairFinder finder(100'000);                  // on the current CUDA device
//   finder.find(d_boxes, count, stream);              // queued
//   kernel<<<..., stream>>>(finder.pairs(), finder.count(), finder.pair_capacity());
//
// Boxes are closed: touching boxes overlap. Every unordered pair is listed once, as two indices of boxes with
// i < j, in no order. Whatever the broad phase, the engine and the backend, the set of pairs is the same.
//
// Memory. The caller owns the boxes: device (or managed, or pinned) memory on cuda, host memory on cpu. They
// are not changed. The finder owns its scratch and the list of pairs, made by the constructor and by
// reserve_pairs() and nowhere else; on cpu threads also collect pairs in blocks of their own during find(),
// up to 16 bytes a pair, and arenas of TBB are kept for later calls, as many as were in use at once. The list
// and the count stand where the boxes stand, until the next find(). The finder is destroyed only after the
// work that was queued through it is done, and not before graphs that hold it.
//
// Too many pairs. *count() is the exact number of pairs in any case, 64 bits. When it is above
// pair_capacity(), the list is not to be read: nothing grows by itself. Read the count (read_count() waits
// for it), call reserve_pairs(), and find again.
//
// Streams and graphs. On cuda find() queues kernels on `stream`, never waits, never allocates, reads nothing
// back and adds no host callback, so nothing of it can throw on a thread of CUDA. It can be captured into a
// CUDA graph, with the same count of boxes and the same pointers at each launch; a graph captured before
// reserve_pairs() must not be launched after it. With the engine `adaptive` the graph may hold conditional
// nodes, and then it can be no child graph and cannot be cloned. One finder works on one stream at a time;
// one thread calls it. A finder works on the device that was current when it was made, whichever is current
// when it is called. On cpu find() returns when the list is complete.
//
// Floating point. Pairs are the same if the calling thread rounds in another way, flushes subnormals or traps;
// its environment is as before when a call returns.
//
// Errors are thrown by the call itself, before anything is queued or written: std::invalid_argument (null
// boxes with count > 0, a count over the capacity, boxes in the wrong memory as far as CUDA knows, names that
// do not exist, threads below 0 or above 1024), sort::Unavailable (no device, a CUDA call failed),
// sort::OverLimit (memory, over 2^27 boxes). Coordinates must be finite and min <= max on each axis. On cpu
// find() refuses others with the index of the first such box; on cuda it does not look, and what such boxes
// do is undefined.
//
// Programs include <sweeplab/pairs.h> from now on: 0.3 is the last version that installs this header.
#pragma once
#if __cplusplus < 202002L
#error "sim/pairs.h needs C++20; <sweeplab/pairs.h> has the same for C++17"
#endif
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/math/vec3.h"
#include "sort/registry.h"

namespace sim {

struct PairFinderConfig {
    sort::Backend backend = sort::Backend::cuda;
    std::string broad_phase{};   // "": "columns"; or "sweep", "endpoint", "brute"
    std::string engine{};        // a sort engine of the backend; "": its default
    uint64_t pair_capacity = 0;  // room in the list; 0: eight a box and 1024
    int threads = 0;             // cpu: at most 1024; 0: all cores
};

class PairFinder {
public:
    /// Creates a finder for up to `box_capacity` boxes; on the current CUDA device. An object of a whole
    /// program may be made before main and destroyed after it, in any order.
    explicit PairFinder(size_t box_capacity, const PairFinderConfig& config = {});
    ~PairFinder();
    PairFinder(PairFinder&&) noexcept;
    PairFinder& operator=(PairFinder&&) noexcept;

    /// Finds all pairs of boxes[0, count). Nearly sorted boxes are faster: see order().
    void find(const Box* boxes, size_t count, sort::Stream stream = nullptr);

    const uint32_t* pairs() const;   // two indices of boxes a pair
    const uint64_t* count() const;   // of pairs, where they stand
    uint64_t pair_capacity() const;  // pairs that the list has room for

    /// Returns the boxes of the last find() in the order that it sorted them into, where they stand; null for a
    /// broad phase without one. Who keeps his boxes in this order gets the next, slightly moved, sorted faster.
    const uint32_t* order() const;

    /// Returns the number of pairs of the last find(): waits for `stream`. On cpu at once.
    uint64_t read_count(sort::Stream stream = nullptr) const;

    /// Allocates room for at least `pairs` pairs. Drops the list, waits for the device, and gives pairs() a
    /// new place. When there is not so much memory it throws sort::OverLimit, and the room is what it was.
    void reserve_pairs(uint64_t pairs);

    uint32_t box_capacity() const;
    size_t bytes() const;  // scratch and list

    class Search;  // one backend's own

private:
    std::unique_ptr<Search> search_;
};

/// Finds all overlapping pairs of boxes in host memory, on either backend: i < j, in lexicographic order, two
/// indices per pair. Allocates, grows and waits as need be. Boxes that are not finite or have min > max are
/// refused with the index of the first. Throws as PairFinder.
std::vector<uint32_t> overlapping_pairs(std::span<const Box> boxes, const PairFinderConfig& config = {});

}  // namespace sim
