// Refuses what the host's memory cannot hold before anything is allocated.
#pragma once
#include <cstdint>
#include <new>
#include <string>

namespace sort {

/// Physical memory of this machine in bytes.
uint64_t host_memory_bytes();

/// Nine tenths of it: what one thing may take.
uint64_t usable_host_memory_bytes();

/// Throws OverLimit naming `what`, what is needed and what there is, when so many bytes are more than usable.
void require_host_memory(const std::string& what, uint64_t bytes);

/// Throws OverLimit for so many bytes that the system did not give.
[[noreturn]] void refuse_memory(const std::string& what, uint64_t bytes);

/// make(), which takes about so many bytes of host memory. Throws OverLimit when they are more than usable, or
/// when it throws std::bad_alloc.
template <class Make>
auto within_host_memory(const std::string& what, uint64_t bytes, Make make) {
    require_host_memory(what, bytes);
    try {
        return make();
    } catch (const std::bad_alloc&) {
        refuse_memory(what, bytes);
    }
}

}  // namespace sort
