// The kernels of `bucketsort`, each one launch for sorts of up to so many pairs, and the policies that choose
// among them.
#pragma once
#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/descent_search.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/engines/bucketsort/mid.cuh"
#include "sort/engines/bucketsort/one.cuh"
#include "sort/engines/bucketsort/shapes.h"
#include "sort/engines/onesweep/digits.cuh"

namespace sort::bucketsort {

template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads, 1) one_block_kernel(const __grid_constant__ Args args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename OneBlockSort<kThreads, kItems>::Shared shared;
    if (!gate_closed(args.gate)) OneBlockSort<kThreads, kItems>::sort(args, words, shared);
}

template <class Shape>
static __global__ void __launch_bounds__(Shape::kThreads, 1) mid_kernel(const __grid_constant__ Args args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ MidShared<Shape> shared;
    if (!gate_closed(args.gate)) mid_sort<Shape, GridBarrier>(args, words, shared);
}

/// Blocks of digit passes on a multiprocessor: as many threads as every device holds at once. Where only
/// small tiles fit, that is two blocks.
template <uint32_t kThreads>
constexpr uint32_t kDigitBlocks = 1024 / kThreads;

/// Asks for the order before it counts: with both in one read an H200 took 57 us for 2^24 keys in order, and
/// takes 31 now.
template <uint32_t kThreads, uint32_t kItems, class Key = uint32_t>
static __global__ void __launch_bounds__(kThreads, kDigitBlocks<kThreads>)
    digits_kernel(const __grid_constant__ ArgsOf<Key> args) {
    using Sort = onesweep::SortByDigits<kThreads, kItems, Key>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Sort::Shared shared;
    if (gate_closed(args.gate)) return;
    const typename Sort::Task& sort = args.digits;
    const GridBarrier barrier;
    const bool first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    uint32_t* const out_of_order = &args.state->out_of_order;
    Sort::clear(sort);
    if (args.check_order) check_order<kThreads>(args.pairs, args.bits, [&] { return out_of_order; });
    barrier();
    const auto report = [&](uint32_t passes, Path path) {
        if (!first_thread || args.report == nullptr) return;
        *args.report = {passes, sort.passes() - passes, reported_path(args, path), 0, 0};
    };
    if (args.check_order && __ldcg(out_of_order) == 0) return report(0, Path::in_order);
    Sort::count(sort, words);
    barrier();
    if (first_thread) *out_of_order = 0;  // all have read it
    report(__popc(Sort::run_passes(sort, barrier, words, shared)), Path::digits);
}

template <const BucketsPolicy& kPolicy>
using ShapeOf =
    MidShape<kPolicy.tile.threads, kPolicy.tile.items, 2 * kPolicy.tile.items, kPolicy.bucket_bits>;

/// Launch of a sort of up to `most_pairs` pairs. `path`: the path unless the pairs are in order; a sort by
/// buckets may still use digits.
template <class Key>
struct PolicyOf {
    Path path;
    void (*kernel)(ArgsOf<Key>) = nullptr;
    uint32_t threads = 0, most_pairs = 0;
    uint32_t blocks = 0;  // at most; 0: this device cannot run it
    size_t shared_bytes = 0;
};

using Policy = PolicyOf<uint32_t>;

/// Returns a policy with up to `blocks_each` blocks per multiprocessor.
template <class Key>
PolicyOf<Key> policy_of(Path path, void (*kernel)(ArgsOf<Key>), uint32_t threads, uint32_t words,
                        const DeviceLimits& limits, uint32_t blocks_each = 1) {
    PolicyOf<Key> policy{path, kernel, threads};
    policy.shared_bytes = sizeof(uint32_t) * words;
    policy.blocks = std::min(blocks_each * limits.processors,
                             allow_shared_bytes(kernel, threads, policy.shared_bytes, limits));
    return policy;
}

template <uint32_t kThreads, uint32_t kItems>
Policy one_block_policy(const DeviceLimits& limits) {
    using Sort = OneBlockSort<kThreads, kItems>;
    Policy policy = policy_of<uint32_t>(Path::one_block, one_block_kernel<kThreads, kItems>, kThreads,
                                        Sort::kWords, limits);
    policy.blocks = std::min(policy.blocks, 1u);
    policy.most_pairs = Sort::kCapacity;
    return policy;
}

template <class Shape>
Policy mid_policy(const DeviceLimits& limits) {
    Policy policy = policy_of<uint32_t>(Path::buckets, mid_kernel<Shape>, Shape::kThreads,
                                        MidSort<Shape>::kWords, limits);
    // Buckets half full on average leave room for uneven ones.
    policy.most_pairs =
        std::min(policy.blocks * Shape::kTilePairs, Shape::kBuckets * Shape::kBucketPairs / 2);
    return policy;
}

template <uint32_t kThreads, uint32_t kItems, class Key = uint32_t>
PolicyOf<Key> digits_policy(const DeviceLimits& limits) {
    using Sort = onesweep::SortByDigits<kThreads, kItems, Key>;
    PolicyOf<Key> policy = policy_of<Key>(Path::digits, digits_kernel<kThreads, kItems, Key>, kThreads,
                                          Sort::kWords, limits, kDigitBlocks<kThreads>);
    policy.most_pairs = kMostPairs;
    return policy;
}

/// Returns the policy of digit passes with large tiles, for devices with enough shared memory for them.
inline Policy large_digits_policy(const DeviceLimits& limits) {
    return digits_policy<kDigitTile.threads, kDigitTile.items>(limits);
}

}  // namespace sort::bucketsort
