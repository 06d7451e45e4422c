// For those who just want to sort: an engine with its scratch, made once, used every frame.
//
//   sort::PairSorter sorter(1'000'000);                     // the default CUDA engine, on this device
//   sorter.sort_pairs(d_keys, d_values, count, stream);     // queued; ready in stream order
//
//   sort::PairSorter host(1'000'000, {.engine = "cpu-adaptive"});   // arrays in host memory, done on return
//
// Keys 5 2 7 2 0 with values 0 1 2 3 4 become 0 2 2 5 7 with 4 1 3 0 2: ascending, and stable unless
// engine().stable says otherwise.
//
// Memory. The caller owns keys and values: device (or managed, or pinned) memory for CUDA engines, host
// memory for CPU engines. Keys and values do not overlap. The sorter owns the scratch, bytes() of it, all
// made by the constructor; after that nothing is allocated on the device. The sorter is destroyed only after
// the work that was queued through it is done, and not before graphs that hold its launches.
//
// Streams. With a CUDA engine a call queues its kernels on `stream` and returns: it never waits, never reads
// a word back, and adds no host callback, so nothing of it can throw on a thread of CUDA. One sorter works on
// one stream at a time: calls on two streams share the scratch and need an event between them. With a CPU
// engine the stream is ignored and the call returns when the arrays are sorted. One thread calls a sorter.
//
// Devices. A sorter works on the device that was current when it was made, whichever is current when it is
// called, and leaves that as it was. Arrays and `stream` are of that device.
//
// Graphs. Calls can be captured into a CUDA graph when engine().capturable, in any capture mode. The graph
// sorts `count` pairs behind the same pointers whenever it is launched; what was in order a launch ago is
// repaired by `adaptive` and sorted in full only if that fails. Where the driver knows conditional nodes, the
// default engine captures such, and then the graph can be no child graph and cannot be cloned.
//
// Floating point. Results do not depend on the floating-point environment of the calling thread, and it is as
// before when a call returns.
//
// Errors are thrown by the call itself, before anything is queued or written, and leave the arrays as they
// are: std::invalid_argument for null arrays with count > 0, a count over the capacity, bits that the key
// does not have, a key type that the sorter was not made for, arrays that overlap or are not aligned, and, as
// far as CUDA knows, arrays in the wrong memory. sort::Unavailable is thrown when there is no device or a
// CUDA call fails; when a launch fails in the middle of a call, the contents of the arrays are not defined.
// sort::OverLimit is thrown by the constructor when there is not so much memory, with what was asked for and
// what there is, or when the engine cannot sort that many.
//
// Programs include <sweeplab/sort.h> from now on: 0.3 is the last version that installs this header.
#pragma once
#if __cplusplus < 202002L
#error "sort/pair_sorter.h needs C++20; <sweeplab/sort.h> has the same for C++17"
#endif
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

#include "sort/keys.h"
#include "sort/registry.h"
#include "sort/sort_call.h"

namespace sort {

struct PairSorterConfig {
    Backend backend = Backend::cuda;  // of the default engine; a named engine has its own
    std::string engine{};             // "": default_engine(backend), or what is linked of that backend
    /// The type with the most scratch that will be sorted: what each needs says sweeplab::SorterOptions. A sorter for
    /// 64-bit keys sorts all types, and its engine must be stable.
    KeyType keys = KeyType::u32;
    EngineConfig engine_config{};
    /// Device memory of the caller, for a CUDA engine, instead of an allocation: at least scratch_bytes() of it. It
    /// belongs to the sorter while that lives, and earlier work on it is done when the sorter is made. Null: it allocates.
    void* scratch = nullptr;
    size_t scratch_bytes = 0;
};

class PairSorter {
public:
    /// Creates a sorter for up to `capacity` pairs, at most 2^32 - 1. Measures, compiles and waits for
    /// nothing but the allocations. Throws std::invalid_argument (no such engine in this program; a number of
    /// threads, tile or digits that it does not have), Unavailable (no device), OverLimit. An object of a
    /// whole program may be made before main and destroyed after it, in any order.
    explicit PairSorter(size_t capacity, const PairSorterConfig& config = {});
    /// Returns how much scratch a sorter on a CUDA engine takes from a caller. Needs no device where the engine is named and
    /// one of ours. Throws as the constructor.
    static size_t scratch_bytes(size_t capacity, const PairSorterConfig& config = {});
    ~PairSorter();
    PairSorter(PairSorter&&) noexcept;
    PairSorter& operator=(PairSorter&&) noexcept;

    /// Sorts `count` pairs in place. Key: a 32-bit or 64-bit integer, float or double. Every NaN is greater
    /// than all numbers, and -0 equals +0; their bits survive.
    template <class Key>
    void sort_pairs(Key* keys, uint32_t* values, size_t count, Stream stream = nullptr,
                    const PairSortOptions& options = {}) {
        sort(key_type_of<Key>(), keys, values, count, stream, options);
    }

    /// Sorts keys alone, in the order of sort_pairs().
    template <class Key>
    void sort_keys(Key* keys, size_t count, Stream stream = nullptr, const PairSortOptions& options = {}) {
        sort_keys(key_type_of<Key>(), keys, count, stream, options);
    }

    /// Sort keys of a type that is known at run time only.
    void sort(KeyType type, void* keys, uint32_t* values, size_t count, Stream stream = nullptr,
              const PairSortOptions& options = {});
    void sort_keys(KeyType type, void* keys, size_t count, Stream stream = nullptr,
                   const PairSortOptions& options = {}) {
        sort({.type = type, .keys_in = keys, .keys_out = keys}, count, stream, options);
    }

    /// Sorts the first `count` items of arrays of any kind.
    void sort(const SortArrays& arrays, size_t count, Stream stream = nullptr,
              const PairSortOptions& options = {});

    uint32_t capacity() const;
    const Engine& engine() const;
    size_t bytes() const;  // scratch, the engine's included, where the pairs live

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sort
