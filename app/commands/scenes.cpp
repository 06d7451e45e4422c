// `sweeplab scenes`: the built-in scenes, one line each.
#include <algorithm>
#include <iostream>

#include "app/ask/options.h"
#include "app/base/wrap.h"
#include "app/io/scene_toml.h"

namespace app {

int run_scenes(const Options&) {
    const std::vector<sim::Scene> scenes = built_in_scenes();
    size_t width = 0;
    for (const sim::Scene& scene : scenes) width = std::max(width, scene.name.size());
    for (const sim::Scene& scene : scenes) {
        std::cout << list_line(scene.name + std::string(width + 2 - scene.name.size(), ' '), scene.title);
    }
    return 0;
}

}  // namespace app
