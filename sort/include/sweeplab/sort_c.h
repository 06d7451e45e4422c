// <sweeplab/sort.h> for C (C99) and for bindings; what holds there for memory, streams and graphs holds here.
//
//   sweeplab_sorter_options options = sweeplab_sorter_defaults();
//   options.engine = "cpu-adaptive";
//   sweeplab_sorter* sorter = NULL;
//   if (sweeplab_sorter_create(1000000, &options, &sorter) != SWEEPLAB_OK) puts(sweeplab_last_message());
//   sweeplab_sort_pairs(sorter, SWEEPLAB_F32, keys, values, count, NULL, NULL);
//   sweeplab_sorter_destroy(sorter);
//
// A function that can fail returns a sweeplab_status, and sweeplab_last_message() has the reason. No C++ exception
// leaves a function. Texts that functions return belong to the library. A null handle is refused, or gives 0 or "".
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sweeplab_status {
    SWEEPLAB_OK = 0,
    SWEEPLAB_INVALID_ARGUMENT = 1,  // the call is wrong: nothing was queued or written
    SWEEPLAB_UNAVAILABLE = 2,       // no CUDA device, a build without CUDA, or a CUDA call that failed
    SWEEPLAB_OVER_LIMIT = 3,        // more than memory or a stated limit allows
    SWEEPLAB_INTERNAL = 4
} sweeplab_status;

typedef enum sweeplab_backend { SWEEPLAB_CPU = 0, SWEEPLAB_CUDA = 1 } sweeplab_backend;

typedef enum sweeplab_key_type {
    SWEEPLAB_U32 = 0,
    SWEEPLAB_I32 = 1,
    SWEEPLAB_F32 = 2,
    SWEEPLAB_U64 = 3,
    SWEEPLAB_I64 = 4,
    SWEEPLAB_F64 = 5,
    SWEEPLAB_U8 = 6,
    SWEEPLAB_I8 = 7,
    SWEEPLAB_U16 = 8,
    SWEEPLAB_I16 = 9
} sweeplab_key_type;

/// Returns "0.3.0": the version of the library that is linked.
const char* sweeplab_version(void);

/// Returns why the last call of this thread that failed did so; "" when none has. Valid until the next that fails.
const char* sweeplab_last_message(void);

/// Returns whether a CUDA device of this number can be used.
sweeplab_status sweeplab_cuda_status(int device);

/// The names of the engines that are linked; null for an index that is not below the count.
size_t sweeplab_engine_count(void);
const char* sweeplab_engine_name(size_t index);

typedef struct sweeplab_sorter sweeplab_sorter;

/// Begin with sweeplab_sorter_defaults(), so that members of later versions have their defaults, too.
typedef struct sweeplab_sorter_options {
    size_t size;               // of this struct, for later versions
    sweeplab_backend backend;  // of the default engine (SWEEPLAB_CUDA); a named engine has its own
    const char* engine;        // null: the default of the backend
    sweeplab_key_type keys;    // the type with the most scratch that will be sorted (SWEEPLAB_U32)
    int threads;               // CPU engines: at most 1024; 0: all cores
    void* scratch;             // device memory of the caller, for a CUDA engine; null: the sorter allocates
    size_t
        scratch_bytes;  // at least sweeplab_scratch_bytes() of it, which belong to the sorter while it lives
} sweeplab_sorter_options;

typedef struct sweeplab_report {
    uint32_t passes_run, passes_skipped, path, windows, max_shift, movers, excess;
} sweeplab_report;

typedef struct sweeplab_sort_options {
    size_t size;
    int begin_bit, end_bit;      // 0 <= begin_bit <= end_bit <= bits of the key; end_bit -1 (default): all
    sweeplab_report* report;     // where the pairs lie; null: none
    int descending;              // not 0: the greatest key first
    const uint32_t* live_count;  // where the pairs lie: so many of the pairs are sorted; null: all
    const uint32_t* offsets;     // where the pairs lie: segments + 1 borders of segments; null: one segment
    uint32_t segments;
} sweeplab_sort_options;

/// The arrays of sweeplab_sort: SortArrays of <sweeplab/sort.h>. Begin with sweeplab_sort_arrays_defaults().
typedef struct sweeplab_sort_arrays {
    size_t size;             // of this struct, for later versions
    sweeplab_key_type type;  // (SWEEPLAB_U32)
    const void* keys_in;
    void* keys_out;         // keys_in: in place; null: sorted keys are not written
    const void* values_in;  // null: 0, 1, 2, ..., of 4 bytes, where there are values
    void* values_out;       // values_in: in place; null: keys alone
    size_t value_bytes;     // 4 (default) or 8
} sweeplab_sort_arrays;

sweeplab_sorter_options sweeplab_sorter_defaults(void);
sweeplab_sort_options sweeplab_sort_defaults(void);
sweeplab_sort_arrays sweeplab_sort_arrays_defaults(void);

/// Creates a sorter for up to `capacity` pairs, on the current CUDA device or the CPU. `options` may be null. On an
/// error *sorter is null.
sweeplab_status sweeplab_sorter_create(size_t capacity, const sweeplab_sorter_options* options,
                                       sweeplab_sorter** sorter);
/// Returns how much scratch a sorter on a CUDA engine takes from a caller; 0 where there is no such engine.
size_t sweeplab_scratch_bytes(size_t capacity, const sweeplab_sorter_options* options);
void sweeplab_sorter_destroy(sweeplab_sorter* sorter);

/// Sort `count` pairs, or keys alone, in place. `stream` is a cudaStream_t, null the default one; CPU engines ignore
/// it and return when done. `options` may be null.
sweeplab_status sweeplab_sort_pairs(sweeplab_sorter* sorter, sweeplab_key_type type, void* keys,
                                    uint32_t* values, size_t count, void* stream,
                                    const sweeplab_sort_options* options);
sweeplab_status sweeplab_sort_keys(sweeplab_sorter* sorter, sweeplab_key_type type, void* keys, size_t count,
                                   void* stream, const sweeplab_sort_options* options);

/// Sorts `count` items of arrays of any kind, also from one array to another.
sweeplab_status sweeplab_sort(sweeplab_sorter* sorter, const sweeplab_sort_arrays* arrays, size_t count,
                              void* stream, const sweeplab_sort_options* options);

size_t sweeplab_sorter_capacity(const sweeplab_sorter* sorter);
size_t sweeplab_sorter_bytes(const sweeplab_sorter* sorter);  // scratch, where the pairs lie
const char* sweeplab_sorter_engine(const sweeplab_sorter* sorter);
int sweeplab_sorter_is_stable(const sweeplab_sorter* sorter);
int sweeplab_sorter_is_capturable(const sweeplab_sorter* sorter);
/// Returns the name of sweeplab_report.path; "" for engines with one path.
const char* sweeplab_sorter_path_name(const sweeplab_sorter* sorter, uint32_t path);

#ifdef __cplusplus
}
#endif
