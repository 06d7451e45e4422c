// Lists that grow with what a text holds, of which a few bytes may become many.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sort/base/host_memory.h"

namespace app {

/// Checks memory before an entry is added. If the list is full and doubles, requests the memory of both, with
/// `more` bytes per entry for later use. Throws sort::OverLimit that names `path`.
template <class T>
void require_growth(const std::vector<T>& list, const std::string& path, uint64_t more = 0) {
    if (list.size() < list.capacity()) return;
    const uint64_t held = list.size() * sizeof(T);
    sort::require_host_memory(path + " needs", held + 2 * list.size() * (sizeof(T) + more), held);
}

}  // namespace app
