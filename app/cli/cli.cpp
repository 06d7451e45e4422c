// Some commands are two words: `bench sort` is a command of the group `bench`.
#include "app/cli/cli.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/exit_codes.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "build_info.h"

namespace app {
namespace {

using Words = std::vector<std::string>;

std::string padded(const std::string& name) {
    return name + std::string(name.size() < 16 ? 16 - name.size() : 1, ' ');
}

std::string lines(const std::string& prefix) {
    std::string text;
    for (const Command& command : commands()) {
        const std::string name = command.name;
        if (!name.starts_with(prefix)) continue;
        const std::string head = "  " + padded(name);
        text += head + wrapped(command.sentence, text_width(), head.size(), head.size()) + "\n";
    }
    return text;
}

std::string paragraph(const std::string& text) { return wrapped(text, text_width(), 0, 0) + "\n"; }

std::string exit_code_lines() {
    std::string codes;
    for (const ExitCode& one : kExitCodes) {
        codes += (codes.empty() ? "Exit codes: " : "; ") + std::to_string(one.code) + " " + one.meaning;
    }
    return paragraph(codes + ".");
}

std::string overview() {
    return "Examples:\n"
           "  sweeplab                                   the window\n"
           "  sweeplab render -o pile.png --frames 100 --steps-per-frame 40\n"
           "                                             a picture, with no display\n"
           "  sweeplab profile --scene gas --bodies 10k  a table of stage times\n"
           "  sweeplab bench sort -n 1Mi                 the sort engines, measured\n"
           "  sweeplab teach fourway                     a small sort, stage by stage\n"
           "\n" +
           paragraph(
               "Simulates spheres and bodies with meshes, finds every collision by sweep and prune on a "
               "radix sort, and times every stage.") +
           "\n" +
           paragraph(
               "Usage: sweeplab [COMMAND] [OPTIONS]; `sweeplab COMMAND --help` lists the options. "
               "Commands:") +
           lines("") + "\nNumbers take 1e6, k and M (1k = 1000), Ki and Mi (1Ki = 1024).\n\n" +
           exit_code_lines();
}

std::string group_overview(const std::string& group) {
    std::string text = "Examples:\n";
    for (const Command& command : commands()) {
        const std::string name = command.name, examples = command.examples;
        if (name.starts_with(group + " ")) text += examples.substr(0, examples.find('\n') + 1);
    }
    return text + "\n" +
           paragraph("Usage: sweeplab " + group + " COMMAND [OPTIONS]; `sweeplab " + group +
                     " COMMAND --help` lists the options. Commands:") +
           lines(group + " ");
}

std::string version() {
    const std::string commit = SWEEPLAB_COMMIT;
    return "sweeplab " SWEEPLAB_VERSION + (commit.empty() ? "" : " (" + commit + ")") + "\n";
}

/// Returns the words that can follow `before` on a command line.
Words words_behind(const std::string& before) {
    Words words;
    for (const Command& command : commands()) {
        const std::string name = command.name;
        if (!name.starts_with(before)) continue;
        const std::string word = name.substr(before.size(), name.find(' ', before.size()) - before.size());
        if (words.empty() || words.back() != word) words.push_back(word);
    }
    return words;
}

bool asks_for_help(const std::string& word) { return word == "--help" || word == "-h"; }

Flags flags_of(const Command& command, const Words& typed) {
    return Flags(std::string("sweeplab ") + command.name, command.examples, command.sentence, version(),
                 typed);
}

/// `rest` is what follows the command's name.
CommandLine parse_command(const Command& command, const Words& rest, const Words& typed) {
    Flags flags = flags_of(command, typed);
    CommandLine line;
    line.run = command.declare(flags);
    line.text = flags.parse(rest);
    return line;
}

}  // namespace

CommandLine parse_command_line(const Words& typed) {
    Words words = typed;
    const std::string first = words.empty() ? "" : words.front();
    if (asks_for_help(first)) return {overview(), {}};
    if (first == "--version") return {version(), {}};

    // No command is `view`, also with flags.
    const bool named = !first.empty() && first[0] != '-';
    std::string name = named ? first : "view";
    if (named) words.erase(words.begin());

    const Words seconds = words_behind(name + " ");
    if (!seconds.empty()) {
        const std::string second = words.empty() ? "" : words.front();
        if (asks_for_help(second) || second == "help") return {group_overview(name), {}};
        if (second == "--version") return {version(), {}};
        if (second.empty() || second[0] == '-') {
            throw BadUsage(name + " needs a subcommand: " + join(seconds) + " (`sweeplab " + name +
                           " --help` has examples)");
        }
        if (std::find(seconds.begin(), seconds.end(), second) == seconds.end()) {
            throw BadUsage(unknown_name("subcommand of " + name, second, seconds));
        }
        words.erase(words.begin());
        name += " " + second;
    }
    for (const Command& command : commands()) {
        if (command.name == name) return parse_command(command, words, typed);
    }
    throw BadUsage(unknown_name("command", name, words_behind("")));
}

std::string help_text(const Words& command) {
    for (const std::string& word : command) {
        if (word.empty() || word[0] == '-')
            throw BadUsage("help: the name of a command is expected, not '" + word + "'");
    }
    Words words = command;
    words.push_back("--help");
    return parse_command_line(words).text;
}

std::vector<Flags::Declared> declared_flags(const Command& command) {
    Flags flags = flags_of(command, {});
    const auto run = command.declare(flags);  // keeps the options alive that the flags are bound to
    return flags.declared();
}

}  // namespace app
