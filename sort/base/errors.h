// Errors that cross a library's border. The program maps each class to its exit code (contract, part 2).
#pragma once
#include <stdexcept>
#include <string>

namespace sort {

/// The device asked for is not there, or failed. Exit 3.
struct Unavailable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Out of memory or over a stated limit; the message says how much was asked for and how much there is.
/// Exit 5.
struct OverLimit : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace sort
