// What the sorters of 64-bit keys of CUDA engines share: kernels are compiled for integers and for doubles, and the
// type of a call says which of them run.
#pragma once
#include "sort/sorter.h"

namespace sort {

/// Returns the pairs with keys of the type that kernels are compiled for: uint64_t or double.
template <class Key>
KeyPairs<Key> typed_pairs(const WidePairs& pairs) {
    return {reinterpret_cast<Key*>(pairs.keys), pairs.values, pairs.count};
}

/// An engine's Launches<uint64_t> for u64 and i64, and its Launches<double> for f64, made of the same arguments.
template <template <class> class Launches>
class WideTypes {
public:
    template <class... Args>
    explicit WideTypes(const Args&... args) : integers_(args...), doubles_(args...) {}

    /// Calls use(launches, pairs): the launches for keys of `type`, and the pairs as these take them.
    template <class Use>
    void use(KeyType type, const WidePairs& pairs, Use use) const {
        if (type == KeyType::f64) {
            use(doubles_, typed_pairs<double>(pairs));
        } else {
            use(integers_, typed_pairs<uint64_t>(pairs));
        }
    }

private:
    Launches<uint64_t> integers_;
    Launches<double> doubles_;
};

}  // namespace sort
