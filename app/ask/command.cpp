// Kept in the order of the overview from the first on, so that no command depends on who was added before.
#include "app/ask/command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace app {
namespace {

std::vector<Command>& list() {
    static std::vector<Command> all;  // in a function: made before the first file adds to it
    return all;
}

}  // namespace

std::span<const Command> commands() { return list(); }

bool add_command(const Command& command) {
    std::vector<Command>& all = list();
    for (const Command& known : all) {
        if (std::string_view(known.name) != command.name && known.place != command.place) continue;
        std::fprintf(stderr, "two commands have the same name or place: %s, %s\n", known.name, command.name);
        std::abort();
    }
    const auto behind = [&](const Command& known) { return known.place > command.place; };
    all.insert(std::find_if(all.begin(), all.end(), behind), command);
    return true;
}

}  // namespace app
