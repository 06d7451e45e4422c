#include "sort/lab/cold_caches.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "sort/lab/arrays.h"

namespace sort {
namespace {

constexpr size_t kUnknownCache = size_t{64} << 20;

/// One value after another, so that no write leaves memory as it was.
void write_by_all_threads(char* data, size_t bytes, unsigned char value) {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(0, bytes),
        [&](const tbb::blocked_range<size_t>& part) { std::memset(data + part.begin(), value, part.size()); },
        tbb::static_partitioner());
}

CacheFlush flush_of_cpu(size_t bytes) {
    const auto buffer = std::make_shared<Array>(Backend::cpu, bytes);
    const auto calls = std::make_shared<unsigned char>(0);
    return {[=](Stream) { write_by_all_threads(buffer->as<char>(), bytes, ++*calls); }, bytes};
}

CacheFlush flush_of_device(size_t bytes) {
    const auto from = std::make_shared<Array>(Backend::cuda, bytes),
               to = std::make_shared<Array>(Backend::cuda, bytes);
    return {[=](Stream stream) { to->queue_copy(*from, stream); }, bytes};
}

}  // namespace

size_t last_cache_bytes(Backend backend) {
    if (const size_t bytes = device_cache_bytes(backend)) return bytes;
    long largest = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
    for (const int level : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE})
        largest = std::max(largest, sysconf(level));
#endif
    return largest > 0 ? size_t(largest) : kUnknownCache;
}

CacheFlush make_cache_flush(Backend backend) {
    const size_t cache = last_cache_bytes(backend);
    // A device's may keep a line twice, once for each half of its processors.
    return backend == Backend::cuda ? flush_of_device(2 * cache) : flush_of_cpu(cache + cache / 4);
}

}  // namespace sort
