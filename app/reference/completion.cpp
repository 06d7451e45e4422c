// One branch of a `case` for each command.
#include "app/reference/completion.h"

#include <algorithm>
#include <map>

#include "app/base/text/names.h"
#include "app/cli/cli.h"
#include "app/cli/sort_choice.h"
#include "app/io/mesh_files.h"
#include "app/io/scene_toml.h"
#include "app/teach/make.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sort/registry.h"

namespace app {
namespace {

template <class List>
std::vector<std::string> names_of(const List& list) {
    std::vector<std::string> names;
    for (const auto& one : list) names.push_back(one.name);
    return names;
}

/// Returns the values that a flag may have; none: any.
std::vector<std::string> values_of(const Flags::Declared& flag) {
    const bool fixed =
        flag.value.find('|') != flag.value.npos &&
        flag.value.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == flag.value.npos;  // not FILE|-
    if (fixed) return split(flag.value, '|');
    if (flag.name == "--sort" || flag.value.starts_with("ENGINE")) {
        std::vector<std::string> names = names_of(sort::engines());
        if (flag.value.ends_with(kAutoSort)) names.push_back(kAutoSort);
        return names;
    }
    if (flag.name == "--scene") return names_of(built_in_scenes());
    if (flag.name == "--mesh") return built_in_mesh_names();
    if (flag.name == "--broad-phase") return names_of(sim::broad_phases());
    return {};
}

/// Returns the words that a command accepts beside its flags; none: files.
std::vector<std::string> arguments_of(const Command& command) {
    const std::string name = command.name;
    if (name == "teach") return names_of(lesson_titles());
    std::vector<std::string> words;
    if (name != "help") return words;
    for (const Command& one : commands()) words.push_back(split(one.name, ' ')[0]);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

std::string quoted(const std::vector<std::string>& words) { return "'" + join(words, " ") + "'"; }

/// Returns "-o|--output"
std::string pattern(const Flags::Declared& flag) { return join(split(flag.name, ','), "|"); }

std::string branch(const Command& command) {
    std::vector<std::string> flags, free;  // free: whose values bash completes as file names
    std::string text = std::string("    '") + command.name + "')\n        case $previous in\n";
    for (const Flags::Declared& flag : declared_flags(command)) {
        if (flag.name[0] != '-') continue;
        for (const std::string& name : split(flag.name, ',')) flags.push_back(name);
        const std::vector<std::string> values = values_of(flag);
        if (!values.empty()) {
            text += "        " + pattern(flag) + ") words=" + quoted(values) + " ;;\n";
        } else if (!flag.value.empty()) {
            free.push_back(pattern(flag));
        }
    }
    if (!free.empty()) text += "        " + join(free, "|") + ") ;;\n";
    const std::vector<std::string> arguments = arguments_of(command);
    text += "        *) words=" + quoted(flags);
    if (!arguments.empty()) text += "; [[ $word == -* ]] || words=" + quoted(arguments);
    return text + " ;;\n        esac ;;\n";
}

}  // namespace

std::string bash_completion() {
    std::map<std::string, std::vector<std::string>> groups;  // "bench": its commands; "": the first words
    std::string branches, all;
    for (const Command& command : commands()) {
        const std::vector<std::string> words = split(command.name, ' ');
        std::vector<std::string>& first = groups[""];
        if (std::find(first.begin(), first.end(), words[0]) == first.end()) first.push_back(words[0]);
        if (words.size() == 2) groups[words[0]].push_back(words[1]);
        all += std::string(all.empty() ? "'" : "|'") + command.name + "'";
        branches += branch(command);
    }
    for (const auto& [group, words] : groups) {
        if (!group.empty()) all += "|'" + group + "'";
        branches += "    '" + group + "') words=" + quoted(words) + " ;;\n";
    }
    return R"(# Completion for bash, as printed by `sweeplab help --completion`.
_sweeplab() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "${command:+$command }${COMP_WORDS[i]}" in
        )" +
           all + R"()
            command="${command:+$command }${COMP_WORDS[i]}" ;;
        *) break ;;
        esac
    done
    case $command in
)" + branches +
           R"(    esac
    local before=''
    case $word in *,*) before=${word%,*}, ;; esac
    COMPREPLY=($(compgen -P "$before" -W "$words" -- "${word##*,}"))
}
complete -o default -F _sweeplab sweeplab
)";
}

}  // namespace app
