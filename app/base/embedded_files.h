// Files that travel inside the executable: shaders, built-in scenes and meshes, fonts, thumbnails.
#pragma once
#include <span>
#include <string_view>

namespace app {

struct EmbeddedFile {
    std::string_view path;  // from the source root: "shaders/box.vert", "assets/scenes/pile.toml"
    std::string_view text;  // of a font or picture: its bytes
};

std::span<const EmbeddedFile> embedded_files();  // shaders, scenes and meshes
std::span<const EmbeddedFile> embedded_fonts();
std::span<const EmbeddedFile> embedded_pages();     // guides of the course; style and script of lessons
std::span<const EmbeddedFile> embedded_pictures();  // thumbnails of the scenes, JPEG

}  // namespace app
