// The program's exit codes (contract, part 2), with what the help says of each.
#pragma once

namespace app {

struct ExitCode {
    int code;
    const char* meaning;
};

inline constexpr ExitCode kExitCodes[] = {
    {0, "done, all checks passed"},
    {1, "a check failed"},
    {2, "wrong usage"},
    {3, "a device, display or program is not available"},
    {4, "a file is missing or wrong, or cannot be written"},
    {5, "out of memory or over a limit"},
    {130, "interrupted"},
};

}  // namespace app
