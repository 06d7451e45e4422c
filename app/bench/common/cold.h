// --cold: what the benches do before each sample, and what they say of it.
#pragma once
#include <map>
#include <string>

#include "app/bench/common/field.h"
#include "sort/lab/cold_caches.h"

namespace app {

/// Empties the caches of the backends that are measured, or does nothing.
class ColdSamples {
public:
    explicit ColdSamples(bool cold) : cold_(cold) {}

    /// Returns what comes before each sample of a backend, with buffers made at the first call; null without --cold. Throws
    /// sort::OverLimit, sort::Unavailable.
    std::function<void(sort::Stream)> before(sort::Backend backend);

    /// ", cold caches (40 MB are written before each sample)" for a title; "" without --cold.
    std::string text(sort::Backend backend);
    /// Adds to a JSON report: `cold`, and `cold_bytes`, null without it.
    void report(sort::Backend backend, Json& report);

private:
    const sort::CacheFlush& flush(sort::Backend backend);

    bool cold_;
    std::map<sort::Backend, sort::CacheFlush> flushes_;
};

}  // namespace app
