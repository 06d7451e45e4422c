// `sweeplab engines`: the sort engines, one line each; those that cannot run here say why.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>

#include "app/options.h"
#include "sort/registry.h"

namespace app {
namespace {

struct Line {
    std::string backend, order, text;
};

}  // namespace

int run_engines(const Options&) {
    std::string reason;
    const bool cuda = sim::cuda_available(&reason);
    std::map<std::string, Line> lines;
    for (const char* name : sort::cuda_engine_names()) lines[name] = {"cuda", "", "not here: " + reason};
    for (const sort::Engine& engine : sort::engines()) {
        Line& line = lines[engine.name];
        line = {sort::name_of(engine.backend), engine.stable ? "stable" : "unstable", engine.sentence};
        if (*engine.paper) line.text += std::string(" [") + engine.paper + "]";
        if (engine.backend == sort::Backend::cuda && !cuda) line.text += "; not here: " + reason;
    }

    size_t width = 0;
    for (const auto& [name, line] : lines) width = std::max(width, name.size());
    for (const auto& [name, line] : lines) {
        std::cout << std::left << std::setw(static_cast<int>(width) + 2) << name << std::setw(6)
                  << line.backend << std::setw(10) << line.order << line.text << '\n';
    }
    return 0;
}

}  // namespace app
