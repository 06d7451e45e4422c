// warpsort, step 1: each warp sorts a run of 32 * kItems pairs in registers (IV.A). Its other form, for
// figure 11: a block with a thread a pair, a barrier after every stage and half of the threads idle in it.
#pragma once
#include <type_traits>

#include "sort/engines/warpsort/items.cuh"

namespace sort::warpsort {

constexpr uint32_t kSortThreads = 128;
constexpr uint32_t kSortWarps = kSortThreads / kLanes;

/// Pair `at` of the input, seen as it is compared. A Word takes its position for the value.
template <class Item>
__device__ void load_input(Item& item, const Pairs& in, uint32_t at, KeyView view) {
    if constexpr (std::is_same_v<Item, Word>) {
        item = word_of(view.into(in.keys[at]), at);
    } else {
        load(item, in, at, view);
    }
}

/// Loads all rows of a run as words, with positions for the values.
template <int kItems>
__device__ void load_words(Word (&items)[kItems], const Pairs& in, uint32_t start, uint32_t valid,
                           KeyView view) {
    Key keys[kItems];
    load_rows(keys, in, start, valid, KeyView{});
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        const uint32_t at = i * kLanes + threadIdx.x % kLanes;
        items[i] = at < valid ? word_of(view.into(keys[i].key), start + at) : sentinel<Word>();
    }
}

/// Trace for lessons: the key at every place of the network after each phase, a row per phase. `network` may be null.
struct NetworkTrace {
    uint32_t* network;
    uint32_t start, count;  // of the run, of all pairs
    KeyView view;

    template <class Item>
    __device__ void write(int phase, uint32_t place, Item item, uint32_t flip) const {
        if (place >= count - start) return;
        const uint32_t key = key_of(item) ^ flip;
        const bool indexed = std::is_same_v<Item, Word> && view.mask != kLargest;
        network[static_cast<uint32_t>(phase) * count + start + place] = indexed ? key : view.back(key);
    }
};

template <class Item, int kItems>
__device__ void sort_run(Item (&items)[kItems], const NetworkTrace& trace, uint32_t* s_words) {
    bitonic_sort(items, [&](int phase, uint32_t flip) {
        if (trace.network == nullptr) return;
        for (int i = 0; i < kItems; ++i) {
            trace.write(phase, threadIdx.x % kLanes * kItems + i, items[i], flip);
        }
    });
    to_rows(items, s_words);
}

template <class Item, int kItems>
static __global__ void __launch_bounds__(kSortThreads)
    sort_runs_kernel(Pairs in, Pairs out, KeyView view, const uint32_t* gate, uint32_t* network) {
    if (gate_closed(gate)) return;
    __shared__ uint32_t s_words[kSortWarps][kRowWords<kItems>];
    constexpr uint32_t kRun = kLanes * kItems;
    const uint32_t warp = threadIdx.x / kLanes;
    const uint32_t start = run_begin(blockIdx.x * kSortWarps + warp, kRun, in.count);
    if (start == in.count) return;  // a whole warp, and there are no barriers
    const uint32_t valid = min(in.count - start, kRun);
    const NetworkTrace trace{network, start, in.count, view};

    // Coalesced: whichever pair comes to whichever place of the network, they are in no order yet.
    Item items[kItems];
    if constexpr (std::is_same_v<Item, Word>) {
        load_words(items, in, start, valid, view);
    } else {
        load_rows(items, in, start, valid, view);
    }

    if constexpr (std::is_same_v<Item, KeyValue>) {
        // Sentinels must come after pairs with the largest key: a short run goes by key, then value.
        if (valid < kRun) {
            Word words[kItems];
#pragma unroll
            for (int i = 0; i < kItems; ++i) words[i] = word_of(items[i].key, items[i].value);
            sort_run(words, trace, s_words[warp]);
#pragma unroll
            for (int i = 0; i < kItems; ++i)
                items[i] = {key_of(words[i]), static_cast<uint32_t>(words[i].word)};
        } else {
            sort_run(items, trace, s_words[warp]);
        }
    } else {
        sort_run(items, trace, s_words[warp]);
    }

    store_rows(items, out, start, valid, view);
}

/// Whether `second` comes before `first`; `whole`: a KeyValue is compared by key, then value, as in a short run.
template <class Item>
__device__ bool is_below(Item second, Item first, bool whole) {
    if constexpr (std::is_same_v<Item, KeyValue>) {
        if (whole) return word_of(second.key, second.value).word < word_of(first.key, first.value).word;
    }
    return order_of(second) < order_of(first);
}

/// Sorts runs by the same bitonic network as the warps do, with one block of 32 * kItems threads per run, and with the
/// same words in shared memory as a warp has in registers.
template <class Item, int kItems>
static __global__ void __launch_bounds__(kLanes* kItems)
    sort_runs_by_block_kernel(Pairs in, Pairs out, KeyView view, const uint32_t* gate, uint32_t* network) {
    if (gate_closed(gate)) return;
    constexpr uint32_t kRun = kLanes * kItems;
    __shared__ Item s_items[kRun];
    const uint32_t place = threadIdx.x;
    const uint32_t start = run_begin(blockIdx.x, kRun, in.count);
    const uint32_t valid = min(in.count - start, kRun);
    const bool whole = valid < kRun;  // sentinels must come after pairs with the largest key
    const NetworkTrace trace{network, start, in.count, view};

    Item item = sentinel<Item>();
    if (place < valid) load_input(item, in, start + place, view);
    s_items[place % kLanes * kItems + place / kLanes] = item;
    __syncthreads();

    int phase = 0;
    for (uint32_t size = 2; size <= kRun; size *= 2) {
        for (uint32_t step = size / 2; step > 0; step /= 2) {
            if ((place & step) == 0) {
                const Item first = s_items[place], second = s_items[place + step];
                const bool descending = size < kRun && (place & size) != 0;
                if (descending ? is_below(first, second, whole) : is_below(second, first, whole)) {
                    s_items[place] = second;
                    s_items[place + step] = first;
                }
            }
            __syncthreads();
        }
        if (network != nullptr) {
            trace.write(phase, place, s_items[place], 0);
            __syncthreads();  // all have read before the next phase writes
        }
        ++phase;
    }
    if (place < valid) store(s_items[place], out, start + place, view);
}

/// Runs a launch with the number of pairs a lane as a constant: one of kTiles.
template <class Launch>
void with_sort_items(uint32_t items, Launch launch) {
    if (items == 16) {
        launch(std::integral_constant<int, 16>());
    } else if (items == 4) {
        launch(std::integral_constant<int, 4>());
    } else {
        launch(std::integral_constant<int, 1>());
    }
}

/// Queues the sort of every run of `in` into the same place of `out`, which may be `in`.
template <class Item>
void queue_sort_runs(Pairs in, Pairs out, const Plan& plan, bool by_block, KeyView view, const uint32_t* gate,
                     uint32_t* network, cudaStream_t stream) {
    with_sort_items(plan.items, [&](auto items) {
        constexpr int kItems = decltype(items)::value;
        if (by_block) {
            sort_runs_by_block_kernel<Item, kItems>
                <<<plan.runs, plan.run, 0, stream>>>(in, out, view, gate, network);
        } else {
            const uint32_t blocks = (plan.runs + kSortWarps - 1) / kSortWarps;
            sort_runs_kernel<Item, kItems><<<blocks, kSortThreads, 0, stream>>>(in, out, view, gate, network);
        }
        check_launch(stream);
    });
}

}  // namespace sort::warpsort
