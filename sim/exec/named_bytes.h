// What a world's memory is for, by name.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace sim {

struct NamedBytes {
    std::string name;
    uint64_t bytes;
    uint64_t room = 0;  // items that a list which grows has room for; 0: it is no such list
};

/// Appends an entry, unless `bytes` is 0.
inline void add_named(std::vector<NamedBytes>& to, const char* name, uint64_t bytes, uint64_t room = 0) {
    if (bytes > 0) to.push_back({name, bytes, room});
}

/// Returns the bytes of the entry with that name; 0: there is none.
inline uint64_t bytes_named(const std::vector<NamedBytes>& list, const std::string& name) {
    for (const NamedBytes& one : list) {
        if (one.name == name) return one.bytes;
    }
    return 0;
}

inline constexpr const char* kShapesName = "shapes";  // of the meshes, once for however many bodies

}  // namespace sim
