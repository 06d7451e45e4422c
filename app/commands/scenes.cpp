// `sweeplab scenes`: the built-in scenes, one line each.
#include <algorithm>
#include <iostream>

#include "app/ask/command.h"
#include "app/base/wrap.h"
#include "app/io/scene_toml.h"

namespace app {
namespace {

int run(const Options&) {
    const std::vector<sim::Scene> scenes = built_in_scenes();
    size_t width = 0;
    for (const sim::Scene& scene : scenes) width = std::max(width, scene.name.size());
    for (const sim::Scene& scene : scenes) {
        std::cout << list_line(scene.name + std::string(width + 2 - scene.name.size(), ' '), scene.title);
    }
    return 0;
}

const bool registered =
    add_command<Options>({"scenes", 140, "Lists the built-in scenes.", "  sweeplab scenes\n"}, nullptr, run);

}  // namespace
}  // namespace app
