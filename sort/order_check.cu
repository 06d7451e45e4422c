// The order check of Ha, Krueger, Silva 2009, section 4.2, as one kernel.
//
// The paper compares each key with the next in shared memory, reduces, and asks the first n' keys in a launch
// of their own. Here the next key comes by shuffle from the neighbour lane, the reduction is a vote, and
// every block tests the first n' keys by itself (4 KB out of L2): on disordered input all blocks leave after
// that, with no launch between the parts and no word between the blocks. Else each warp goes through its
// share of the rest and leaves when it, or anyone, has met a descent. Bytes a key: 4 in the worst case, 4 n'
// / n when the quick part finds a descent.
#include "sort/cuda/warp.cuh"
#include "sort/order_check.cuh"

namespace sort {
namespace {

constexpr uint32_t kThreads = 256;
constexpr uint32_t kGroupKeys = 4;                // a thread's keys: one 16-byte load
constexpr uint32_t kQuickKeys = kQuickCheckKeys;  // the paper's n'
constexpr uint32_t kQuickGroups = kQuickKeys / kGroupKeys;
static_assert(kGroupKeys * sizeof(uint32_t) == sizeof(uint4));
static_assert(kQuickGroups == kThreads, "the quick part is one load a thread of one block");

__device__ uint32_t group_count(uint32_t count) {
    return count / kGroupKeys + (count % kGroupKeys != 0 ? 1 : 0);  // count + 3 might not fit
}

/// Does any of the four keys of `group` exceed the key after it? All lanes of a warp call it together, with
/// consecutive groups; groups past the end hold nothing. Missing keys read as the largest, which nothing
/// exceeds.
__device__ bool group_descends(const uint32_t* keys, uint32_t count, KeyBits bits, uint32_t group,
                               bool aligned) {
    const uint32_t groups = group_count(count);
    const uint32_t first = group * kGroupKeys;
    uint4 own = {~0u, ~0u, ~0u, ~0u};
    if (group < groups) {
        const uint32_t left = count - first;
        if (aligned && left >= kGroupKeys) {
            own = *reinterpret_cast<const uint4*>(keys + first);
        } else {
            own.x = keys[first];
            if (left > 1) own.y = keys[first + 1];
            if (left > 2) own.z = keys[first + 2];
            if (left > 3) own.w = keys[first + 3];
        }
    }
    uint32_t next = __shfl_down_sync(kAllLanes, own.x, 1);
    if (threadIdx.x % 32 == 31) {
        next = group < groups && count - first > kGroupKeys ? keys[first + kGroupKeys] : ~0u;
    }
    const uint32_t a = bits(own.x), b = bits(own.y), c = bits(own.z), d = bits(own.w);
    return a > b || b > c || c > d || d > bits(next);
}

static __global__ void __launch_bounds__(kThreads)
    order_check_kernel(const uint32_t* keys, uint32_t count, KeyBits bits, const uint32_t* gate,
                       uint32_t* out_of_order) {
    if (gate_closed(gate)) return;
    const bool aligned = reinterpret_cast<uintptr_t>(keys) % sizeof(uint4) == 0;

    // Quick first part: every block looks at the same n' keys.
    if (__syncthreads_or(group_descends(keys, count, bits, threadIdx.x, aligned))) {
        if (blockIdx.x == 0 && threadIdx.x == 0) *out_of_order = 1;
        return;
    }

    // The rest, a block's threads on consecutive groups; warps leave one by one, so no barrier below here.
    const uint32_t groups = group_count(count);
    volatile uint32_t* answer = out_of_order;
    for (uint32_t start = kQuickGroups + blockIdx.x * kThreads; start < groups;
         start += gridDim.x * kThreads) {
        const bool known = *answer != 0;
        const bool found = group_descends(keys, count, bits, start + threadIdx.x, aligned);
        if (__any_sync(kAllLanes, found || known)) {
            if (found) *answer = 1;
            return;
        }
    }
}

}  // namespace

OrderCheck::OrderCheck() : full_grid_(full_grid(order_check_kernel, kThreads)) {}

void OrderCheck::queue(const uint32_t* d_keys, uint32_t count, KeyBits bits, const uint32_t* d_gate,
                       uint32_t* d_out_of_order, cudaStream_t stream) const {
    if (count < 2) return;
    const uint32_t rest = count > kQuickKeys ? count - kQuickKeys : 0;
    const uint32_t wanted = rest / kQuickKeys + (rest % kQuickKeys != 0 ? 1 : 0);
    const uint32_t grid = wanted < 1 ? 1 : wanted < full_grid_ ? wanted : full_grid_;
    order_check_kernel<<<grid, kThreads, 0, stream>>>(d_keys, count, bits, d_gate, d_out_of_order);
    check_launch(stream);
}

}  // namespace sort
