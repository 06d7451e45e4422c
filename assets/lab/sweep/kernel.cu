// Lab "sweep": all pairs of overlapping boxes, sorted along x. README.md has the task.
#include "constants.h"  // kThreads
#include "lab.h"        // Global

// Given: n boxes from low_x to high_x and from low_y to high_y, ends included, sorted by low_x; blocks of kThreads
//        threads that cover them; pair_count[0], 0; room for exactly the right number of pairs.
// Wanted: pair_count[0] is the number of overlapping pairs; pairs[2 * k] and pairs[2 * k + 1] are the two boxes of
//         pair k, the smaller index first; the pairs may come in any order.
__global__ void sweep(Global<const uint32_t> low_x, Global<const uint32_t> high_x,
                      Global<const uint32_t> low_y, Global<const uint32_t> high_y, uint32_t n,
                      Global<uint32_t> pair_count, Global<uint32_t> pairs) {
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;

    // TODO: walk forward from box i as long as a box begins before box i ends on x; of those, the pairs that also
    // overlap on y are written to a place of their own (atomicAdd).
}
