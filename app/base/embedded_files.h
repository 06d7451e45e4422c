// Text files that travel inside the executable: shaders and built-in scenes.
#pragma once
#include <span>
#include <string_view>

namespace app {

struct EmbeddedFile {
    std::string_view path;  // from the source root: "shaders/sphere.vert", "assets/scenes/pile.toml"
    std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace app
