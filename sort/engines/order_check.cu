// The order check of Ha, Krueger, Silva 2009, section 4.2, as one kernel.
//
// The paper compares each key with the next in shared memory, reduces, and asks the first n' keys in a launch
// of their own. Here the next key comes by shuffle from the neighbour lane, the reduction is a vote, and
// every block tests the first n' keys by itself (4 KB out of L2): on disordered input all blocks leave after
// that, with no launch between the parts and no word between the blocks. Else each warp goes through its
// share of the rest and leaves when it, or anyone, has met a descent (sort/cuda/descent_search.cuh). Bytes
// per key: those of a key in the worst case, n' / n of them when the quick part finds a descent.
#include "sort/cuda/descent_search.cuh"
#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/live_count.cuh"
#include "sort/engines/order_check.cuh"

namespace sort {
namespace {

constexpr uint32_t kOrderThreads = 256, kOrderWarps = kOrderThreads / 32;
constexpr uint32_t kQuickKeys = kQuickCheckKeys;  // the paper's n'
constexpr uint32_t kRunKeys = DescentSearch::kRunKeys, kBlockKeys = kOrderWarps * kRunKeys;
static_assert(kQuickKeys == kOrderWarps * DescentSearch::kGroupKeys, "the quick part is one load a thread");
static_assert(kQuickKeys % kRunKeys == 0, "the rest begins with a run");

template <bool kLive, class Key, class Bits>
static __global__ void __launch_bounds__(kOrderThreads)
    order_check_kernel(const Key* keys, uint32_t count, Bits bits, const uint32_t* gate,
                       uint32_t* out_of_order, const uint32_t* live) {
    if (gate_closed(gate)) return;
    const DescentSearchOf<Key, Bits> search(keys, live_pairs<kLive>(count, live), bits);

    // lesson: order-check/answer
    // Quick first part: every block reads the same n' keys.
    if (search.block_sees(own_warp() * DescentSearch::kGroupKeys)) {
        if (blockIdx.x == 0 && threadIdx.x == 0) *out_of_order = 1;
        return;
    }

    // The remaining keys, a block's warps on consecutive runs; they leave one by one, so no barrier below here.
    search.search(kQuickKeys / kRunKeys + blockIdx.x * kOrderWarps + own_warp(), gridDim.x * kOrderWarps,
                  out_of_order);
    // lesson end
}

}  // namespace

OrderCheck::OrderCheck()
    : full_grid_(full_grid(order_check_kernel<false, uint32_t, KeyBits>, kOrderThreads)) {}

template <class Key, class Bits>
void OrderCheck::queue(const Key* d_keys, uint32_t count, Bits bits, const uint32_t* d_gate,
                       uint32_t* d_out_of_order, cudaStream_t stream, const uint32_t* d_live) const {
    if (count < 2) return;
    const uint32_t rest = count > kQuickKeys ? count - kQuickKeys : 0;
    const uint32_t wanted = rest / kBlockKeys + (rest % kBlockKeys != 0 ? 1 : 0);
    const uint32_t grid = wanted < 1 ? 1 : wanted < full_grid_ ? wanted : full_grid_;
    auto kernel = order_check_kernel<false, Key, Bits>;
    if constexpr (std::is_same_v<Bits, KeyBitsOf<Key>>) {
        if (d_live) kernel = order_check_kernel<true, Key, Bits>;
    }
    kernel<<<grid, kOrderThreads, 0, stream>>>(d_keys, count, bits, d_gate, d_out_of_order, d_live);
    check_launch(stream);
}

template void OrderCheck::queue(const uint32_t*, uint32_t, KeyBits, const uint32_t*, uint32_t*, cudaStream_t,
                                const uint32_t*) const;
template void OrderCheck::queue(const uint32_t*, uint32_t, OrderedKeyBits<int32_t>, const uint32_t*,
                                uint32_t*, cudaStream_t, const uint32_t*) const;
template void OrderCheck::queue(const uint32_t*, uint32_t, OrderedKeyBits<float>, const uint32_t*, uint32_t*,
                                cudaStream_t, const uint32_t*) const;
template void OrderCheck::queue(const uint64_t*, uint32_t, WideKeyBits, const uint32_t*, uint32_t*,
                                cudaStream_t, const uint32_t*) const;
template void OrderCheck::queue(const double*, uint32_t, DoubleKeyBits, const uint32_t*, uint32_t*,
                                cudaStream_t, const uint32_t*) const;

}  // namespace sort
