// What there is of the host's memory: the one place that knows. Asks the machine, the control groups that this
// process is in (a container's limit is one), and the process's own limits (ulimit).
#pragma once
#include <cstdint>
#include <limits>
#include <new>
#include <string>

namespace sort {

/// Host memory in bytes. Never fails: where the system reports nothing, it is what the C library knows.
struct HostMemory {
    uint64_t total = 0;      // the most that this process could ever have
    uint64_t available = 0;  // that it could take now
    uint64_t addresses = 0;  // left of RLIMIT_AS, which also counts what is mapped and not used
    std::string limit;       // what leaves no more available: "control group /a/b: 1.1 GB"; "": the machine

    /// Returns the bytes that may be used: nine tenths of what is available, and what the caller has already;
    /// a tenth is left for memory that nobody counts. Never more than nine tenths of all, since the system
    /// may not have provided yet what the caller counts as its own.
    uint64_t usable(uint64_t own = 0) const;
};

/// Files and process limits that host_memory() reads. Tests pass others.
struct MemorySource {
    static constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

    std::string root;                                          // before /proc and /sys
    uint64_t address_bytes = kNoLimit, data_bytes = kNoLimit;  // limits of this process, RLIMIT_AS and _DATA

    static MemorySource of_this_process();
};

/// Reads the host memory from the system. Control groups of both versions count, all from the process's own
/// up to the root: memory.max and memory.high (throttled from there) or memory.limit_in_bytes, against what
/// they use without cached files. Swap counts for the machine and not for groups.
HostMemory host_memory(const MemorySource& source = MemorySource::of_this_process());

/// Returns host_memory().total as it was at the first call: for frequent queries.
uint64_t host_memory_total();

/// Throws OverLimit with the bytes needed and available, when `bytes` are not usable(own). `own`: what the
/// caller holds and counts among them, or frees before. `what` has a verb: "4,096 bodies need".
void require_host_memory(const std::string& what, uint64_t bytes, uint64_t own = 0);

/// Throws OverLimit for memory that the system has just refused.
[[noreturn]] void refuse_host_memory(uint64_t bytes);

/// Calls make(), which takes about `bytes` of host memory, after require_host_memory(). Throws OverLimit if
/// it throws std::bad_alloc.
template <class Make>
auto within_host_memory(const std::string& what, uint64_t bytes, Make make) {
    require_host_memory(what, bytes);
    try {
        return make();
    } catch (const std::bad_alloc&) {
        refuse_host_memory(bytes);
    }
}

/// Returns "96.4 MB can be used here, of 107 MB available (control group /a/b: 1.1 GB)"
std::string usable_text(const HostMemory& memory, uint64_t own = 0);

}  // namespace sort
