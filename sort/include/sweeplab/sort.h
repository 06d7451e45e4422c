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
// Memory. The caller owns keys and values: device (or managed, or pinned) memory for CUDA engines, host memory for
// CPU engines. They do not overlap. The sorter owns the scratch, bytes() of it, allocated when it is created; after
// that nothing is allocated on the device. Destroy a sorter only after its queued work, and after the graphs that
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
// are not aligned or, as far as CUDA knows, lie in the wrong memory, no engine of that name, a sorter that was not
// created. When a launch fails in the middle of a call (unavailable), the contents of the arrays are not defined.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "sweeplab/status.h"

namespace sweeplab {

enum class KeyType { u32, i32, f32, u64, i64, f64 };

/// Returns the KeyType of a C++ type: an integer of 32 or 64 bits, float or double.
template <class Key>
constexpr KeyType key_type_of() {
    static_assert(std::is_arithmetic_v<Key> && (sizeof(Key) == 4 || sizeof(Key) == 8),
                  "keys are integers of 32 or 64 bits, float or double");
    constexpr bool wide = sizeof(Key) == 8;
    if (std::is_floating_point_v<Key>) return wide ? KeyType::f64 : KeyType::f32;
    if (std::is_signed_v<Key>) return wide ? KeyType::i64 : KeyType::i32;
    return wide ? KeyType::u64 : KeyType::u32;
}

struct SorterOptions {
    Backend backend = Backend::cuda;  // of the default engine; a named engine has its own
    std::string engine{};             // one of engine_names(); "": the default of the backend
    /// The type with the most scratch that will be sorted: u32 and i32 need none, f32 8 bytes per pair. 64-bit keys need
    /// a stable engine, and 12, or where the engine has its own sort of them what that needs, with f32's: adaptive
    /// about 23 (28 for few pairs), cpu-radix 40, cpu-adaptive about 46. A sorter for 64-bit keys sorts all types.
    KeyType keys = KeyType::u32;
    int threads = 0;  // CPU engines: at most 1024; 0: all cores
};

constexpr int kAllBits = -1;

/// What a sort did. Lies where the pairs lie, and is written in stream order.
struct Report {
    std::uint32_t passes_run;
    std::uint32_t passes_skipped;
    std::uint32_t path;       // see Sorter::path_name
    std::uint32_t windows;    // windows repaired, by engines that repair
    std::uint32_t max_shift;  // largest distance that a pair moved, by engines that measure it
    std::uint32_t movers;     // pairs moved one by one, by engines that do
};

struct SortOptions {
    /// Bits of the key to sort by, counted in its ordered unsigned form: 0 <= begin_bit <= end_bit <= bits of the
    /// key. Fewer bits, fewer passes.
    int begin_bit = 0;
    int end_bit = kAllBits;
    Report* report = nullptr;  // of 64-bit keys without a sort of the engine's own: that of the upper words
};

class Sorter {
public:
    /// An empty sorter, which refuses to sort until try_create() is called. So does one that was moved from.
    Sorter() noexcept;
    /// Creates a sorter for up to `capacity` pairs, at most 2^32 - 1.
    explicit Sorter(std::size_t capacity, const SorterOptions& options = {});
    ~Sorter();
    Sorter(Sorter&&) noexcept;
    Sorter& operator=(Sorter&&) noexcept;

    /// Replaces what the sorter was. On an error it stays that.
    Status try_create(std::size_t capacity, const SorterOptions& options = {}) noexcept;

    /// Sorts `count` pairs in place.
    template <class Key>
    void sort_pairs(Key* keys, std::uint32_t* values, std::size_t count, Stream stream = nullptr,
                    const SortOptions& options = {}) {
        try_sort_pairs(keys, values, count, stream, options).or_throw();
    }
    template <class Key>
    Status try_sort_pairs(Key* keys, std::uint32_t* values, std::size_t count, Stream stream = nullptr,
                          const SortOptions& options = {}) noexcept {
        return try_sort_pairs(key_type_of<Key>(), keys, values, count, stream, options);
    }

    /// Sorts keys alone, in the order of sort_pairs().
    template <class Key>
    void sort_keys(Key* keys, std::size_t count, Stream stream = nullptr, const SortOptions& options = {}) {
        try_sort_keys(keys, count, stream, options).or_throw();
    }
    template <class Key>
    Status try_sort_keys(Key* keys, std::size_t count, Stream stream = nullptr,
                         const SortOptions& options = {}) noexcept {
        return try_sort_keys(key_type_of<Key>(), keys, count, stream, options);
    }

    /// Sort keys of a type that is known at run time only.
    void sort_pairs(KeyType type, void* keys, std::uint32_t* values, std::size_t count,
                    Stream stream = nullptr, const SortOptions& options = {}) {
        try_sort_pairs(type, keys, values, count, stream, options).or_throw();
    }
    void sort_keys(KeyType type, void* keys, std::size_t count, Stream stream = nullptr,
                   const SortOptions& options = {}) {
        try_sort_keys(type, keys, count, stream, options).or_throw();
    }
    Status try_sort_pairs(KeyType type, void* keys, std::uint32_t* values, std::size_t count,
                          Stream stream = nullptr, const SortOptions& options = {}) noexcept;
    Status try_sort_keys(KeyType type, void* keys, std::size_t count, Stream stream = nullptr,
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
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the names of the engines that are linked, in the order of the alphabet.
std::vector<std::string> engine_names();

}  // namespace sweeplab
