// The items of a frame in the order that the sort of the last one left: as a program meets them that keeps it.
#pragma once
#include <cstdint>
#include <vector>

#include "app/frames/frame_items.h"

namespace app {

class CarriedOrder {
public:
    /// Returns indices of items: those of the last frame in the order that was kept, then those that are new, as they
    /// stand in the frame. Nothing kept: 0, 1, 2, ... Items are the same where their ids are.
    std::vector<uint32_t> arranged(const FrameItems& items) const;

    /// Keeps the order of a frame: `sorted` are indices of its items.
    void keep(const FrameItems& items, const std::vector<uint32_t>& sorted);
    void forget() { ids_.clear(); }
    bool empty() const { return ids_.empty(); }

private:
    std::vector<uint64_t> ids_;
};

/// Keys that a sort gets, as they lie in memory.
struct SortedKeys {
    sort::KeyType type;
    std::vector<std::byte> bytes;
    uint32_t count;
};

/// Returns the keys of the items in that order; of boxes, spheres and points the lower ends along the axis.
SortedKeys keys_in_order(const FrameItems& items, int axis, const std::vector<uint32_t>& order);

/// Returns keys as unsigned numbers of the same order; of keys of 32 bits, bits `begin` to `end` - 1.
std::vector<uint64_t> words_of_keys(const SortedKeys& keys, int begin = 0, int end = 32);

}  // namespace app
