#include "app/bench/common/cold.h"

#include "app/base/numbers.h"

namespace app {

const sort::CacheFlush& ColdSamples::flush(sort::Backend backend) {
    const auto at = flushes_.find(backend);
    return at != flushes_.end() ? at->second
                                : flushes_.emplace(backend, sort::make_cache_flush(backend)).first->second;
}

std::function<void(sort::Stream)> ColdSamples::before(sort::Backend backend) {
    if (!cold_) return nullptr;
    return flush(backend).write;
}

std::string ColdSamples::text(sort::Backend backend) {
    if (!cold_) return "";
    return ", cold caches (" + human_bytes(double(flush(backend).bytes)) + " written before each sample)";
}

void ColdSamples::report(sort::Backend backend, Json& report) {
    report["cold"] = cold_;
    report["cold_bytes"] = cold_ ? Json(flush(backend).bytes) : Json();
}

}  // namespace app
