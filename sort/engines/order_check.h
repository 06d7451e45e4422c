// "In order already?" on the CPU: the test before a sort. Ha, Krueger, Silva 2009, section 4.2, asks it of
// the first few keys first, because disordered input shows itself there. The CUDA twin is order_check.cuh.
#pragma once
#include <algorithm>
#include <cstdint>

#include "sort/engines/observed.h"
#include "sort/key_bits.h"
#include "sort/sorter.h"

namespace sort {

/// Keys that both checks read first: disordered input mostly shows itself there.
constexpr uint32_t kQuickCheckKeys = 1024;

/// Returns the stage that an engine reports for its order check of `pairs`. `out_of_order` is its one array,
/// a word that is 1 when there is a descent; it must outlive the stage. A check that met one counts as one
/// that met it among the first keys.
template <class Key>
Stage order_check_stage(const KeyPairs<Key>& pairs, int pass, const StageArray& out_of_order,
                        const uint32_t* gate = nullptr) {
    Stage stage{"order check", pass, shown(pairs), {&out_of_order, 1}, sizeof(Key) * pairs.count,
                pairs.count,   gate};
    stage.stopped = out_of_order.data;
    stage.bytes_if_stopped = sizeof(Key) * std::min(pairs.count, kQuickCheckKeys);
    return stage;
}

/// Return whether no key is greater than the next, comparing `bits` only. Large arrays are read by the TBB
/// arena of the caller, which stops as soon as one thread meets a descent.
bool in_order(const uint32_t* keys, uint32_t count, KeyBits bits);
bool in_order(const uint32_t* keys, uint32_t count, OrderedKeyBits<int32_t> bits);
bool in_order(const uint32_t* keys, uint32_t count, OrderedKeyBits<float> bits);
bool in_order(const uint64_t* keys, uint32_t count, WideKeyBits bits);
bool in_order(const uint64_t* keys, uint32_t count, DoubleKeyBits bits);  // the bytes of doubles

/// Returns whether the bits and the type of the options find no descent.
inline bool in_order(const Pairs& pairs, const Options& options) {
    return with_ordered_bits(key_bits(options.begin_bit, options.end_bit), options.key_type,
                             [&](auto bits) { return in_order(pairs.keys, pairs.count, bits); });
}

/// Run the stage that CPU engines begin with: return true when options ask for the check and the pairs are in order.
bool leaves_in_order(Pairs pairs, Stream stream, const Options& options);
bool leaves_in_order(WidePairs pairs, Stream stream, const Options& options);

}  // namespace sort
