// The list of commands. A file in app/commands states all that there is to say of one (options, flags,
// sentence, examples, run function) and adds it with one line; nothing else names it:
//
//   const bool registered = add_command<InfoOptions>(
//       {"info", 150, "Lists devices, driver and versions.", "  sweeplab info\n"}, declare_flags, run);
#pragma once
#include <functional>
#include <memory>
#include <span>

#include "app/cli/flags.h"
#include "app/cli/options.h"

namespace app {

struct CommandText {
    const char* name;      // "profile"; "bench sort" is a command of the group `bench`
    int place;             // in the overview: ascending
    const char* sentence;  // what it does
    const char* examples;  // lines of two blanks and a command line
};

struct Command : CommandText {
    /// Declares the flags; what it returns runs the command on what they were given, and returns the exit
    /// code. Errors are thrown (app/base/errors.h).
    std::function<std::function<int()>(Flags&)> declare;
};

/// Returns all commands, in the order of the overview.
std::span<const Command> commands();

/// Adds a command. Returns true, to initialize a constant. A repeated name or place aborts: before main
/// nobody would catch an exception.
bool add_command(const Command& command);

/// Says on stderr that --threads is more than this machine has.
void note_threads(const Options& options);

/// Own is the command's struct of options: Options, or one that starts with them.
template <class Own>
bool add_command(const CommandText& text, void (*flags)(Flags&, Own&), int (*run)(const Own&)) {
    return add_command(Command{text, [flags, run](Flags& line) -> std::function<int()> {
                                   const auto own = std::make_shared<Own>();
                                   own->words = line.words();
                                   if (flags) flags(line, *own);
                                   return [own, run] {
                                       note_threads(*own);
                                       return run(*own);
                                   };
                               }});
}

}  // namespace app
