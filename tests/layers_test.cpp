// The house's rules that a machine can check: includes run one way, the top level is fixed, no file too long,
// slow headers stand in one file each.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const fs::path kRoot = SWEEPLAB_ROOT;

bool is_source(const fs::path& path) {
    static const std::set<std::string> kEndings = {".h", ".cpp", ".cu", ".cuh"};
    return kEndings.count(path.extension().string()) != 0;
}

std::vector<fs::path> sources(const std::string& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
        if (is_source(entry.path())) found.push_back(entry.path());
    }
    return found;
}

// The names between <> or "" of a file's #include lines.
std::vector<std::string> includes(const fs::path& path) {
    std::vector<std::string> names;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        const size_t hash = line.find_first_not_of(" \t");
        if (hash == line.npos || line[hash] != '#') continue;
        const size_t word = line.find("include", hash);
        const size_t open = line.find_first_of("<\"", hash);
        const size_t close = open == line.npos ? line.npos : line.find_first_of(">\"", open + 1);
        if (word == line.npos || word > open || close == line.npos) continue;
        names.push_back(line.substr(open + 1, close - open - 1));
    }
    return names;
}

TEST(Layers, includes_run_from_app_to_sim_to_sort) {
    const std::map<std::string, std::set<std::string>> kAllowed = {
        {"sort", {"sort"}}, {"sim", {"sim", "sort"}}, {"app", {"app", "sim", "sort"}}};
    const std::set<std::string> kRooms = {"app", "sim", "sort", "tests", "shaders", "assets"};
    for (const auto& [folder, allowed] : kAllowed) {
        for (const fs::path& file : sources(folder)) {
            for (const std::string& name : includes(file)) {
                EXPECT_EQ(name.find(".."), name.npos)
                    << file << " includes " << name << "; start from the root";
                const std::string room = name.substr(0, name.find('/'));
                if (name.find('/') == name.npos || !kRooms.count(room)) continue;
                EXPECT_TRUE(allowed.count(room)) << file << " includes " << name;
            }
        }
    }
}

TEST(Layers, slow_headers_and_window_libraries_stand_in_one_place) {
    for (const fs::path& file : sources("app")) {
        for (const std::string& name : includes(file)) {
            const std::string place = fs::relative(file, kRoot / "app").string();
            if (name.starts_with("CLI/")) {
                EXPECT_EQ(place, "ask/flags.cpp");
            }
            if (name.starts_with("GLFW/")) {
                EXPECT_EQ(place, "gl/window/glfw_window.cpp");
            }
        }
    }
    for (const std::string folder : {"sim", "sort"}) {
        for (const fs::path& file : sources(folder)) {
            for (const std::string& name : includes(file)) {
                const bool outside = name.starts_with("glad") || name.starts_with("GL/") ||
                                     name.starts_with("imgui") || name.starts_with("glm");
                EXPECT_FALSE(outside) << file << " includes " << name;
            }
        }
    }
}

TEST(Layers, headers_compile_without_cuda) {
    for (const std::string folder : {"app", "sim", "sort"}) {
        for (const fs::path& file : sources(folder)) {
            if (file.extension() != ".h") continue;
            for (const std::string& name : includes(file)) {
                EXPECT_FALSE(name.starts_with("cuda") || name.ends_with(".cuh"))
                    << file << " includes " << name;
            }
        }
    }
}

TEST(Layers, files_are_short_and_start_with_what_they_are_for) {
    for (const std::string folder : {"app", "sim", "sort", "tests"}) {
        for (const fs::path& file : sources(folder)) {
            std::ifstream in(file);
            std::string line;
            std::getline(in, line);
            // A source may leave the banner to its header, which it then includes first.
            const std::string stem = fs::relative(file, kRoot).replace_extension().string();
            const bool own_header =
                line == "#include \"" + stem + ".h\"" || line == "#include \"" + stem + ".cuh\"";
            EXPECT_TRUE(line.starts_with("//") || own_header) << file << " has no banner";
            int lines = 1;
            while (std::getline(in, line)) ++lines;
            EXPECT_LE(lines, 420) << file;
        }
    }
}

TEST(Layers, the_top_level_is_fixed) {
    const std::set<std::string> kFolders = {"app", "sim", "sort", "shaders", "assets", "tests"};
    const std::set<std::string> kFiles = {"CMakeLists.txt", "README.md", "LICENSE"};
    for (const auto& entry : fs::directory_iterator(kRoot)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(".") || name.starts_with("build")) continue;
        EXPECT_TRUE((entry.is_directory() ? kFolders : kFiles).count(name)) << name;
    }
}

}  // namespace
