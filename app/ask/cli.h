// The command line: every subcommand and flag of the program.
#pragma once
#include <string>

#include "app/ask/options.h"

namespace app {

struct CommandLine {
    Options options;
    std::string text;  // of --help or --version: print it and leave; "" otherwise
};

/// Throws BadUsage (unknown words with the nearest known one, values that are not what was expected) and
/// sort::OverLimit (--bodies over 2^27).
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace app
