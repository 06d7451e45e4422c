// Caches of a backend emptied of what is about to be measured: a buffer larger than the last of them is written.
#pragma once
#include <cstddef>
#include <functional>

#include "sort/registry.h"

namespace sort {

/// Returns the size of a backend's last cache: of the current device, or of the processor, 64 MiB where the system does not
/// say. Throws Unavailable when the build lacks the backend.
size_t last_cache_bytes(Backend backend);

/// Writes on the stream: waits on cpu, is queued on cuda.
struct CacheFlush {
    std::function<void(Stream)> write;
    size_t bytes = 0;  // that a call writes: more than the last cache has
};

/// Allocates the buffers, which live as long as copies of the result. On the CPU all threads write, so that the caches of
/// each core are emptied, too. Throws OverLimit, Unavailable.
CacheFlush make_cache_flush(Backend backend);

}  // namespace sort
