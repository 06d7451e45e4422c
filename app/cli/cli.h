// The command line: finds the command that the words name, and reads its flags.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/cli/command.h"

namespace app {

struct CommandLine {
    std::string text;          // of --help or --version: to be printed instead of running; "" otherwise
    std::function<int()> run;  // returns the exit code; set where there is no text
};

/// Throws BadUsage (unknown words with the nearest known one, values that are not what was expected, outputs
/// over inputs) and sort::OverLimit (--bodies over 2^27).
CommandLine parse_command_line(const std::vector<std::string>& words);

/// Returns the help of a command or of a group of them; of the whole program for no words. Throws BadUsage.
std::string help_text(const std::vector<std::string>& command);

/// Returns the flags that a command declares.
std::vector<Flags::Declared> declared_flags(const Command& command);

}  // namespace app
