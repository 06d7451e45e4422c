// Finds all overlapping pairs of boxes, on a CUDA device or on the CPU. C++17; <sweeplab/pairs_c.h> has the same for
// C.
//
//   sweeplab::PairFinder finder(100'000);             // boxes, on the current CUDA device
//   finder.find(d_boxes, count, stream);              // queued
//   kernel<<<..., stream>>>(finder.pairs(), finder.count(), finder.pair_capacity());
//
//   sweeplab::PairFinderOptions options;
//   options.backend = sweeplab::Backend::cpu;         // C++20: {.backend = sweeplab::Backend::cpu}
//   std::vector<std::uint32_t> pairs = sweeplab::overlapping_pairs(host_boxes, options);  // simplest: waits
//
// Boxes are closed: touching boxes overlap. Every unordered pair is listed once, as two indices of boxes with i < j,
// in no order. Whatever the broad phase, the engine and the backend, the set of pairs is the same. Coordinates are
// finite and min <= max on each axis: on cpu find() refuses others with the index of the first such box; on cuda it
// does not look, and what such boxes do is undefined.
//
// Memory. The caller owns the boxes: device (or managed, or pinned) memory on cuda, host memory on cpu. They are not
// changed. The finder owns its scratch and the list of pairs, allocated when it is created and by reserve_pairs();
// on cpu threads also collect up to 16 bytes per pair during find(). Destroy a finder only after its queued work, and
// after the graphs that hold it.
//
// Too many pairs. *count() is the exact number of pairs in any case. When it is above pair_capacity(), the list is
// not to be read: nothing grows by itself. read_count(), reserve_pairs(), and find() again.
//
// Streams and graphs are as in <sweeplab/sort.h>; a graph that was captured before reserve_pairs() must not be
// launched after it. Errors are those of <sweeplab/status.h>; over_limit is also more than 2^27 boxes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sweeplab/status.h"

namespace sweeplab {

/// Six floats: {min x, y, z}, {max x, y, z}.
struct alignas(8) Box {
    float min[3], max[3];
};

struct PairFinderOptions {
    Backend backend = Backend::cuda;
    std::string broad_phase{};        // "": "columns"; or "sweep", "endpoint", "brute"
    std::string engine{};             // a sort engine of the backend; "": its default
    std::uint64_t pair_capacity = 0;  // room in the list; 0: eight per box and 1024
    int threads = 0;                  // cpu: at most 1024; 0: all cores
};

class PairFinder {
public:
    /// An empty finder, which refuses to search until try_create() is called. So does one that was moved from.
    PairFinder() noexcept;
    /// Creates a finder for up to `box_capacity` boxes.
    explicit PairFinder(std::size_t box_capacity, const PairFinderOptions& options = {});
    ~PairFinder();
    PairFinder(PairFinder&&) noexcept;
    PairFinder& operator=(PairFinder&&) noexcept;

    /// Replaces what the finder was. On an error it stays that.
    Status try_create(std::size_t box_capacity, const PairFinderOptions& options = {}) noexcept;

    /// Finds all pairs of boxes[0, count). Nearly sorted boxes are faster: see order().
    void find(const Box* boxes, std::size_t count, Stream stream = nullptr) {
        try_find(boxes, count, stream).or_throw();
    }
    Status try_find(const Box* boxes, std::size_t count, Stream stream = nullptr) noexcept;

    // Where the boxes lie, until the next find(). Of an empty finder null and 0.
    const std::uint32_t* pairs() const noexcept;   // two indices of boxes per pair
    const std::uint64_t* count() const noexcept;   // of pairs
    std::uint64_t pair_capacity() const noexcept;  // pairs that the list has room for

    /// Returns the boxes of the last find() in the order that it sorted them into; null for a broad phase without
    /// one. Boxes that are kept in this order and move a little are sorted faster by the next.
    const std::uint32_t* order() const noexcept;

    /// Returns the number of pairs of the last find(): waits for `stream`.
    std::uint64_t read_count(Stream stream = nullptr) const {
        std::uint64_t count = 0;
        try_read_count(count, stream).or_throw();
        return count;
    }
    Status try_read_count(std::uint64_t& count, Stream stream = nullptr) const noexcept;

    /// Allocates room for at least `pairs` pairs. Drops the list, waits for the device, and gives pairs() a new
    /// place. On an error the room is what it was.
    void reserve_pairs(std::uint64_t pairs) { try_reserve_pairs(pairs).or_throw(); }
    Status try_reserve_pairs(std::uint64_t pairs) noexcept;

    std::size_t box_capacity() const noexcept;
    std::size_t bytes() const noexcept;  // scratch and list

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Finds all overlapping pairs of boxes in host memory, on either backend: i < j, in lexicographic order, two indices
/// per pair. Allocates, grows and waits as need be.
Status try_overlapping_pairs(const Box* boxes, std::size_t count, std::vector<std::uint32_t>& pairs,
                             const PairFinderOptions& options = {}) noexcept;

inline std::vector<std::uint32_t> overlapping_pairs(const Box* boxes, std::size_t count,
                                                    const PairFinderOptions& options = {}) {
    std::vector<std::uint32_t> pairs;
    try_overlapping_pairs(boxes, count, pairs, options).or_throw();
    return pairs;
}

inline std::vector<std::uint32_t> overlapping_pairs(const std::vector<Box>& boxes,
                                                    const PairFinderOptions& options = {}) {
    return overlapping_pairs(boxes.data(), boxes.size(), options);
}

}  // namespace sweeplab
