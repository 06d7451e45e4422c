// Settings as TOML.
#include "app/ask/settings.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <type_traits>

#include "app/base/errors.h"
#include "app/base/toml.h"
#include "app/io/input_file.h"

namespace app {
namespace {

void read(const toml::table& table, const char* section, const char* name, bool& value) {
    if (const toml::value<bool>* const found = table[section][name].as_boolean()) value = found->get();
}

/// As a number first: the library casts 1e300 to an integer.
template <class T>
void read(const toml::table& table, const char* section, const char* name, T low, T high, T& value) {
    const auto found = table[section][name].value<double>();
    if (!found || !(*found >= double(low) && *found <= double(high))) return;
    if (std::is_floating_point_v<T> || double(T(*found)) == *found) value = T(*found);
}

constexpr uint64_t kMostBytes = 1 << 20;

/// Counts what names mean. Files without the number were written before 0.2.0, when `onesweep` was the engine
/// that is `bucketsort` since.
constexpr int64_t kFormat = 2;

/// "ENGINE/DEVICE". Of keys without a slash the library does not quote all that have to be.
bool is_calibration_name(std::string_view name) { return name.find('/') != name.npos; }

/// Without strings of several lines: of those the library loses a line break at the start, and three quotes within
/// end them. Escaped ones are read as they were. The table must outlive what is returned.
toml::toml_formatter as_toml(const toml::table& table) {
    return toml::toml_formatter(table,
                                toml::format_flags::allow_unicode_strings | toml::format_flags::indentation);
}

/// "ENGINE/DEVICE" of a file of that format, in today's names.
std::string calibration_name(std::string name, int64_t format) {
    const std::string before = "onesweep/", since = "bucketsort/";
    if (format < 2 && name.starts_with(before)) name.replace(0, before.size(), since);
    return name;
}

}  // namespace

std::string settings_path() {
    const auto set = [](const char* text) { return text && *text; };
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (set(config)) return std::string(config) + "/sweeplab/settings.toml";
    const char* home = std::getenv("HOME");
    return set(home) ? std::string(home) + "/.config/sweeplab/settings.toml" : "";
}

Settings load_settings(const std::string& path, std::string* problem) {
    Settings settings;
    std::error_code error;
    if (path.empty() || !std::filesystem::is_regular_file(path, error)) return settings;
    try {
        const toml::table table =
            toml::parse(InputFile(path).text(kMostBytes, FileKind::toml), std::string_view(path));
        read(table, "window", "width", 320, 16384, settings.window_width);
        read(table, "window", "height", 240, 16384, settings.window_height);
        read(table, "panels", "scale", 0.5f, 4.0f, settings.ui_scale);
        read(table, "panels", "shown", settings.panels);
        read(table, "panels", "drawer", settings.drawer);
        read(table, "panels", "light", settings.light);
        read(table, "panels", "left_width", 0.0f, 4000.0f, settings.left_width);
        read(table, "panels", "right_width", 0.0f, 4000.0f, settings.right_width);
        read(table, "panels", "drawer_height", 0.0f, 4000.0f, settings.drawer_height);
        read(table, "panels", "hints_seen", settings.hints_seen);
        if (const toml::array* recent = table["scenes"]["recent"].as_array()) {
            for (const toml::node& name : *recent) {
                if (const auto file = name.value<std::string>();
                    file && settings.recent.size() < kRecentFiles)
                    settings.recent.push_back(*file);
            }
        }
        const toml::value<int64_t>* const number = table["format"].as_integer();
        const int64_t format = number ? number->get() : 1;
        if (const toml::table* calibration = table["calibration"].as_table()) {
            for (const auto& [name, text] : *calibration) {
                if (const auto found = text.value<std::string>(); found && is_calibration_name(name.str())) {
                    settings.calibration[calibration_name(std::string(name.str()), format)] = *found;
                }
            }
        }
    } catch (const toml::parse_error& wrong) {
        const auto at = wrong.source().begin;
        if (problem) {
            *problem = path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                       std::string(wrong.description()) + " Settings are neither read nor saved.";
        }
        return Settings{};
    } catch (const BadFile& wrong) {
        if (problem) *problem = std::string(wrong.what()) + ". Settings are neither read nor saved.";
        return Settings{};
    }
    return settings;
}

bool save_settings(const std::string& path, const Settings& settings) {
    if (path.empty()) return false;
    std::map<std::string, std::string> calibration = settings.calibration;
    calibration.merge(load_settings(path).calibration);  // entries that are there already win
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    // Another window may close at the same time.
    const std::string beside = path + ".new-" + std::to_string(::getpid());
    {
        std::ofstream file(beside);
        file << "# Written by sweeplab when its window closes and when an engine has been calibrated.\n"
             << "format = " << kFormat << "\n\n[window]\nwidth = " << settings.window_width
             << "\nheight = " << settings.window_height
             << "\n\n[panels]\nscale = " << toml::value<double>{settings.ui_scale}
             << "\nshown = " << std::boolalpha << settings.panels << "\ndrawer = " << settings.drawer
             << "\nlight = " << settings.light << "\nhints_seen = " << settings.hints_seen
             << "\nleft_width = " << toml::value<double>{settings.left_width}
             << "\nright_width = " << toml::value<double>{settings.right_width}
             << "\ndrawer_height = " << toml::value<double>{settings.drawer_height} << "\n";
        toml::array recent;
        for (const std::string& name : settings.recent) recent.push_back(name);
        if (!recent.empty())
            file << "\n" << as_toml(toml::table{{"scenes", toml::table{{"recent", recent}}}}) << "\n";
        toml::table measured;
        for (const auto& [name, text] : calibration)
            if (is_calibration_name(name)) measured.insert(name, text);
        if (!measured.empty()) file << "\n" << as_toml(toml::table{{"calibration", measured}}) << "\n";
        if (!file.flush()) {
            file.close();
            std::filesystem::remove(beside, error);
            return false;
        }
    }
    std::filesystem::rename(beside, path, error);
    if (!error) return true;
    std::filesystem::remove(beside, error);
    return false;
}

}  // namespace app
