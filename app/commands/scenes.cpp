// `sweeplab scenes`: the built-in scenes, one line each.
#include <algorithm>
#include <iomanip>
#include <iostream>

#include "app/io/scene_toml.h"
#include "app/options.h"

namespace app {

int run_scenes(const Options&) {
    const std::vector<sim::Scene> scenes = built_in_scenes();
    size_t width = 0;
    for (const sim::Scene& scene : scenes) width = std::max(width, scene.name.size());
    for (const sim::Scene& scene : scenes) {
        std::cout << std::left << std::setw(static_cast<int>(width) + 2) << scene.name << scene.title << '\n';
    }
    return 0;
}

}  // namespace app
