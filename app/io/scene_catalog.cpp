// Reads the built-in scenes, sorts them by group, and ranks them by typed words.
#include "app/io/scene_catalog.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "app/base/embedded_files.h"
#include "app/base/text/letters.h"
#include "app/base/toml.h"
#include "app/io/scene_toml.h"

namespace app {
namespace {

constexpr std::string_view kSceneFolder = "assets/scenes/";
constexpr const char* kGroups[] = {"Particles", "Stacks", "Sort stress", "Gravity"};  // in this order
constexpr const char* kNoGroup = "Other";

size_t group_place(const std::string& group) {
    return size_t(std::find(std::begin(kGroups), std::end(kGroups), group) - std::begin(kGroups));
}

std::vector<SceneEntry> read_catalog() {
    std::vector<SceneEntry> entries;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with(kSceneFolder)) continue;
        const toml::table all = toml::parse(file.text, file.path);
        const auto text = [&](const char* key) { return all["scene"][key].value_or(std::string()); };
        entries.push_back({text("name"), text("title"), text("group"), text("teaches"), text("name")});
        if (entries.back().group.empty()) entries.back().group = kNoGroup;
    }
    std::sort(entries.begin(), entries.end(), [](const SceneEntry& a, const SceneEntry& b) {
        const size_t x = group_place(a.group), y = group_place(b.group);
        return x != y ? x < y : a.name < b.name;
    });
    return entries;
}

bool letters_in_order(const std::string& letters, const std::string& text) {
    size_t at = 0;
    for (const char c : text) at += at < letters.size() && letters[at] == c;
    return at == letters.size();
}

}  // namespace

const std::vector<SceneEntry>& scene_catalog() {
    static const std::vector<SceneEntry> all = read_catalog();
    return all;
}

SceneEntry scene_entry(const std::string& name_or_path) {
    for (const SceneEntry& entry : scene_catalog()) {
        if (entry.name == name_or_path) return entry;
    }
    const bool frames = name_or_path.ends_with('/');
    const std::filesystem::path path(name_or_path.substr(0, name_or_path.size() - frames));
    const std::string label = (frames ? path.filename() : path.stem()).string();
    return {name_or_path, label, "Files", path.string(), label};
}

int match(const SceneEntry& entry, const std::string& typed) {
    const std::string name = small_letters(is_scene_path(entry.name) ? entry.title : entry.name);
    std::istringstream words(small_letters(typed));
    int sum = 1;
    for (std::string word; words >> word;) {
        const size_t in_name = name.find(word);
        if (in_name == 0)
            sum += 100;
        else if (in_name != std::string::npos)
            sum += 50;
        else if (small_letters(entry.title).find(word) != std::string::npos)
            sum += 20;
        else if (small_letters(entry.group).find(word) != std::string::npos)
            sum += 15;
        else if (small_letters(entry.teaches).find(word) != std::string::npos)
            sum += 10;
        else if (word.size() > 1 && letters_in_order(word, name))
            sum += 5;
        else
            return 0;
    }
    return sum;
}

std::vector<SceneEntry> found_scenes(const std::vector<SceneEntry>& entries, const std::string& typed) {
    std::vector<std::pair<int, SceneEntry>> fits;
    for (const SceneEntry& entry : entries) {
        if (const int how = match(entry, typed)) fits.emplace_back(how, entry);
    }
    std::stable_sort(fits.begin(), fits.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<SceneEntry> found;
    for (auto& [how, entry] : fits) found.push_back(std::move(entry));
    return found;
}

}  // namespace app
