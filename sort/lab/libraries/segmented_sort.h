// The sorts of libraries on segments, each sorted by itself: what bench sort --segments measures beside our engines.
#pragma once
#include <algorithm>
#include <span>
#include <string>

#include "sort/lab/libraries/library_sort.h"
#include "sort/registry.h"

namespace sort {

/// What a library has for segments. Its LibrarySort has arrays with offsets, and sorts all that lies in segments; what
/// is outside of them is not defined.
struct SegmentedCall {
    Engine engine;     // for lists: no engine of the registry, it sorts segments alone and makes no Sorter
    const char* call;  // "cub::DeviceSegmentedSort"
    /// Allocates all scratch for up to so many pairs and segments; `threads` 0: all. Throws Unavailable, OverLimit.
    std::unique_ptr<LibrarySort> (*make)(KeyType type, uint32_t pairs, uint32_t segments, int threads);
    std::span<const KeyType> types = {};  // that it sorts; none: all

    bool sorts(KeyType type) const {
        return types.empty() || std::find(types.begin(), types.end(), type) != types.end();
    }
};

/// Returns all that this build has, ordered by name.
std::span<const SegmentedCall> segmented_calls();
/// Null: there is none of that name.
const SegmentedCall* find_segmented_call(const std::string& engine);

/// Adds a call, before main.
bool add_segmented_call(const SegmentedCall& call);

/// Makes a SortOf<Key> of the type.
template <template <class> class SortOf>
std::unique_ptr<LibrarySort> make_segmented_sort(KeyType type, uint32_t pairs, uint32_t segments,
                                                 int threads) {
    return with_key_type(type, [&](auto key) -> std::unique_ptr<LibrarySort> {
        return std::make_unique<SortOf<decltype(key)>>(pairs, segments, threads);
    });
}

}  // namespace sort
