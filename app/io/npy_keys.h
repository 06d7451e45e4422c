// Files of sort keys: NumPy arrays (N,) of the six key types.
#pragma once
#include <optional>
#include <string>

#include "app/io/npy.h"
#include "sort/lab/key_types.h"

namespace app {

struct KeyFile {
    NpyArray array;
    sort::KeyType type = sort::KeyType::u32;

    uint32_t count() const { return static_cast<uint32_t>(array.rows()); }
};

/// Returns the type of keys that are "<u4" and the like; none: no keys have it.
std::optional<sort::KeyType> key_type_of_npy(const std::string& type);

/// Throws as read_npy does.
KeyFile read_keys(const std::string& path);

/// Returns the file for the values of keys that are written to `path`: "out.values.npy" for "out.npy".
std::string values_path(const std::string& path);

}  // namespace app
