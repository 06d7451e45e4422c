// What a part of the program holds of a device's memory, by name.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace app {

struct MemoryItem {
    std::string name;
    uint64_t bytes;
    bool of_scene;  // grows with the bodies or the scene's files, not with the picture
};

class MemoryList {
public:
    /// Adds to the item of this name, or makes it. What takes nothing is not listed.
    void add(const std::string& name, uint64_t bytes, bool of_scene = false) {
        if (bytes == 0) return;
        for (MemoryItem& item : items_) {
            if (item.name != name) continue;
            item.bytes += bytes;
            return;
        }
        items_.push_back({name, bytes, of_scene});
    }
    void add(const MemoryList& other) {
        for (const MemoryItem& item : other.items_) add(item.name, item.bytes, item.of_scene);
    }
    void add_of_scene(const std::string& name, uint64_t bytes) { add(name, bytes, true); }

    const std::vector<MemoryItem>& items() const { return items_; }
    uint64_t bytes(bool of_scene) const {
        uint64_t sum = 0;
        for (const MemoryItem& item : items_) sum += item.of_scene == of_scene ? item.bytes : 0;
        return sum;
    }

private:
    std::vector<MemoryItem> items_;  // in the order of their first mention
};

}  // namespace app
