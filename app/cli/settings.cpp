// Each key is read and written by one line of keys_of(), so that a changed key can be put into a file that others have
// changed meanwhile.
#include "app/cli/settings.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <type_traits>
#include <utility>

#include "app/base/errors.h"
#include "app/base/text/utf8.h"
#include "app/base/toml.h"
#include "app/io/output_stream.h"
#include "app/io/read/text.h"

namespace app {
namespace {

constexpr off_t kMostBytes = 1 << 20;

/// Counts what names mean. Files without the number were written before 0.2.0, when `onesweep` was the engine
/// that is `bucketsort` since.
constexpr int64_t kFormat = 2;

/// Calls take(section, name, low, high, member) for each number, and take(section, name, member) for each switch.
template <class Take>
void for_each_key(Take take) {
    take("window", "width", 320, 16384, &Settings::window_width);
    take("window", "height", 240, 16384, &Settings::window_height);
    take("panels", "scale", 0.5f, 4.0f, &Settings::ui_scale);
    take("panels", "shown", false, true, &Settings::panels);
    take("panels", "tool_panel", false, true, &Settings::tool_panel);
    take("panels", "light", false, true, &Settings::light);
    take("panels", "left_width", 0.0f, 4000.0f, &Settings::left_width);
    take("panels", "right_width", 0.0f, 4000.0f, &Settings::right_width);
    take("panels", "tool_panel_height", 0.0f, 4000.0f, &Settings::tool_panel_height);
    take("panels", "hints_seen", false, true, &Settings::hints_seen);
}

/// Names of before 0.3.0.
void rename_old_keys(toml::table& table) {
    toml::table* const panels = table["panels"].as_table();
    if (!panels) return;
    for (const auto& [old, name] :
         {std::pair("drawer", "tool_panel"), {"drawer_height", "tool_panel_height"}}) {
        if (const toml::node* const node = panels->get(old); node && !panels->contains(name))
            panels->insert(name, *node);
        panels->erase(old);
    }
}

void read(const toml::node* node, bool, bool, bool& value) {
    if (const toml::value<bool>* const found = node ? node->as_boolean() : nullptr) value = found->get();
}

/// Reads a number within [low, high] into `value`. It is read as a double first, because the library casts
/// 1e300 to an integer.
template <class T>
void read(const toml::node* node, T low, T high, T& value) {
    const auto found = node ? node->value<double>() : std::nullopt;
    if (!found || !(*found >= double(low) && *found <= double(high))) return;
    if (std::is_floating_point_v<T> || double(T(*found)) == *found) value = T(*found);
}

bool toml_value(bool value) { return value; }
int64_t toml_value(int value) { return value; }
double toml_value(float value) { return double(value); }

/// "ENGINE/DEVICE". Of keys without a slash the library does not quote all that have to be.
bool is_calibration_name(std::string_view name) { return name.find('/') != name.npos; }

/// Returns "ENGINE/DEVICE" of a file of that format, in today's names.
std::string calibration_name(std::string name, int64_t format) {
    const std::string before = "onesweep/", since = "bucketsort/";
    if (format < 2 && name.starts_with(before)) name.replace(0, before.size(), since);
    return name;
}

Settings settings_of(const toml::table& table) {
    Settings settings;
    for_each_key([&](const char* section, const char* name, auto low, auto high, auto member) {
        read(table[section][name].node(), low, high, settings.*member);
    });
    if (const toml::array* recent = table["scenes"]["recent"].as_array()) {
        for (const toml::node& name : *recent) {
            if (const auto file = name.value<std::string>(); file && settings.recent.size() < kRecentFiles)
                settings.recent.push_back(exact_bytes(*file));
        }
    }
    const toml::value<int64_t>* const number = table["format"].as_integer();
    const int64_t format = number ? number->get() : 1;
    if (const toml::table* calibration = table["calibration"].as_table()) {
        for (const auto& [key, text] : *calibration) {
            const std::string name = exact_bytes(key.str());
            if (const auto found = text.value<std::string>(); found && is_calibration_name(name))
                settings.calibration[calibration_name(name, format)] = exact_bytes(*found);
        }
    }
    return settings;
}

/// Returns whether a key's name needs no quotes. Keys with such names that a later version of the program
/// wrote are kept.
bool is_plain_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
}

void drop_strange_names(toml::table& table) {
    for (auto entry = table.begin(); entry != table.end();) {
        if (toml::table* const inner = entry->second.as_table()) drop_strange_names(*inner);
        entry = is_plain_name(entry->first.str()) ? std::next(entry) : table.erase(entry);
    }
}

toml::table& section_of(toml::table& table, const char* name) {
    if (!table[name].as_table()) table.insert_or_assign(name, toml::table{});
    return *table[name].as_table();
}

/// Returns the recent files: those that are new in `now` or have become the newest, then those of the file.
std::vector<std::string> merged(const std::vector<std::string>& now, const std::vector<std::string>& before,
                                const std::vector<std::string>& in_file) {
    std::vector<std::string> files;
    const auto has = [](const std::vector<std::string>& list, const std::string& name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    const bool other_first = !now.empty() && (before.empty() || now[0] != before[0]);
    if (other_first) files.push_back(now[0]);
    for (const std::string& name : now)
        if (!has(before, name) && !has(files, name)) files.push_back(name);
    for (const std::string& name : in_file)
        if (!has(files, name)) files.push_back(name);
    files.resize(std::min(files.size(), kRecentFiles));
    return files;
}

/// Returns a table of a file that says `in_file`, with what differs between `now` and `before`.
toml::table changed(toml::table table, const Settings& in_file, const Settings& now, const Settings& before) {
    drop_strange_names(table);
    table.insert_or_assign("format", kFormat);
    for_each_key([&](const char* section, const char* name, auto, auto, auto member) {
        const bool is_there = table[section][name].node() != nullptr;
        if (now.*member != before.*member || !is_there)
            section_of(table, section)
                .insert_or_assign(name,
                                  toml_value(now.*member != before.*member ? now.*member : in_file.*member));
    });
    toml::array recent;
    for (const std::string& name : merged(now.recent, before.recent, in_file.recent))
        recent.push_back(exact_utf8(name));
    if (!recent.empty()) section_of(table, "scenes").insert_or_assign("recent", std::move(recent));

    std::map<std::string, std::string> calibration = in_file.calibration;
    for (const auto& [name, text] : now.calibration) {
        const auto old = before.calibration.find(name);
        if (is_calibration_name(name) && (old == before.calibration.end() || old->second != text))
            calibration[name] = text;
    }
    table.erase("calibration");
    for (const auto& [name, text] : calibration)
        section_of(table, "calibration").insert_or_assign(exact_utf8(name), exact_utf8(text));
    return table;
}

/// Returns the text of a table without strings of several lines: of those the library loses a line break at
/// the start, and three quotes within end them. Escaped ones are read as they were.
std::string text_of(const toml::table& table) {
    const auto flags = toml::format_flags::allow_unicode_strings;
    std::ostringstream text;
    text << "# Written by sweeplab when settings have changed and when an engine has been calibrated.\n"
         << toml::toml_formatter(table, flags) << "\n";
    return text.str();
}

/// Returns the new text of the file. What this program does not know is lost where the library cannot write it.
std::string changed_text(const toml::table& table, const Settings& now, const Settings& before) {
    const Settings in_file = settings_of(table);
    const std::string text = text_of(changed(table, in_file, now, before));
    try {
        static_cast<void>(toml::parse(text));
        return text;
    } catch (const toml::parse_error&) {
        return text_of(changed({}, in_file, now, before));
    }
}

/// Reads the settings' table. None, with the reason in `problem`, if there is a file that cannot be read or
/// understood.
std::optional<toml::table> read_table(const std::string& path, std::string& problem) {
    const std::string stays = " Settings are neither read nor saved.";
    struct stat status;
    if (stat(path.c_str(), &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) return toml::table{};
        problem = path + ": cannot be read: " + std::strerror(errno) + "." + stays;
        return {};
    }
    if (!S_ISREG(status.st_mode)) {
        problem =
            path +
            (S_ISDIR(status.st_mode) ? ": a file is expected, not a folder." : ": a file is expected.") +
            stays;
        return {};
    }
    if (status.st_size > kMostBytes) {
        problem = path + ": too long for settings." + stays;
        return {};
    }
    if (access(path.c_str(), R_OK) != 0) {
        problem = path + ": cannot be read: " + std::strerror(errno) + "." + stays;
        return {};
    }
    try {
        std::ifstream file(path,
                           std::ios::binary);  // no InputFile: read also where the user has asked to stop
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        toml::table table = toml::parse(plain_text(bytes, path, FileKind::toml), std::string_view(path));
        rename_old_keys(table);
        return table;
    } catch (const toml::parse_error& wrong) {
        const auto at = wrong.source().begin;
        problem = path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                  std::string(wrong.description()) + "." + stays;
    } catch (const BadFile& wrong) {
        problem = std::string(wrong.what()) + "." + stays;
    }
    return {};
}

/// Held while the file is read and written again. Where it cannot be, two windows that save in the same moment may lose
/// one's changes.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& folder)
        : file_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        for (int tries = 0; file_ >= 0 && tries < kTries && flock(file_, LOCK_EX | LOCK_NB) != 0; ++tries)
            usleep(1000);
    }
    ~FolderLock() {
        if (file_ >= 0) close(file_);
    }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    static constexpr int kTries = 1000;
    int file_;
};

}  // namespace

std::string settings_path() {
    const auto absolute = [](const char* text) { return text && *text == '/'; };
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (absolute(config)) return std::string(config) + "/sweeplab/settings.toml";
    const char* home = std::getenv("HOME");
    return absolute(home) ? std::string(home) + "/.config/sweeplab/settings.toml" : "";
}

Settings load_settings(const std::string& path, std::string* problem) {
    std::string why;
    const std::optional<toml::table> table = path.empty() ? toml::table{} : read_table(path, why);
    if (problem && !why.empty()) *problem = why;
    return table ? settings_of(*table) : Settings{};
}

bool save_settings(const std::string& path, const Settings& settings, const Settings& before,
                   std::string* problem) {
    if (path.empty()) return false;
    std::string why;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code ignored;  // the file's own refusal says why
    std::filesystem::create_directories(folder, ignored);
    try {
        const FolderLock lock(folder);
        if (const std::optional<toml::table> table = read_table(path, why)) {
            OutputStream file(path);
            file.stream() << changed_text(*table, settings, before);
            file.commit();
            return true;
        }
    } catch (const std::exception& error) {
        why = error.what();
    }
    if (problem) *problem = why;
    return false;
}

}  // namespace app
