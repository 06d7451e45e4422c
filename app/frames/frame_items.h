// What one frame of a user's own data holds.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/math/vec3.h"
#include "sort/keys.h"

namespace app {

enum class ItemKind { keys, boxes, spheres, points };

inline const char* name_of(ItemKind kind) {
    static const char* const kNames[] = {"keys", "boxes", "spheres", "points"};
    return kNames[static_cast<int>(kind)];
}

struct FrameItems {
    ItemKind kind = ItemKind::keys;
    sort::KeyType type = sort::KeyType::u32;
    std::vector<std::byte> keys{};  // of kind keys: as they lie in memory
    std::vector<sim::Box> boxes{};  // of the other kinds: finite, min <= max
    std::vector<uint64_t> ids{};    // of each item, no two alike; empty: its index

    uint32_t count() const {
        return uint32_t(kind == ItemKind::keys ? keys.size() / sort::size_of(type) : boxes.size());
    }
    uint64_t id(uint32_t index) const { return ids.empty() ? index : ids[index]; }
};

/// Returns the type of what a sort of the items gets: the keys', or float32, the lower ends of boxes along an axis.
inline sort::KeyType sorted_type(const FrameItems& items) {
    return items.kind == ItemKind::keys ? items.type : sort::KeyType::f32;
}

}  // namespace app
