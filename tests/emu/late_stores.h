// Device memory as other blocks see it while a launch runs. What a block stores it sees at once; others see it late,
// word by word in any order, unless a fence of the block, a barrier of the grid or the end of the launch comes first.
// Atomics act on what all see.
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tests/emu/order.h"

namespace emu {

class LateStores {
public:
    using Memory = std::vector<std::pair<char*, size_t>>;  // begin and bytes, ascending

    /// More than this takes too long to compare so often: then stores come at once.
    static constexpr size_t kMostBytes = size_t{4} << 20;

    /// Memory stands as all see it from here to end(), but for between enter() and leave(), when it stands as the
    /// block that runs sees it. Blocks that are alive at once have slots of their own.
    void begin(const Memory& memory);
    void enter(uint32_t slot);
    void leave(uint32_t slot, bool ended, Random& random);
    /// Shows the others all that the block that runs has stored.
    void fence();
    /// Shows the others this word of the block that runs. Memory that is not device memory is seen by its
    /// block only.
    void fence(const void* word, size_t bytes);
    /// Notes that the block that runs has stored these 8 bytes at once: the others see all or none. Other
    /// stores are seen by 4 bytes.
    void keep_whole(const void* word) { whole_.insert(static_cast<const char*>(word)); }
    /// While no block runs: all see all.
    void end_of_phase();
    void end();

private:
    struct Region {
        char* own;
        size_t bytes;
        std::vector<char> seen;
    };
    struct Store {
        char *own, *seen;
        uint64_t value;  // of the bytes in `mask`, 0xff each
        uint64_t mask;
        uint32_t bytes;
    };
    void apply(const Store& store, char* to) const;
    void find_stores(std::vector<Store>& found);

    std::vector<Region> regions_;
    std::unordered_set<const char*> whole_;
    std::vector<std::vector<Store>> hidden_;  // by slot
    std::vector<Store> of_the_ended_, still_hidden_;
};

/// Returns all memory that is allocated on the device.
LateStores::Memory device_memory();

}  // namespace emu
