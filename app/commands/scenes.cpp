// `sweeplab scenes`: the built-in scenes, one line each.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/text/wrap.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/io/json_output.h"
#include "app/io/scene_toml.h"

namespace app {
namespace {

nlohmann::ordered_json scenes_json(const std::vector<sim::Scene>& scenes) {
    auto json = nlohmann::ordered_json::array();
    for (const sim::Scene& scene : scenes) {
        json.push_back({{"name", scene.name}, {"title", scene.title}, {"spawn", scene.spawn}});
    }
    return {{"schema", 1}, {"scenes", json}};
}

int list_scenes(const Options& options) {
    const std::vector<sim::Scene> scenes = built_in_scenes();
    if (!options.json.empty()) write_json(options.json, scenes_json(scenes));
    if (options.json == "-") return 0;
    size_t width = 0;
    for (const sim::Scene& scene : scenes) width = std::max(width, scene.name.size());
    for (const sim::Scene& scene : scenes) {
        std::cout << list_line(scene.name + std::string(width + 2 - scene.name.size(), ' '), scene.title);
    }
    return 0;
}

const bool registered = add_command<Options>(
    {"scenes", 140, "Lists the built-in scenes.", "  sweeplab scenes\n  sweeplab scenes --json -\n"},
    json_flag, list_scenes);

}  // namespace
}  // namespace app
