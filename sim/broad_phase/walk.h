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

struct WalkPlan {
    const uint64_t* first_test;  // of each interval in the list of tests; [count] is its length
    uint32_t count;              // intervals
    uint32_t chunks;
};

/// Chunk c holds the tests [chunk_begin(c), chunk_begin(c + 1)).
HOST_DEVICE inline uint64_t chunk_begin(uint64_t tests, uint32_t chunk, uint32_t chunks) {
    return tests / chunks * chunk + tests % chunks * chunk / chunks;
}

HOST_DEVICE inline bool overlaps_uv(const WalkBoxes& b, uint64_t i, uint64_t j) {
    return b.min_u[i] <= b.max_u[j] && b.min_u[j] <= b.max_u[i] && b.min_v[i] <= b.max_v[j] &&
           b.min_v[j] <= b.max_v[i];
}

class CpuExec;
class CudaExec;

/// Scratch of a walk on one backend.
template <class Exec>
class Walk;

/// Declares the numbers of pairs and tests, and an overflow.
HOST_DEVICE inline void report_pairs(Status* status, uint64_t tests, uint64_t pairs, uint64_t capacity) {
    status->counters.tests = tests;
    status->counters.pairs = pairs;
    if (pairs > capacity) status->overflow = 1;
}

}  // namespace sim
