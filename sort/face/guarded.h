// From exceptions of the library to a Status, and from that to a status of C.
#pragma once
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "sort/base/errors.h"
#include "sweeplab/sort_c.h"
#include "sweeplab/status.h"

namespace sweeplab {

/// Returns a Status whose message is dropped where there is no memory for it.
inline Status failed(Code code, const char* message) noexcept {
    try {
        return {code, message};
    } catch (...) {
        return {code, {}};
    }
}

/// Runs work() and returns what it threw, or ok.
template <class Work>
Status guarded(Work&& work) noexcept {
    try {
        work();
        return {};
    } catch (const Error& error) {
        return failed(error.code(), error.what());
    } catch (const std::invalid_argument& error) {
        return failed(Code::invalid_argument, error.what());
    } catch (const sort::Unavailable& error) {
        return failed(Code::unavailable, error.what());
    } catch (const sort::OverLimit& error) {
        return failed(Code::over_limit, error.what());
    } catch (const std::bad_alloc&) {
        return failed(Code::over_limit, "out of memory");
    } catch (const std::exception& error) {
        return failed(Code::internal, error.what());
    } catch (...) {
        return failed(Code::internal, "an exception of no known type");
    }
}

/// Returns the code for C, and keeps the message of an error for sweeplab_last_message().
sweeplab_status status_for_c(const Status& status) noexcept;

/// Returns the caller's options on top of the defaults, of which an older caller may know only the first members.
/// Throws std::invalid_argument for options whose size was never set, or is of a newer version.
template <class Options>
Options options_of(const Options* given, Options defaults) {
    if (!given) return defaults;
    if (given->size < sizeof given->size || given->size > sizeof defaults) {
        throw std::invalid_argument("options: their size is " + std::to_string(given->size) + ", not " +
                                    std::to_string(sizeof defaults) + "; begin with the defaults");
    }
    std::memcpy(&defaults, given, given->size);
    return defaults;
}

/// Converts an enumeration of C, of which a caller may have made any number: one that it does not name may not be read as
/// what it is.
template <class To, class From>
To enum_of(const From& from) {
    static_assert(sizeof(To) == sizeof from);
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

inline std::string text_of(const char* text) { return text ? text : ""; }

}  // namespace sweeplab
