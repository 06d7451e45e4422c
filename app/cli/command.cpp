// Kept in the order of the overview from the first on, so that no command depends on who was added before.
#include "app/cli/command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "app/base/machine.h"
#include "app/base/text/names.h"

namespace app {
namespace {

std::vector<Command>& list() {
    static std::vector<Command> all;  // in a function: made before the first file adds to it
    return all;
}

}  // namespace

void note_threads(const Options& options) {
    const unsigned cores = machine_facts().cores;
    if (options.quiet || cores == 0 || options.threads <= static_cast<int>(cores)) return;
    std::fprintf(stderr, "sweeplab: --threads %d is more than the %s of this machine\n", options.threads,
                 counted(uint64_t(cores), "core").c_str());
}

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
