// Stable ascending sort of (key, value) pairs. An engine allocates in its constructor and never again.
#pragma once
#include "sort/keys.h"
#include "sort/stage.h"

namespace sort {

/// Report of one sort. It lies where the pairs lie (device memory for CUDA engines); every sort writes all of it.
struct Report {
    uint32_t passes_run;
    uint32_t passes_skipped;
    uint32_t path;        // index into Engine::paths: what the sort took
    uint32_t windows;     // windows repaired, by engines that repair; of a migration tiles that were sorted
    uint32_t max_shift;   // largest |place now - place before|, by engines that measure it
    uint32_t movers = 0;  // pairs moved one by one, by engines that do; of a migration pairs that migrated
    uint32_t excess =
        0;  // by how many a live count was beyond the pairs of the call, which were all sorted (PairSorter)
};

struct Options {
    int begin_bit = 0,
        end_bit = 32;          // fewer bits, fewer passes; 0 <= begin_bit <= end_bit <= bits of the key
    bool check_order = true;   // leave early, on the device, when the pairs are in order
    Report* report = nullptr;  // written in stream order, never read back by the engine
    StageObserver* observer = nullptr;  // notified before and after every stage; may queue work, never waits
    /// An observer also gets the arrays of each stage; at most kTraceLimit pairs; for lessons and tests. No
    /// matter to engines that do not show their lesson (Engine::shows_lesson).
    bool arrays = false;
    /// Order of the keys, which stay as they are: of 64-bit keys that of i64 and f64, of 32-bit keys, where the engine
    /// sorts_typed, that of i32 and f32 (contract: ordered_key() in keys.h); any other type: unsigned.
    KeyType key_type = KeyType::u32;
    /// Where the pairs live, read in stream order by each kernel: only so many of the pairs are sorted, at most all; those
    /// behind stay as they are. What is queued depends on pairs.count alone. Needs Engine::counts_live. Null: all.
    const uint32_t* live_count = nullptr;
};

/// Sorter of keys of 32 or of 64 bits.
template <class Key>
class SorterOf {
public:
    virtual ~SorterOf() = default;
    virtual uint32_t capacity() const = 0;

    /// Sorts in place and returns once the work is queued; the result is ready in stream order, behind the
    /// caller's pointers, whichever buffer a pass wrote (a copy back is decided on the device). Never
    /// allocates, never synchronizes; without an observer it can be captured into a CUDA graph.
    /// Requires pairs.count <= capacity(). One Sorter, one stream. CPU engines ignore the stream and return
    /// when done. Keys 5 2 7 2 0 with values 0 1 2 3 4 become 0 2 2 5 7 with 4 1 3 0 2.
    virtual void sort(KeyPairs<Key> pairs, Stream stream, const Options& options = {}) = 0;
};
using Sorter = SorterOf<uint32_t>;
using WideSorter = SorterOf<uint64_t>;

}  // namespace sort
