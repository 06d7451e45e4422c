// What <sweeplab/sort.h> and <sweeplab/pairs.h> have in common: backends, streams and errors. C++17.
//
// Every call comes in two forms. sort_pairs() throws Error. try_sort_pairs() is noexcept and returns a Status, for
// programs without exceptions. Both refuse the same calls with the same words, before anything is queued or written.
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

struct CUstream_st;  // at global scope, where CUDA declares it

namespace sweeplab {

/// A cudaStream_t, without the CUDA headers. Null: the default stream. Ignored on the CPU.
using Stream = CUstream_st*;

enum class Backend { cpu, cuda };

enum class Code {
    ok,
    invalid_argument,  // the call is wrong: nothing was queued or written
    unavailable,       // no CUDA device, a build without CUDA, or a CUDA call that failed
    over_limit,        // more than memory or a stated limit allows; the message gives both numbers
    internal           // any other exception, in its own words
};

/// The one exception that functions of this namespace throw.
class Error : public std::runtime_error {
public:
    Error(Code code, const std::string& message);
    const char* what() const noexcept override;
    Code code() const noexcept { return code_; }

private:
    Code code_;
};

/// The result of a try_ function.
class [[nodiscard]] Status {
public:
    Status() noexcept = default;  // ok
    Status(Code code, std::string message) noexcept : message_(std::move(message)), code_(code) {}

    bool ok() const noexcept { return code_ == Code::ok; }
    Code code() const noexcept { return code_; }
    const std::string& message() const noexcept { return message_; }  // "" when ok

    /// Throws Error unless ok().
    void or_throw() const;

private:
    std::string message_{};
    Code code_ = Code::ok;
};

/// Returns "0.3.0": the version of the library that is linked.
const char* version() noexcept;

/// Returns ok when a CUDA device of this number can be used, else Code::unavailable and the reason.
Status cuda_status(int device = 0) noexcept;

}  // namespace sweeplab
