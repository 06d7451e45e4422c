// <sweeplab/pairs.h> for C (C99) and for bindings; what holds there for boxes, memory and streams holds here.
//
//   sweeplab_pair_finder_options options = sweeplab_pair_finder_defaults();
//   options.backend = SWEEPLAB_CPU;
//   size_t count = 0;
//   sweeplab_overlapping_pairs(boxes, box_count, &options, pairs, room, &count);
//
// Errors are reported as in <sweeplab/sort_c.h>.
#pragma once
#include "sweeplab/sort_c.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Six floats. Arrays of boxes are aligned to 8 bytes.
typedef struct sweeplab_box {
    float min[3], max[3];
} sweeplab_box;

typedef struct sweeplab_pair_finder sweeplab_pair_finder;

/// Begin with sweeplab_pair_finder_defaults(), so that members of later versions have their defaults, too.
typedef struct sweeplab_pair_finder_options {
    size_t size;               // of this struct, for later versions
    sweeplab_backend backend;  // SWEEPLAB_CUDA
    const char* broad_phase;   // null: "columns"; or "sweep", "endpoint", "brute"
    const char* engine;        // a sort engine of the backend; null: its default
    uint64_t pair_capacity;    // room in the list; 0: eight per box and 1024
    int threads;               // cpu: at most 1024; 0: all cores
} sweeplab_pair_finder_options;

sweeplab_pair_finder_options sweeplab_pair_finder_defaults(void);

/// Creates a finder for up to `box_capacity` boxes. `options` may be null. On an error *finder is null.
sweeplab_status sweeplab_pair_finder_create(size_t box_capacity, const sweeplab_pair_finder_options* options,
                                            sweeplab_pair_finder** finder);
void sweeplab_pair_finder_destroy(sweeplab_pair_finder* finder);

/// Finds all pairs of boxes[0, count): queued on `stream`, a cudaStream_t; on cpu done on return.
sweeplab_status sweeplab_pair_finder_find(sweeplab_pair_finder* finder, const sweeplab_box* boxes,
                                          size_t count, void* stream);

// Where the boxes lie, until the next search.
const uint32_t* sweeplab_pair_finder_pairs(const sweeplab_pair_finder* finder);
const uint64_t* sweeplab_pair_finder_count(const sweeplab_pair_finder* finder);
uint64_t sweeplab_pair_finder_pair_capacity(const sweeplab_pair_finder* finder);
const uint32_t* sweeplab_pair_finder_order(const sweeplab_pair_finder* finder);

/// Writes the number of pairs of the last search: waits for `stream`.
sweeplab_status sweeplab_pair_finder_read_count(const sweeplab_pair_finder* finder, void* stream,
                                                uint64_t* count);

/// Allocates room for at least `pairs` pairs, and drops the list.
sweeplab_status sweeplab_pair_finder_reserve_pairs(sweeplab_pair_finder* finder, uint64_t pairs);

size_t sweeplab_pair_finder_box_capacity(const sweeplab_pair_finder* finder);
size_t sweeplab_pair_finder_bytes(const sweeplab_pair_finder* finder);

/// Finds all overlapping pairs of boxes in host memory and writes them to the caller's buffer, two indices per pair,
/// i < j, in lexicographic order. *pair_count is the number of pairs. Where there are more than `pair_capacity`,
/// nothing is written to `pairs` and the result is SWEEPLAB_OVER_LIMIT; a null buffer with room for 0 asks for the
/// number alone, and then the result is SWEEPLAB_OK. `options` may be null; their pair_capacity may be too small.
sweeplab_status sweeplab_overlapping_pairs(const sweeplab_box* boxes, size_t count,
                                           const sweeplab_pair_finder_options* options, uint32_t* pairs,
                                           size_t pair_capacity, size_t* pair_count);

#ifdef __cplusplus
}
#endif
