// The phases of `bucketsort` one by one, each a launch of its own: what a traced sort consists of. They are
// made of the same parts as the single launch; what that keeps in registers and shared memory from one phase
// to the next, the map and the ranks of a tile, is computed again, and what only the one before can know is
// left in TraceWords.
#pragma once
#include "sort/engines/bucketsort/mid.cuh"
#include "sort/engines/bucketsort/one.cuh"
#include "sort/engines/bucketsort/order_trace.cuh"
#include "sort/engines/bucketsort/shapes.h"

namespace sort::bucketsort {

enum class StageKind {
    rank,           // one block: ranks to scratch.keys
    write,          // one block: pairs to their ranks
    split,          // buckets: choose a map, count each tile
    offsets,        // buckets: sum the counts
    place,          // buckets: distribute to the scratch
    order_buckets,  // buckets: order each, back to the caller's
    offer_samples,  // the same between splitters; in the scratch ...
    sort_samples,   // ... the sample, and behind it the sorted one
    split_by_splitters,
    offsets_of_splitters,
    place_by_splitters,
    order_runs,
    count_digits,    // pass: count each tile
    place_by_digit,  // pass: distribute
    clear_digits,    // few bits, by digits from the start
    count_all_digits,
    pass,
    show,  // both kinds of passes: a copy of the pairs wherever they are
    copy_back,
    finish,  // the report; words for the next sort
};

/// Words of a trace on the device, 0 before the first stage.
struct TraceWords {
    uint32_t by_value;                           // the map is linear in the floats that the keys stand for
    uint32_t uneven, fullest;                    // the sample says no; pairs of the fullest bucket
    uint32_t fits, by_splitters, splitters_fit;  // gates
    uint32_t by_digits;                          // gate
    uint32_t run, in_scratch;                    // passes; where they have left the pairs
    uint32_t in_use[kMostDigitPasses];           // gates: the digit of the pass is not the same in all keys
    uint32_t starts[256];                        // of the buckets
};

template <const BucketsPolicy& kPolicy>
using ShapeOf =
    MidShape<kPolicy.tile.threads, kPolicy.tile.items, 2 * kPolicy.tile.items, kPolicy.bucket_bits>;

using StoredSplitters = SplitterShared<kTracedSplitterBits>;

/// Arrays for the observer.
struct StageTrace {
    uint32_t *samples, *first_keys;                        // two a thread; of each bucket
    uint32_t *digits, *exchanged_keys, *exchanged_values;  // of each pair: bucket or digit; tile by tile
    uint32_t *counts, *offsets;                            // [tile][bucket or digit]
    uint32_t *bins, *bin_starts, *ranks;                   // of each pair: in its bucket
    uint32_t* crowded;                                     // of each bucket: 1 ranked by digits
    StoredSplitters* splitters;
};

struct StageCall {
    StageKind kind;
    int pass;
    uint32_t path;  // for the report: of sorts that are not in order and not by digits
    TraceWords* words;
    StageTrace trace;
};

/// The order check is a stage of its own and has been.
__device__ inline bool left_out(const Args& args) {
    return args.check_order && __ldcg(&args.state->out_of_order) == 0;
}

/// Copies the pairs, which may be in the scratch, for the observer. By all blocks.
__device__ inline void show_pairs(const Args& args, const StageCall& call, bool in_scratch) {
    const Pairs& now = in_scratch ? args.scratch : args.pairs;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < now.count; i += gridDim.x * blockDim.x) {
        call.trace.exchanged_keys[i] = now.keys[i];
        if (now.values != nullptr) call.trace.exchanged_values[i] = now.values[i];
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) call.words->in_scratch = in_scratch ? 1 : 0;
}

template <const TileShape& kBlock>
class OneBlockStages {
    static constexpr uint32_t kItems = kBlock.items;

public:
    static constexpr uint32_t kThreads = kBlock.threads;
    static constexpr uint32_t kWords = OneBlockSort<kThreads, kItems>::kWords;
    using Shared = typename OrderTrace<kThreads, kItems>::Shared;

    __device__ static void run(const Args& args, const StageCall& call, uint32_t* words, Shared& shared) {
        if (left_out(args)) return;
        const uint32_t count = args.pairs.count;
        uint32_t* const ranks = args.scratch.keys;
        if (call.kind == StageKind::rank) {
            OrderTrace<kThreads, kItems>::ranks(args.pairs.keys, count, args.bits, ranks, words, shared);
            OrderTrace<kThreads, kItems>::bins(args.pairs.keys, count, args.bits, call.trace.bins,
                                               call.trace.bin_starts, words, shared);
            return;
        }
        // All have read before anybody writes.
        uint32_t keys[kItems], values[kItems];
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count) break;
            keys[k] = args.pairs.keys[at];
            if (args.pairs.values != nullptr) values[k] = args.pairs.values[at];
        }
        __syncthreads();
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count) break;
            args.pairs.keys[ranks[at]] = keys[k];
            if (args.pairs.values != nullptr) args.pairs.values[ranks[at]] = values[k];
        }
    }
};

template <uint32_t kThreadsOf, uint32_t kItems>
class DigitStages {
    using Sort = onesweep::SortByDigits<kThreadsOf, kItems>;

public:
    static constexpr uint32_t kThreads = kThreadsOf, kWords = Sort::kWords;
    using Shared = typename Sort::Shared;

    __device__ static void run(const Args& args, const StageCall& call, uint32_t* words, Shared& shared) {
        if (left_out(args)) return;
        const onesweep::DigitSort& sort = args.digits;
        if (call.kind == StageKind::clear_digits) return Sort::clear(sort);
        if (call.kind == StageKind::count_all_digits) return Sort::count(sort, words);

        const uint32_t to_run = Sort::passes_to_run(sort, shared), pass = static_cast<uint32_t>(call.pass);
        switch (call.kind) {
            case StageKind::pass:
                if (blockIdx.x == 0 && threadIdx.x == 0 && (to_run >> pass & 1) != 0) {
                    call.words->in_use[pass] = 1;
                    ++call.words->run;
                }
                return Sort::pass(sort, pass, to_run, words, shared);
            case StageKind::show:
                return show_pairs(args, call, __popc(to_run & ((2u << pass) - 1)) % 2 != 0);
            default:
                return Sort::copy(sort, to_run);
        }
    }
};

template <class Stages>
static __global__ void __launch_bounds__(Stages::kThreads, 1)
    stage_kernel(const __grid_constant__ Args args, const __grid_constant__ StageCall call) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Stages::Shared shared;
    Stages::run(args, call, words, shared);
}

/// Writes the report and clears the flag of disorder, after the last stage. By one thread.
__device__ inline void finish_stages(const Args& args, const StageCall& call, uint32_t passes) {
    const TraceWords& stage = *call.words;
    if (args.report != nullptr) {
        constexpr auto kInOrder = static_cast<uint32_t>(Path::in_order);
        constexpr auto kDigits = static_cast<uint32_t>(Path::digits);
        const bool digits = call.path == kDigits || stage.by_digits != 0;
        if (left_out(args)) {
            *args.report = {0, call.path == kDigits ? passes : 1, kInOrder, 0, 0};
        } else if (digits) {
            *args.report = {stage.run, passes - stage.run, kDigits, 0, 0};
        } else {
            *args.report = {1, 0, call.path, 0, 0};
        }
    }
    args.state->out_of_order = 0;
}

static __global__ void finish_stages_kernel(Args args, StageCall call, uint32_t passes) {
    finish_stages(args, call, passes);
    *call.words = {};
}

}  // namespace sort::bucketsort
