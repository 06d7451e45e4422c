// One function per section.
#include "app/reference/markdown.h"

#include <sstream>

#include "app/base/errors.h"
#include "app/base/exit_codes.h"
#include "app/base/text/names.h"
#include "app/bench/pairs/box_sets.h"
#include "app/cli/cli.h"
#include "app/cli/option_flags.h"
#include "app/io/scene_toml.h"
#include "app/reference/engine_facts.h"
#include "app/view/actions/actions.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/world.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

/// Returns a cell of a table: a bar would end it.
std::string cell(const std::string& text) {
    std::string safe;
    for (const char c : text) safe += c == '|' ? std::string("\\|") : std::string(1, c);
    return safe;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

std::string row(const std::vector<std::string>& cells) { return "| " + join(cells, " | ") + " |\n"; }

std::string head(const std::vector<std::string>& names) {
    return row(names) + row(std::vector<std::string>(names.size(), "---"));
}

std::string command_markdown(const Command& command) {
    std::string text =
        std::string("### `sweeplab ") + command.name + "`\n\n" + command.sentence + "\n\n```\n";
    std::string examples = command.examples;
    for (size_t at = 0; at < examples.size();) {
        const size_t end = examples.find('\n', at);
        text += examples.substr(at + 2, end - at - 1);  // without the two blanks
        at = end + 1;
    }
    text += "```\n";
    const std::vector<Flags::Declared> flags = declared_flags(command);
    if (flags.empty()) return text;
    text += "\n" + head({"flag", "value", "meaning"});
    for (const Flags::Declared& flag : flags) {
        const std::string name = flag.name[0] == '-' ? code(flag.name) : "";
        text += row({name, code(flag.value), cell(flag.meaning)});
    }
    return text;
}

std::string commands_markdown() {
    std::string text = head({"command", "what it does"});
    for (const Command& command : commands()) text += row({code(command.name), cell(command.sentence)});
    for (const Command& command : commands()) text += "\n" + command_markdown(command);
    return text;
}

/// Returns a command ("bench sort"), or all of a group ("bench"). Throws BadUsage where there is none.
std::string commands_markdown(const std::string& name) {
    std::vector<std::string> names;
    std::string text;
    for (const Command& command : commands()) {
        names.push_back(command.name);
        if (command.name == name || names.back().starts_with(name + " "))
            text += (text.empty() ? "" : "\n") + command_markdown(command);
    }
    if (text.empty()) throw BadUsage(unknown_name("command", name, names));
    return text;
}

std::string engines_markdown() {
    std::string text =
        head({"engine", "backend", "stable", "what it is", "paper", "digits", "tiles", "variants", "lesson"});
    for (const EngineFacts& engine : engine_facts()) {
        const std::string digits = digit_bits_text(engine.digit_bits);
        text +=
            row({code(engine.name), sort::name_of(engine.backend),
                 !engine.known   ? ""
                 : engine.stable ? "yes"
                                 : "no",
                 cell(engine.sentence), cell(engine.paper),
                 digits.substr(digits.empty() ? 0 : std::string("digits of ").size()),
                 code(join(engine.tiles)), code(join(engine.variants)), engine.has_lesson ? "yes" : "no"});
    }
    return text;
}

std::string inputs_markdown() {
    std::string text = head({"input", "keys"});
    for (const auto& kinds : {sort::input_kinds(), sort::wide_input_kinds()}) {
        for (const sort::InputKind& kind : kinds) text += row({code(kind.usage), cell(kind.sentence)});
    }
    return text;
}

std::string scenes_markdown() {
    std::string text = head({"scene", "what it is"});
    for (const sim::Scene& scene : built_in_scenes()) text += row({code(scene.name), cell(scene.title)});
    return text;
}

std::string number(float value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

/// Returns the keys of [spawn] in scene files, function by function.
std::string spawn_keys_markdown() {
    std::string text = head({"spawn", "key", "where left out", "from, to", "meaning"});
    for (const sim::Spawner& spawner : sim::spawners()) {
        for (const sim::SpawnKey& key : spawner.keys) {
            text += row({code(spawner.name), code(key.name), number(key.initial),
                         number(key.low) + ", " + number(key.high), cell(key.meaning)});
        }
    }
    return text;
}

std::string broad_phases_markdown() {
    std::string text = head({"broad phase", "how it finds the pairs"});
    text += row({code(sim::kAutoBroadPhase), cell(kAutoSentence)});
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) {
        text += row({code(entry.name), cell(entry.sentence)});
    }
    return text;
}

std::string box_kinds_markdown() {
    std::string text = head({"kind", "boxes"});
    for (const BoxKind& kind : box_kinds()) text += row({code(kind.name), cell(kind.sentence)});
    return text;
}

std::string exit_codes_markdown() {
    std::string text = head({"exit code", "meaning"});
    for (const ExitCode& one : kExitCodes) text += row({std::to_string(one.code), cell(one.meaning)});
    return text;
}

struct Section {
    const char* name;
    const char* title;
    std::string (*text)();
};

const Section kSections[] = {
    {"commands", "Commands", commands_markdown},
    {"keys", "Keys of the window", keys_markdown},
    {"engines", "Sort engines", engines_markdown},
    {"inputs", "Made keys", inputs_markdown},
    {"scenes", "Scenes", scenes_markdown},
    {"broad-phases", "Broad phases", broad_phases_markdown},
    {"box-kinds", "Made boxes", box_kinds_markdown},
    {"exit-codes", "Exit codes", exit_codes_markdown},
    {"spawn-keys", "Keys of spawn functions", spawn_keys_markdown},
};

}  // namespace

std::vector<std::string> markdown_sections() {
    std::vector<std::string> names;
    for (const Section& section : kSections) names.push_back(section.name);
    return names;
}

std::string markdown(const std::vector<std::string>& words) {
    const std::string section = words.empty() ? "" : words.front();
    if (words.size() > 1) {
        if (section != "commands") throw BadUsage("help --markdown: at most one section is expected");
        return commands_markdown(join({words.begin() + 1, words.end()}, " "));
    }
    std::string all;
    for (const Section& one : kSections) {
        if (section == one.name) return one.text();
        all += std::string(all.empty() ? "" : "\n") + "## " + one.title + "\n\n" + one.text();
    }
    if (!section.empty()) throw BadUsage(unknown_name("section", section, markdown_sections()));
    return all;
}

}  // namespace app
