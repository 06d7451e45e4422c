// What is noted of the accesses of a kernel's threads: races, elements that nobody wrote, and how many sectors and
// passes they take.
#pragma once
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

namespace lab {

using Site = std::source_location;

/// An array as messages name it.
struct ArrayFacts {
    const char* name;
    uint64_t count;
    bool shared;   // each block has its own
    bool written;  // before the kernel began
};

enum class Access : uint8_t { read, write, atomic };

struct Noted {
    const ArrayFacts* array;
    int64_t index;
    const volatile void* at;
    Access access;
    bool is_volatile;  // other blocks may wait for it
};

/// Ends the launch with a fault where the index is outside.
void check_bounds(const ArrayFacts& array, int64_t index, const Site& site);

/// Called before the access, which other threads may precede from here; `changes`: another value is stored. Ends the
/// launch with a fault where a race, or an element that nobody wrote, is seen.
void note_access(const Noted& noted, bool changes, const Site& site);

/// Called after the access: the element holds `value` now. Reported where stores are traced.
void note_stored(const ArrayFacts& array, int64_t index, uint32_t value, const Site& site);

/// Reports every store from now on: "store", array, shared or global, block, barriers passed, index, value, line,
/// elements of the array.
void trace_stores();
bool traces_stores();

/// Gives a __shared__ array its name in messages, by the address of its first element.
void name_shared(const void* begin, const ArrayFacts& facts);
/// Returns the facts that were named for the address, or `unnamed`.
const ArrayFacts* shared_facts(const void* begin, const ArrayFacts* unnamed);

/// Forgets what was noted: a launch begins. `count`: sectors and passes are counted in this one.
void begin_accesses(bool count);

/// Accesses of one line to one array in the launch that was counted.
struct LineCount {
    uint32_t line;
    std::string array;
    bool shared, atomic;
    uint64_t requests;  // of a warp: all its lanes at once
    uint64_t units;     // 32-byte sectors of device memory; passes over the banks of shared memory
};
std::vector<LineCount> line_counts();

/// Where the last access was: of a kernel that crashes or never ends.
struct LastAccess {
    uint32_t line = 0, block = 0, thread = 0;
};
const LastAccess& last_access();

}  // namespace lab
