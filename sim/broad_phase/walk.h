// The sweep itself, shared by the algorithms that sort: from each interval in sorted order, walk forward to
// its end and test the other two axes.
//
// All tests form one list: interval 0's candidates, then interval 1's, ... Its length is known from a scan of
// the candidate counts, so it is cut into equal pieces ("chunks") whatever the sizes of the boxes: the work
// is balanced. Pairs are counted a chunk, scanned, then written: their order is that of the list.
#pragma once
#include "sim/broad_phase/broad_phase.h"
#include "sim/math/search.h"

namespace sim {

/// Bounds of the boxes in sorted order on the two axes that are not sorted, and who they are.
struct WalkBoxes {
    const float* min_u;
    const float* max_u;
    const float* min_v;
    const float* max_v;
    const uint32_t* slot;  // null: the place in sorted order is the slot
};

/// The arrays behind WalkBoxes, and how many candidates each interval has.
template <class Exec>
class WalkArrays {
public:
    explicit WalkArrays(uint32_t capacity)
        : min_u_(capacity), max_u_(capacity), min_v_(capacity), max_v_(capacity), candidates_(capacity) {}

    /// Arrays to be filled: write() stores the interval at a place in sorted order.
    struct Writer {
        float *min_u, *max_u, *min_v, *max_v;
        uint32_t* candidates;

        HOST_DEVICE void write(uint32_t place, const Box& box, int u, int v, uint32_t count) const {
            min_u[place] = box.min[u];
            max_u[place] = box.max[u];
            min_v[place] = box.min[v];
            max_v[place] = box.max[v];
            candidates[place] = count;
        }
    };

    Writer writer() {
        return {min_u_.data(), max_u_.data(), min_v_.data(), max_v_.data(), candidates_.data()};
    }
    WalkBoxes boxes(const uint32_t* slot) const {
        return {min_u_.data(), max_u_.data(), min_v_.data(), max_v_.data(), slot};
    }
    const uint32_t* candidates() const { return candidates_.data(); }
    size_t bytes() const { return 4 * min_u_.bytes() + candidates_.bytes(); }

private:
    typename Exec::template Array<float> min_u_, max_u_, min_v_, max_v_;
    typename Exec::template Array<uint32_t> candidates_;
};

struct WalkPlan {
    const uint64_t* first_test;  // of each interval in the list of tests; [count] is its length
    uint32_t count;              // intervals
    uint32_t chunks;
};

/// Chunk c holds the tests [chunk_begin(c), chunk_begin(c + 1)).
HOST_DEVICE inline uint64_t chunk_begin(uint64_t tests, uint32_t chunk, uint32_t chunks) {
    return tests / chunks * chunk + tests % chunks * chunk / chunks;
}

/// Scratch of a walk on one backend.
template <class Exec>
class Walk;

}  // namespace sim
