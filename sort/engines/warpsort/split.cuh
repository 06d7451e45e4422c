// warpsort, step 3: splitters out of a random sample of the input, taken before step 1, cut every large run
// into s pieces, so that pieces (x, i) of all runs x hold part i of the keys (IV.C, figures 6 and 7).
#pragma once
#include "sort/engines/warpsort/sort.cuh"

namespace sort::warpsort {

constexpr uint32_t kSplitThreads = 256;

/// Type of a sample or a splitter: a pair without its value, or a key with its position.
template <class Item>
using SampleOf = std::conditional_t<std::is_same_v<Item, Word>, Word, Key>;

/// Sorted runs of samples, 32 * kItems a warp.
template <class Sample, int kItems>
static __global__ void __launch_bounds__(kSortThreads)
    sample_kernel(Pairs in, Pairs samples, KeyView view, const uint32_t* gate) {
    if (gate_closed(gate)) return;
    __shared__ uint32_t s_words[kSortWarps][kRowWords<kItems>];
    constexpr uint32_t kRun = kLanes * kItems;
    const uint32_t warp = threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
    const uint32_t start = run_begin(blockIdx.x * kSortWarps + warp, kRun, samples.count);
    if (start == samples.count) return;  // a whole warp, and there are no barriers

    Sample items[kItems];
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        items[i] = sentinel<Sample>();
        const uint32_t number = start + i * kLanes + lane;
        if (number < samples.count) {
            load_input(items[i], in, sample_position(number, in.count), view);
        }
    }
    sort_run(items, {}, s_words[warp]);
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        const uint32_t number = start + i * kLanes + lane;
        if (number < samples.count) store(items[i], samples, number, view);
    }
}

/// Merges the runs of samples at once, by rank, and keeps every k-th as a splitter: number i is the smallest
/// of part i. Equal samples stay in the order of their runs, so all ranks differ.
template <class Sample>
static __global__ void __launch_bounds__(kSplitThreads)
    rank_samples_kernel(Pairs runs, Pairs sorted, Pairs splitters, uint32_t run, uint32_t samples_a_part,
                        KeyView view, const uint32_t* gate) {
    if (gate_closed(gate)) return;
    const uint32_t number = blockIdx.x * kSplitThreads + threadIdx.x;
    if (number >= runs.count) return;
    Sample own;
    load(own, runs, number, view);
    uint32_t rank = 0;
    // lesson: warpsort/sample, warpsort-index/sample
    for (uint32_t begin = 0; begin < runs.count; begin += run) {
        const uint32_t end = min(begin + run, runs.count);
        if (number >= end) {
            rank += bound<true, Sample>(runs, begin, end, order_of(own), view) - begin;
        } else if (number < begin) {
            rank += bound<false, Sample>(runs, begin, end, order_of(own), view) - begin;
        } else {
            rank += number - begin;
        }
    }
    store(own, sorted, rank, view);
    if (rank % samples_a_part == 0) store(own, splitters, rank / samples_a_part, view);
    // lesson end
}

/// Finds where part `part` begins in run `run`, for all parts of all runs; one row per run.
template <class Sample>
static __global__ void __launch_bounds__(kSplitThreads)
    split_kernel(Pairs in, uint64_t length, uint32_t pieces, Pairs splitters, KeyView view,
                 const uint32_t* gate, uint32_t* begins) {
    if (gate_closed(gate)) return;
    const uint32_t piece = blockIdx.x * kSplitThreads + threadIdx.x;
    if (piece >= pieces) return;
    const uint32_t parts = splitters.count;
    const uint32_t run = piece / parts, part = piece % parts;
    const uint32_t begin = run_begin(run, length, in.count), end = run_begin(run + 1, length, in.count);
    if (part == 0) {
        begins[piece] = begin;
        return;
    }
    // lesson: warpsort/split, warpsort-index/split
    Sample splitter;
    load(splitter, splitters, part, view);
    const auto order = order_of(splitter);
    const uint32_t first = bound<false, Sample>(in, begin, end, order, view);
    const uint32_t last = bound<true, Sample>(in, first, end, order, view);
    uint32_t cut = first;
    if (first < last) {
        const uint32_t first_equal = bound<false, Sample>(splitters, 1, part, order, view);
        const uint32_t last_equal = bound<true, Sample>(splitters, part, parts, order, view);
        cut = cut_among_equals(first, last, part - first_equal, last_equal - first_equal);
    }
    begins[piece] = cut;
    // lesson end
}

/// Memory of the samples: in sorted runs, sorted, and every k-th of them.
struct Samples {
    Pairs runs, sorted, splitters;  // counts s * k, s * k, s
};

template <class Item>
void queue_samples(Pairs in, const Samples& samples, const Plan& plan, KeyView view, const uint32_t* gate,
                   cudaStream_t stream) {
    using Sample = SampleOf<Item>;
    const uint32_t count = samples.runs.count;
    with_sort_items(plan.items, [&](auto items) {
        const uint32_t blocks = (tile_count(count, plan.run) + kSortWarps - 1) / kSortWarps;
        sample_kernel<Sample, decltype(items)::value>
            <<<blocks, kSortThreads, 0, stream>>>(in, samples.runs, view, gate);
        check_launch(stream);
    });
    rank_samples_kernel<Sample><<<tile_count(count, kSplitThreads), kSplitThreads, 0, stream>>>(
        samples.runs, samples.sorted, samples.splitters, plan.run, plan.samples_a_part, view, gate);
    check_launch(stream);
}

template <class Item>
void queue_split(Pairs in, const Samples& samples, const Plan& plan, KeyView view, const uint32_t* gate,
                 uint32_t* begins, cudaStream_t stream) {
    split_kernel<SampleOf<Item>><<<tile_count(plan.pieces(), kSplitThreads), kSplitThreads, 0, stream>>>(
        in, plan.large_run(), plan.pieces(), samples.splitters, view, gate, begins);
    check_launch(stream);
}

}  // namespace sort::warpsort
