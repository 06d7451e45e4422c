// From words to options: finds the command, then lets its flags read the rest.
#include "app/ask/cli.h"

#include <algorithm>

#include "app/ask/cli_flags.h"
#include "app/base/errors.h"
#include "app/base/names.h"
#include "app/base/wrap.h"
#include "app/io/boxes.h"
#include "app/io/npy_keys.h"
#include "app/io/output_stream.h"
#include "build_info.h"

namespace app {
namespace {

std::string padded(const std::string& name) {
    return name + std::string(name.size() < 16 ? 16 - name.size() : 1, ' ');
}

std::string lines(const std::string& prefix) {
    std::string text;
    for (const CommandFlags& command : command_flags()) {
        const std::string name = command.name;
        if (!name.starts_with(prefix)) continue;
        const std::string head = "  " + padded(name);
        text += head + wrapped(command.sentence, text_width(), head.size(), head.size()) + "\n";
    }
    return text;
}

std::string overview() {
    return "Examples:\n"
           "  sweeplab                                   the window\n"
           "  sweeplab render -o pile.png --frames 200   a picture, with no display\n"
           "  sweeplab profile --scene gas --bodies 10k  a table of stage times\n"
           "  sweeplab bench sort -n 1Mi                 the sort engines, measured\n"
           "  sweeplab teach fourway                     a small sort, stage by stage\n"
           "\nSimulates spheres, finds every collision by sweep and prune on a radix sort, times every "
           "stage.\n"
           "\nUsage: sweeplab [COMMAND] [OPTIONS]; `sweeplab COMMAND --help` lists the options. Commands:\n" +
           lines("") +
           "\nNumbers take 1e6, k and M (1k = 1000), Ki and Mi (1Ki = 1024).\n"
           "\nExit codes: 0 done; 1 a check failed; 2 wrong usage; 3 a device, display or program is not there;\n"
           "4 a file is wrong or cannot be written; 5 out of memory or over a limit; 130 interrupted.\n";
}

/// The help of a word that several commands start with, such as `bench`.
std::string group_overview(const std::string& group) {
    std::string text = "Examples:\n";
    for (const CommandFlags& command : command_flags()) {
        const std::string name = command.name, examples = command.examples;
        if (name.starts_with(group + " ")) text += examples.substr(0, examples.find('\n') + 1);
    }
    return text + "\nUsage: sweeplab " + group + " WHAT [OPTIONS]; `sweeplab " + group +
           " WHAT --help` lists the options. There are:\n" + lines(group + " ");
}

std::string version() {
    const std::string commit = SWEEPLAB_COMMIT;
    return "sweeplab " SWEEPLAB_VERSION + (commit.empty() ? "" : " (" + commit + ")") + "\n";
}

/// The words that can stand at place `place` of a command line, behind `before`.
std::vector<std::string> words_behind(const std::string& before) {
    std::vector<std::string> words;
    for (const CommandFlags& command : command_flags()) {
        const std::string name = command.name;
        if (!name.starts_with(before)) continue;
        const std::string word = name.substr(before.size(), name.find(' ', before.size()) - before.size());
        if (words.empty() || words.back() != word) words.push_back(word);
    }
    return words;
}

/// No command reads a file and writes over it: the file may be the only copy.
void check_files(const Options& options) {
    const BenchOptions& bench = options.bench;
    std::vector<std::string> inputs = {options.boxes_file, options.keys_file, options.values_file,
                                       bench.baseline, bench.matrix_file};
    inputs.insert(inputs.end(), bench.files.begin(), bench.files.end());
    // Words that may be names of made things are files by their endings.
    std::vector<std::string> words = {options.scene};
    for (const auto& list : {bench.inputs, bench.kinds, bench.scenes})
        words.insert(words.end(), list.begin(), list.end());
    for (const std::string& word : words) {
        if (is_boxes_name(word) || word.ends_with(".toml")) inputs.push_back(word);
    }
    std::vector<NamedOutput> outputs = {{"-o", options.output},
                                        {"--json", options.json},
                                        {"--csv", options.csv},
                                        {"--trace", options.trace},
                                        {"--plot", bench.plot}};
    if (!options.values_file.empty() && !options.output.empty() && options.output != "-")
        outputs.push_back({"the values of -o,", values_path(options.output)});
    refuse_overwriting(inputs, outputs);
}

CommandLine parse_command(const CommandFlags& command, std::vector<std::string> words) {
    CommandLine line;
    line.options.command = command.name;
    Flags flags("sweeplab " + line.options.command, command.examples, command.sentence, version(),
                line.options);
    if (command.flags) command.flags(flags);
    line.text = flags.parse(std::move(words));
    if (line.text.empty()) check_files(line.options);
    return line;
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
    std::vector<std::string> words(argv + (argc > 0), argv + argc);
    const std::string first = words.empty() ? "" : words.front();
    if (first == "--help" || first == "-h" || first == "help") return {{}, overview()};
    if (first == "--version") return {{}, version()};

    // No command is `view`, also with flags.
    const bool named = !first.empty() && first[0] != '-';
    std::string name = named ? first : "view";
    if (named) words.erase(words.begin());

    // Some commands are two words.
    const std::vector<std::string> seconds = words_behind(name + " ");
    if (!seconds.empty()) {
        const std::string second = words.empty() ? "" : words.front();
        if (second == "--help" || second == "-h" || second == "help") return {{}, group_overview(name)};
        if (second == "--version") return {{}, version()};
        if (second.empty() || second[0] == '-') {
            throw BadUsage(name + ": " + join(seconds, " or ") + " is expected behind it: `sweeplab " + name +
                           " --help` has examples");
        }
        if (std::find(seconds.begin(), seconds.end(), second) == seconds.end()) {
            throw BadUsage(unknown_name(name, second, seconds));
        }
        words.erase(words.begin());
        name += " " + second;
    }
    for (const CommandFlags& command : command_flags()) {
        if (command.name != name) continue;
        CommandLine line = parse_command(command, words);
        line.options.words.assign(argv + (argc > 0), argv + argc);
        return line;
    }
    throw BadUsage(unknown_name("command", name, words_behind("")));
}

}  // namespace app
