// The title of the window: scene, bodies, program.
#include "app/view/window_title.h"

#include <filesystem>

#include "app/base/text/shown_text.h"
#include "sort/base/numbers.h"

namespace app {

std::string window_title(const sim::WorldConfig& config) {
    const std::string scene = std::filesystem::path(config.scene.name).stem().string();
    const std::string shown = escaped(scene, [](char32_t) { return true; });
    return shown + ", " + sort::grouped(config.bodies) + (config.bodies == 1 ? " body" : " bodies") +
           " - Sweeplab";
}

}  // namespace app
