#include "app/view/actions/actions.h"

#include <stdexcept>
#include <vector>

#include "app/view/actions/action_groups.h"

namespace app {
namespace {

/// Returns null where no action has this chord.
const Action* action_in(std::span<const Action> actions, const Chord& pressed) {
    for (const Action& action : actions) {
        for (const Chord& chord : action.chords) {
            if (chord.code != 0 && chord.code == pressed.code && chord.mods == pressed.mods) return &action;
        }
    }
    return nullptr;
}

/// "O or ." as its parts, in the order of the action's chords.
std::vector<std::string> split_ways(const std::string& keys) {
    static const std::string kOr = " or ";
    std::vector<std::string> ways;
    size_t from = 0;
    for (size_t at; (at = keys.find(kOr, from)) != keys.npos; from = at + kOr.size())
        ways.push_back(keys.substr(from, at - from));
    ways.push_back(keys.substr(from));
    return ways;
}

std::string shown_keyboard;  // Context::printed_keys()

std::string table_of(const char* head, std::span<const Action> actions) {
    std::string table = std::string("| ") + head + " | does | held |\n| --- | --- | --- |\n";
    for (const Action& action : actions)
        table += std::string("| ") + action.keys + " | " + action.text + " | " +
                 (action.repeats ? "repeats" : "") + " |\n";
    return table;
}

}  // namespace

std::span<const Action> actions() {
    static const std::vector<Action> all = [] {
        std::vector<Action> rows;
        for (const auto group : {run_actions(), view_actions(), window_actions()})
            rows.insert(rows.end(), group.begin(), group.end());
        return rows;
    }();
    return all;
}

const Action* find_action(const InputEvent& event, bool lesson) {
    if (event.kind != InputEvent::key || !event.down) return nullptr;
    const Action* found = nullptr;
    for (const Chord& chord : chords_of(event)) {
        if (!found && lesson) found = action_in(lesson_actions(), chord);
        if (!found) found = action_in(actions(), chord);
    }
    return found && event.repeats && !found->repeats ? nullptr : found;
}

const Action& action_named(std::string_view name) {
    for (const std::span<const Action> group : {actions(), lesson_actions()}) {
        for (const Action& action : group) {
            if (!name.empty() && action.name == name) return action;
        }
    }
    throw std::out_of_range("no action is called " + std::string(name));
}

void perform(std::string_view name, const ActionTarget& to) { action_named(name).run(to); }

std::string keys_of(const Action& action, const std::string& printed) {
    const std::vector<std::string> ways = split_ways(action.keys);
    std::string keys;
    for (size_t k = 0; k < ways.size() && ways.size() > 1; ++k) {
        if (k < action.chords.size() && !has_key(action.chords[k], printed)) continue;
        keys += (keys.empty() ? "" : " or ") + ways[k];
    }
    return keys.empty() ? action.keys : keys;
}

void show_keys_of(const std::string& printed) { shown_keyboard = printed; }

std::string shown_keys(const Action& action) { return keys_of(action, shown_keyboard); }

std::string tip(std::string_view name) {
    const Action& action = action_named(name);
    return std::string(action.text) + " (" + shown_keys(action) + ")";
}

std::string keys_markdown() {
    return table_of("key", actions()) + "\n" + table_of("in a lesson", lesson_actions());
}

}  // namespace app
