// The pairs of an overlay, on the CUDA backend: listed by atomics, then one block sorts the few.
#include "app/gl/frame_data/shown_pairs.h"
#include "app/gl/gravity/sort_in_block.cuh"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256, kSortThreads = 512;
constexpr uint32_t kPairBlocks = 1024;  // the count is only known on the device: a fixed grid strides over it
static_assert((kMostShownPairs & (kMostShownPairs - 1)) == 0, "a bitonic sort's size");

static __global__ void begin_shown_kernel(ShownPairs* out) { out->wanted = out->listed = 0; }

static __global__ void show_selected_kernel(sim::BodyView bodies, uint32_t selected, ShownPairs* out) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot < bodies.count && bodies.id[slot] == selected) show_pair(*out, {slot, slot});
}

static __global__ void show_pairs_kernel(sim::BodyView bodies, sim::PairView pairs, PairChoice choice,
                                         ShownPairs* out) {
    const uint64_t count = listed_pairs(pairs), stride = uint64_t(gridDim.x) * kThreads;
    for (uint64_t k = uint64_t(blockIdx.x) * kThreads + threadIdx.x; k < count; k += stride) {
        const ShownPair pair = {pairs.slots[2 * k], pairs.slots[2 * k + 1]};
        if (is_shown(bodies, pair, count, choice)) show_pair(*out, pair);
    }
}

/// Lists the shown pairs again if there were too many; else each thread reads one word.
static __global__ void show_again_kernel(sim::BodyView bodies, sim::PairView pairs, PairChoice choice,
                                         ShownPairs* out) {
    if (!is_too_many(*out)) return;
    const uint64_t count = listed_pairs(pairs), stride = uint64_t(gridDim.x) * kThreads;
    const uint64_t first = uint64_t(blockIdx.x) * kThreads + threadIdx.x;
    for (uint64_t k = first; k < count; k += stride)
        show_again(bodies, *out, {pairs.slots[2 * k], pairs.slots[2 * k + 1]}, count, choice);
    for (uint64_t slot = first; slot < bodies.count; slot += stride) {
        if (bodies.id[slot] == choice.selected)
            show_again(bodies, *out, {uint32_t(slot), uint32_t(slot)}, count, choice);
    }
}

/// Bitonic, in shared memory; what is not listed comes last.
static __global__ void finish_shown_kernel(ShownPairs* out) {
    __shared__ uint64_t keys[kMostShownPairs];
    const uint32_t listed = shown_count(*out);
    for (uint32_t i = threadIdx.x; i < kMostShownPairs; i += kSortThreads)
        keys[i] = i < listed ? order_of(out->pairs[i]) : ~0ull;
    sort_in_block<kMostShownPairs, kSortThreads>(keys);
    for (uint32_t i = threadIdx.x; i < listed; i += kSortThreads)
        out->pairs[i] = {uint32_t(keys[i] >> 32), uint32_t(keys[i])};
    if (threadIdx.x == 0) finish_shown(*out);
}

void show_pairs_cuda(const sim::BodyView& bodies, const sim::PairView& pairs, const PairChoice& choice,
                     ShownPairs* out, sort::Stream stream) {
    begin_shown_kernel<<<1, 1, 0, stream>>>(out);
    sort::check_launch(stream);
    if (choice.selected != sim::kNobody && bodies.count > 0) {
        const uint32_t blocks = (bodies.count + kThreads - 1) / kThreads;
        show_selected_kernel<<<blocks, kThreads, 0, stream>>>(bodies, choice.selected, out);
        sort::check_launch(stream);
    }
    show_pairs_kernel<<<kPairBlocks, kThreads, 0, stream>>>(bodies, pairs, choice, out);
    sort::check_launch(stream);
    if (choice.selected != sim::kNobody) {
        show_again_kernel<<<kPairBlocks, kThreads, 0, stream>>>(bodies, pairs, choice, out);
        sort::check_launch(stream);
    }
    finish_shown_kernel<<<1, kSortThreads, 0, stream>>>(out);
    sort::check_launch(stream);
}

}  // namespace app
