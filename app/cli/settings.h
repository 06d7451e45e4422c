// What the program remembers from one start to the next: for `view` the window's size, the size of the
// panels, which are shown; for every command what engines that calibrate themselves have measured. Nothing
// that a result depends on; `render` reads the calibration alone.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace app {

struct Settings {
    int window_width = 1280, window_height = 720;
    float ui_scale = 1;
    bool panels = true, tool_panel = true;
    bool light = false;  // the theme
    float left_width = 0, right_width = 0,
          tool_panel_height = 0;  // at scale 1, as dragged; 0: as the window suggests
    bool hints_seen = false;
    std::vector<std::string> recent{};  // scene files that were opened, the newest first; any bytes
    std::map<std::string, std::string> calibration{};  // "ha-auto/NVIDIA H200": what Engine::tune said there

    bool operator==(const Settings&) const = default;
};

inline constexpr size_t kRecentFiles = 8;

/// $XDG_CONFIG_HOME/sweeplab/settings.toml, or under $HOME/.config; a variable that is not an absolute path is
/// ignored (XDG Base Directory Specification). "" when neither variable says where.
std::string settings_path();

/// A missing file gives the defaults; values out of range are passed over. `problem` describes a file that is there and
/// cannot be read or understood: the user may want to mend it, so it is not written over.
Settings load_settings(const std::string& path, std::string* problem = nullptr);

/// Writes the settings that differ from `before`, and leaves all else in the file, which others may have
/// written meanwhile: of the recent files the new ones come first. Symbolic links are written through.
/// Returns false and does nothing when the path is "", or the file cannot be understood or written: then
/// `problem` says why.
bool save_settings(const std::string& path, const Settings& settings, const Settings& before = {},
                   std::string* problem = nullptr);

}  // namespace app
