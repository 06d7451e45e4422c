// The sorts of libraries on keys of other types than u32, by the libraries' own calls: what the reference engines are
// timed by there. An Engine sorts words and would need conversions around the call, which are not the library's time.
#pragma once
#include <memory>
#include <string>

#include "sort/keys.h"
#include "sort/stage.h"

namespace sort {

/// Pairs in the memory of the library's backend; with offsets (PairSortOptions), segments that are sorted each by itself.
struct TypedArrays {
    void* keys;
    uint32_t* values;
    uint32_t count;
    const uint32_t* offsets = nullptr;
    uint32_t segments = 0;
};

/// A stable ascending sort of keys of one type with values. NaNs are in the library's own order.
class LibrarySort {
public:
    virtual ~LibrarySort() = default;

    /// Brings the pairs into the form that the library sorts, where that is another; not part of its time.
    virtual void prepare(TypedArrays, Stream) {}
    /// Makes the library's call, queued on the stream; the result may stay in memory of this object. Can be captured.
    virtual void sort(TypedArrays pairs, Stream stream) = 0;
    /// Brings the result of sort() behind the caller's pointers; not part of the library's time.
    virtual void finish(TypedArrays, Stream) {}
};

/// What a library has for one engine of reference.
struct LibraryCall {
    const char* name;  // "cub::DeviceRadixSort"
    /// Allocates all scratch for up to `capacity` pairs; `threads` 0: all. Throws Unavailable, OverLimit.
    std::unique_ptr<LibrarySort> (*make)(KeyType type, uint32_t capacity, int threads);
};

/// Returns the call of a reference engine; null: it has none, or this build lacks it.
const LibraryCall* find_library_call(const std::string& engine);

/// Adds a call, before main.
bool add_library_call(const char* engine, const LibraryCall& call);

/// Makes a SortOf<Key> of the type.
template <template <class> class SortOf>
std::unique_ptr<LibrarySort> make_library_sort(KeyType type, uint32_t capacity, int threads) {
    return with_key_type(type, [&](auto key) -> std::unique_ptr<LibrarySort> {
        return std::make_unique<SortOf<decltype(key)>>(capacity, threads);
    });
}

}  // namespace sort
