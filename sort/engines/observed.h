// One stage of an engine, bracketed for its observer.
#pragma once
#include "sort/sorter.h"

namespace sort {

/// Returns whether the observer receives the arrays of a lesson as well, from an engine that shows it
/// (Engine::shows_lesson): with the same tiles on every device, by launches that also write arrays. Any other
/// observer sees the launches of an unobserved sort.
inline bool wants_arrays(const Options& options, uint32_t count) {
    return options.observer != nullptr && options.arrays && count <= kTraceLimit;
}

/// Returns the bytes that a copy of pairs reads and writes.
inline uint64_t copy_bytes(const Pairs& pairs) { return uint64_t{pairs.values ? 16u : 8u} * pairs.count; }

/// Returns what an observer sees of pairs: no keys where they have 64 bits.
template <class Key>
Pairs shown(const KeyPairs<Key>& pairs) {
    if constexpr (sizeof(Key) == 4)
        return pairs;
    else
        return {nullptr, pairs.values, pairs.count};
}

/// Does or queues `work`; notifies the observer, if any, before and after. `from` holds the data before the
/// stage, stage.pairs after it; the stage's arrays do not exist before.
template <class Work>
void observed(Pairs from, const Stage& stage, Stream stream, const Options& options, Work work) {
    if (options.observer) {
        Stage before = stage;
        before.pairs = from;
        before.arrays = {};
        options.observer->before(before, stream);
    }
    work();
    if (options.observer) options.observer->after(stage, stream);
}

}  // namespace sort
