// The order check of the CPU engines: quick first part, then blocks that leave early.
#include "sort/engines/order_check.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

#include "sort/base/avx2_too.h"
#include "sort/engines/observed.h"

namespace sort {
namespace {

constexpr uint32_t kBlockKeys = 4096;         // between two checks of what the others found
constexpr uint32_t kParallelKeys = 1u << 17;  // below this one thread is faster than waking more
static_assert(kQuickCheckKeys <= kBlockKeys);

/// Compares keys[i] with keys[i + 1] for begin <= i < end. No branch inside, so that it becomes vector code.
template <class Key, class Bits>
[[gnu::always_inline]] inline bool has_descent(const Key* keys, uint32_t begin, uint32_t end, Bits bits) {
    uint32_t found = 0;
    for (uint32_t i = begin; i < end; ++i) found |= bits(keys[i]) > bits(keys[i + 1]) ? 1u : 0u;
    return found != 0;
}

// Plain or AVX2 (SSE2 cannot compare unsigned numbers).
AVX2_TOO bool descends(const uint32_t* keys, uint32_t begin, uint32_t end, KeyBits bits) {
    return has_descent(keys, begin, end, bits);
}

AVX2_TOO bool descends(const uint32_t* keys, uint32_t begin, uint32_t end, OrderedKeyBits<int32_t> bits) {
    return has_descent(keys, begin, end, bits);
}

AVX2_TOO bool descends(const uint32_t* keys, uint32_t begin, uint32_t end, OrderedKeyBits<float> bits) {
    return has_descent(keys, begin, end, bits);
}

AVX2_TOO bool descends(const uint64_t* keys, uint32_t begin, uint32_t end, WideKeyBits bits) {
    return has_descent(keys, begin, end, bits);
}

AVX2_TOO bool descends(const uint64_t* keys, uint32_t begin, uint32_t end, DoubleKeyBits bits) {
    return has_descent(keys, begin, end, bits);
}

template <class Key, class Bits>
bool all_in_order(const Key* keys, uint32_t count, Bits bits) {
    if (count < 2) return true;
    const uint32_t compares = count - 1;
    const uint32_t quick = std::min(compares, kQuickCheckKeys);
    if (descends(keys, 0, quick, bits)) return false;

    std::atomic<bool> found{false};
    const auto rest = [&](uint32_t begin, uint32_t end) {
        for (uint32_t at = begin; at < end && !found.load(std::memory_order_relaxed);) {
            const uint32_t stop = std::min(end - at, kBlockKeys) + at;
            if (descends(keys, at, stop, bits)) found.store(true, std::memory_order_relaxed);
            at = stop;
        }
    };
    if (count < kParallelKeys) {
        rest(quick, compares);
    } else {
        tbb::parallel_for(tbb::blocked_range<uint32_t>(quick, compares, 1u << 16),
                          [&](const tbb::blocked_range<uint32_t>& r) { rest(r.begin(), r.end()); });
    }
    return !found.load();
}

/// check() returns whether the pairs are in order.
template <class Key, class Check>
bool leaves_by(const KeyPairs<Key>& pairs, Stream stream, const Options& options, Check check) {
    if (!options.check_order) return false;
    uint32_t descends = 0;
    const StageArray out_of_order{"out of order", &descends, 1};
    observed(shown(pairs), order_check_stage(pairs, -1, out_of_order), stream, options,
             [&] { descends = check() ? 0 : 1; });
    return descends == 0;
}

}  // namespace

bool in_order(const uint32_t* keys, uint32_t count, KeyBits bits) { return all_in_order(keys, count, bits); }

bool in_order(const uint32_t* keys, uint32_t count, OrderedKeyBits<int32_t> bits) {
    return all_in_order(keys, count, bits);
}

bool in_order(const uint32_t* keys, uint32_t count, OrderedKeyBits<float> bits) {
    return all_in_order(keys, count, bits);
}

bool in_order(const uint64_t* keys, uint32_t count, WideKeyBits bits) {
    return all_in_order(keys, count, bits);
}

bool in_order(const uint64_t* keys, uint32_t count, DoubleKeyBits bits) {
    return all_in_order(keys, count, bits);
}

bool leaves_in_order(Pairs pairs, Stream stream, const Options& options) {
    return leaves_by(pairs, stream, options, [&] { return in_order(pairs, options); });
}

bool leaves_in_order(WidePairs pairs, Stream stream, const Options& options) {
    return leaves_by(pairs, stream, options, [&] {
        const auto check = [&](auto bits) { return in_order(pairs.keys, pairs.count, bits); };
        const int begin = options.begin_bit, end = options.end_bit;
        if (options.key_type == KeyType::f64) return check(wide_key_bits<double>(begin, end, KeyType::f64));
        return check(wide_key_bits<uint64_t>(begin, end, options.key_type));
    });
}

}  // namespace sort
