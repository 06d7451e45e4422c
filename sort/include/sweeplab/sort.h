// Sorts keys with values, on a CUDA device or on the CPU: an engine with its scratch, made once, used every frame.
// C++17; <sweeplab/sort_c.h> has the same for C.
//
//   sweeplab::Sorter sorter(1'000'000);                     // the default CUDA engine, on the current device
//   sorter.sort_pairs(d_keys, d_values, count, stream);     // queued, in place; also inside a graph capture
//
//   sweeplab::SorterOptions options;
//   options.engine = "cpu-adaptive";                        // C++20: {.engine = "cpu-adaptive"}
//   sweeplab::Sorter host(1'000'000, options);              // arrays in host memory, done on return
//
//   sweeplab::Sorter own;                                   // without exceptions
//   if (const auto status = own.try_create(1'000'000); !status.ok()) std::puts(status.message().c_str());
//
// Keys 5 2 7 2 0 with values 0 1 2 3 4 become 0 2 2 5 7 with 4 1 3 0 2: ascending, and stable unless is_stable()
// says otherwise. Every NaN is greater than all numbers, and -0 equals +0; their bits survive.
//
//   sorter.argsort(keys, order, count);                     // order[i]: where the i-th smallest key lies; keys stay
//   sorter.sort_pairs(keys_in, keys_out, values_in, values_out, count);  // to other arrays; the input stays
//
//   sweeplab::SortOptions how;                              // of any call
//   how.descending = true;
//   how.live_count = d_count;                               // a number on the device: that many pairs, also in a graph
//   how.offsets = d_offsets, how.segments = 1000;           // segments, each sorted by itself
//   sorter.sort_pairs(keys, values, count, stream, how);
//
// Memory. The caller owns keys and values: device (or managed, or pinned) memory for CUDA engines, host memory for
// CPU engines. An array of the input and that of the output are the same or do not overlap, others never overlap. The
// sorter owns the scratch, bytes() of it, allocated when it is created, or the caller gives it (SorterOptions::scratch);
// after that nothing is allocated on the device. Destroy a sorter only after its queued work, and after the graphs that
// hold its launches.
//
// Streams. With a CUDA engine a call queues its kernels on `stream` and returns: it never waits, never reads a word
// back, and adds no host callback. One sorter works on one stream at a time; one thread calls it. It works on the
// device that was current when it was created. With a CPU engine the call returns when the arrays are sorted.
//
// Graphs. Calls can be captured into a CUDA graph when is_capturable(). Each launch sorts the same pointers; keys
// that were in order a launch ago are repaired by `adaptive`. Where the driver knows conditional nodes that engine
// captures such, and then the graph can be no child graph and cannot be cloned.
//
// Errors are those of <sweeplab/status.h>. invalid_argument: null arrays with count > 0, a count over the capacity,
// bits that the key does not have, keys that need more scratch than the sorter was made for, arrays that overlap or
// are not aligned to their items or, as far as CUDA knows, lie in the wrong memory, segments without offsets, a live
// count with an engine that is not stable, too little scratch, no engine of that name, a sorter that was not created. When
// a launch fails in the middle of a call (unavailable), the contents of the arrays are not defined.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "sweeplab/status.h"

namespace sweeplab {

enum class KeyType { u32, i32, f32, u64, i64, f64, u8, i8, u16, i16 };

/// Returns the KeyType of a C++ type: an integer of 8 to 64 bits, float or double.
template <class Key>
constexpr KeyType key_type_of() {
    static_assert(std::is_arithmetic_v<Key> && !std::is_same_v<Key, bool> && sizeof(Key) <= 8,
                  "keys are integers of 8 to 64 bits, float or double");
    constexpr bool negative = std::is_signed_v<Key>;
    if (std::is_floating_point_v<Key>) return sizeof(Key) == 8 ? KeyType::f64 : KeyType::f32;
    if (sizeof(Key) == 1) return negative ? KeyType::i8 : KeyType::u8;
    if (sizeof(Key) == 2) return negative ? KeyType::i16 : KeyType::u16;
    if (sizeof(Key) == 4) return negative ? KeyType::i32 : KeyType::u32;
    return negative ? KeyType::i64 : KeyType::u64;
}

struct SorterOptions {
    Backend backend = Backend::cuda;  // of the default engine; a named engine has its own
    std::string engine{};             // one of engine_names(); "": the default of the backend
    /// The type with the most scratch that will be sorted.
    ///   u32, i32: none
    ///   f32, and keys of 8 and 16 bits and argsort() of keys up to 32 bits: 8 bytes per pair
    ///   u64, i64, f64, and values of 64 bits and segments: 12, and what the engine's own sort of 64-bit keys needs
    ///   (onesweep 13, adaptive 15 to 20, bucketsort 29, cpu-radix 32, cpu-adaptive 38). They need a stable engine.
    /// A sorter made for more does everything that one made for less does.
    KeyType keys = KeyType::u32;
    int threads = 0;  // CPU engines: at most 1024; 0: all cores
    /// Device memory of the caller for a CUDA engine, instead of an allocation: at least Sorter::scratch_bytes() of it.
    /// It belongs to the sorter while that lives, between calls, too: nobody else reads or writes it, and earlier work on
    /// it is done when the sorter is created. Null: the sorter allocates.
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
};

constexpr int kAllBits = -1;

/// What a sort did. Lies where the pairs lie, and is written in stream order.
struct Report {
    std::uint32_t passes_run;
    std::uint32_t passes_skipped;
    std::uint32_t path;       // see Sorter::path_name
    std::uint32_t windows;    // windows repaired, by engines that repair
    std::uint32_t max_shift;  // largest distance that a pair moved, by engines that measure it
    std::uint32_t movers;     // pairs moved one by one, or that migrated, by engines that do
    std::uint32_t excess;     // by how many SortOptions::live_count was beyond the pairs of the call
};

struct SortOptions {
    /// Bits of the key to sort by, counted in its ordered unsigned form: 0 <= begin_bit <= end_bit <= bits of the
    /// key. Fewer bits, fewer passes.
    int begin_bit = 0;
    int end_bit = kAllBits;
    /// Of keys that an engine sorts in more than one run: that of the last; of short segments: of the sort behind them.
    Report* report = nullptr;
    bool descending = false;  // the greatest key first, NaN before all numbers; equal keys keep their order
    /// One number where the pairs lie, read in stream order: only so many of the `count` pairs of the call are sorted;
    /// more than `count` means `count`, and Report::excess says so where a report is requested. Those behind it keep
    /// their values; their keys are not defined afterwards. Launches depend on `count` alone. The kernels of `onesweep`,
    /// `fourway` and its kin read the number and leave pairs behind it alone; through those of other engines these pairs
    /// go as the greatest keys: in a repair they cost an order check, in a full sort as much as others. Needs a stable
    /// engine.
    const std::uint32_t* live_count = nullptr;
    /// Segment s has the places offsets[s] to offsets[s + 1] - 1, and is sorted by itself; it may be empty. `segments` + 1
    /// ascending numbers, where the pairs lie. Pairs outside of all segments stay. Where the numbers do not ascend, CPU
    /// engines refuse the call, and CUDA engines give some order of the pairs.
    const std::uint32_t* offsets = nullptr;
    std::uint32_t segments = 0;
};

/// The arrays of a call whose types are known at run time only.
struct SortArrays {
    KeyType type = KeyType::u32;
    const void* keys_in = nullptr;
    void* keys_out = nullptr;         // keys_in: in place; null: sorted keys are not written
    const void* values_in = nullptr;  // null: 0, 1, 2, ..., of 4 bytes, where there are values
    void* values_out = nullptr;       // values_in: in place; null: keys alone
    std::size_t value_bytes = 4;      // 4 or 8
};

class Sorter {
public:
    /// An empty sorter, which refuses to sort until try_create() is called. So does one that was moved from.
    Sorter() noexcept;
    /// Creates a sorter for up to `capacity` pairs, at most 2^32 - 1, of some engines 2^30.
    explicit Sorter(std::size_t capacity, const SorterOptions& options = {});
    ~Sorter();
    Sorter(Sorter&&) noexcept;
    Sorter& operator=(Sorter&&) noexcept;

    /// Returns how much scratch a sorter on a CUDA engine takes from a caller; 0 where there is no such engine. Needs no
    /// device where options.engine is one of ours; the default engine, and what libraries take, depend on the device.
    static std::size_t scratch_bytes(std::size_t capacity, const SorterOptions& options = {}) noexcept;

    /// Replaces what the sorter was. On an error it stays that.
    Status try_create(std::size_t capacity, const SorterOptions& options = {}) noexcept;

    /// Sorts `count` pairs in place. Value: any type of 4 or 8 bytes that can be copied byte by byte.
    template <class Key, class Value>
    void sort_pairs(Key* keys, Value* values, std::size_t count, Stream stream = nullptr,
                    const SortOptions& options = {}) {
        try_sort_pairs(keys, values, count, stream, options).or_throw();
    }
    template <class Key, class Value>
    Status try_sort_pairs(Key* keys, Value* values, std::size_t count, Stream stream = nullptr,
                          const SortOptions& options = {}) noexcept {
        return try_sort_pairs(keys, keys, values, values, count, stream, options);
    }

    /// Sorts `count` pairs from one pair of arrays to another.
    template <class Key, class Value>
    void sort_pairs(const Key* keys_in, Key* keys_out, const Value* values_in, Value* values_out,
                    std::size_t count, Stream stream = nullptr, const SortOptions& options = {}) {
        try_sort_pairs(keys_in, keys_out, values_in, values_out, count, stream, options).or_throw();
    }
    template <class Key, class Value>
    Status try_sort_pairs(const Key* keys_in, Key* keys_out, const Value* values_in, Value* values_out,
                          std::size_t count, Stream stream = nullptr,
                          const SortOptions& options = {}) noexcept {
        static_assert(std::is_trivially_copyable_v<Value> && (sizeof(Value) == 4 || sizeof(Value) == 8),
                      "values have 4 or 8 bytes");
        if (count > 0 && (!values_in || !values_out)) return no_values();
        return try_sort({key_type_of<Key>(), keys_in, keys_out, values_in, values_out, sizeof(Value)}, count,
                        stream, options);
    }

    /// Sorts keys alone, in the order of sort_pairs(); in place, or from one array to another.
    template <class Key>
    void sort_keys(Key* keys, std::size_t count, Stream stream = nullptr, const SortOptions& options = {}) {
        try_sort_keys(keys, count, stream, options).or_throw();
    }
    template <class Key>
    Status try_sort_keys(Key* keys, std::size_t count, Stream stream = nullptr,
                         const SortOptions& options = {}) noexcept {
        return try_sort_keys(keys, keys, count, stream, options);
    }
    template <class Key>
    void sort_keys(const Key* keys_in, Key* keys_out, std::size_t count, Stream stream = nullptr,
                   const SortOptions& options = {}) {
        try_sort_keys(keys_in, keys_out, count, stream, options).or_throw();
    }
    template <class Key>
    Status try_sort_keys(const Key* keys_in, Key* keys_out, std::size_t count, Stream stream = nullptr,
                         const SortOptions& options = {}) noexcept {
        return try_sort({key_type_of<Key>(), keys_in, keys_out, nullptr, nullptr, 4}, count, stream, options);
    }

    /// Writes the order that sort_pairs() would give values 0, 1, 2, ...: keys[order[0]] is the first. Keys stay.
    template <class Key>
    void argsort(const Key* keys, std::uint32_t* order, std::size_t count, Stream stream = nullptr,
                 const SortOptions& options = {}) {
        try_argsort(keys, order, count, stream, options).or_throw();
    }
    template <class Key>
    Status try_argsort(const Key* keys, std::uint32_t* order, std::size_t count, Stream stream = nullptr,
                       const SortOptions& options = {}) noexcept {
        return try_sort({key_type_of<Key>(), keys, nullptr, nullptr, order, 4}, count, stream, options);
    }

    /// Sorts `count` items of arrays whose types are known at run time only.
    void sort(const SortArrays& arrays, std::size_t count, Stream stream = nullptr,
              const SortOptions& options = {}) {
        try_sort(arrays, count, stream, options).or_throw();
    }
    Status try_sort(const SortArrays& arrays, std::size_t count, Stream stream = nullptr,
                    const SortOptions& options = {}) noexcept;

    // Of an empty sorter 0, false or "".
    std::size_t capacity() const noexcept;
    std::size_t bytes() const noexcept;  // scratch, the engine's included, where the pairs lie
    const char* engine() const noexcept;
    bool is_stable() const noexcept;
    bool is_capturable() const noexcept;
    const char* path_name(
        std::uint32_t path) const noexcept;  // of Report::path; "" for engines with one path

private:
    static Status no_values() noexcept;

    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the names of the engines that are linked, in the order of the alphabet.
std::vector<std::string> engine_names();

}  // namespace sweeplab
