// What a stream of this process can show.
#pragma once
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace app {

/// Returns whether the stream is a terminal that accepts escapes: TERM names one that is not dumb, and
/// NO_COLOR is not set.
inline bool takes_escapes(int stream) {
    const char *const off = std::getenv("NO_COLOR"), *const terminal = std::getenv("TERM");
    return isatty(stream) && !(off && *off) && terminal && *terminal && std::strcmp(terminal, "dumb") != 0;
}

/// Columns of the terminal that it is, as they are now; 0 where it is none or does not say.
inline size_t columns_of(int stream) {
    winsize size{};
    return isatty(stream) && ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace app
