// Errors with an exit code (contract, part 2). sort::Unavailable is 3 and sort::OverLimit is 5.
#pragma once
#include <cstdint>
#include <new>
#include <stdexcept>

namespace app {

/// Exit 1: a check failed.
struct CheckFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Exit 2: wrong usage.
struct BadUsage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Exit 4: a file is missing, unreadable or wrong, or an output cannot be written.
struct BadFile : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Exit 0, quietly: the reader of standard output, such as `head`, has enough.
struct OutputClosed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Exit 5: an allocation of `bytes` failed (app/allocation.cpp).
struct NoMemory : std::bad_alloc {
    explicit NoMemory(uint64_t requested) : bytes(requested) {}
    const char* what() const noexcept override { return "out of memory"; }
    uint64_t bytes;
};

/// Exit 130: the user has asked to stop.
struct Interrupted : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace app
