// The house's rules that a machine can check: includes run one way, the top level is fixed, no file too long,
// no room too full, slow headers stand in one file each.
#include <gtest/gtest.h>

#include <map>

#include "tests/source_tree.h"

namespace fs = std::filesystem;
using source_tree::includes;
using source_tree::kRoot;
using source_tree::sources;

namespace {

/// A folder of sources and the folders that its files may include from.
struct Room {
    const char* folder;
    std::set<std::string> may_include;
};

// Who may include whom. A room names rooms above it only, so that includes run one way and never in a circle;
// a folder that is not here is no room yet.
const std::vector<Room> kRooms = {
    {"sort/base", {}},
    {"sort", {"sort/base"}},
    {"sort/cuda", {"sort", "sort/base"}},
    {"sort/core", {"sort", "sort/base", "sort/cuda"}},
    {"sort/include/sweeplab", {}},
    {"sort/face", {"sort", "sort/base"}},
    {"sort/lab", {"sort", "sort/base", "sort/cuda"}},
    {"sort/engines", {"sort", "sort/base", "sort/cuda"}},
    {"sort/engines/cpu", {"sort", "sort/base", "sort/lab", "sort/engines"}},
    {"sort/engines/reference", {"sort", "sort/base", "sort/cuda", "sort/engines"}},
    {"sort/lab/libraries", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines/reference"}},
    {"sort/engines/ha", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/split", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/legrand", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/multiscan", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/reghist", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/satish", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/warpsort", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/onesweep", {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines"}},
    {"sort/engines/bucketsort",
     {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines", "sort/engines/onesweep"}},
    {"sort/engines/migration", {"sort", "sort/base", "sort/cuda", "sort/engines"}},
    {"sort/engines/wide",
     {"sort", "sort/base", "sort/cuda", "sort/engines", "sort/engines/migration", "sort/engines/onesweep"}},
    {"sort/engines/adaptive",
     {"sort", "sort/base", "sort/cuda", "sort/lab", "sort/engines", "sort/engines/bucketsort",
      "sort/engines/migration", "sort/engines/wide"}},

    {"sim/math", {}},
    {"sim/exec", {"sim/math"}},
    {"sim/shapes", {"sim/math", "sim/exec"}},
    {"sim/manifold", {"sim/math", "sim/exec", "sim/shapes"}},
    {"sim/broad_phase", {"sim/math", "sim/exec"}},
    {"sim/broad_phase/columns", {"sim/math", "sim/exec", "sim/broad_phase"}},
    {"sim/ground", {"sim/math", "sim/exec"}},
    {"sim/gravity", {"sim/math", "sim/exec"}},
    {"sim/given", {"sim/math", "sim/exec"}},
    {"sim",
     {"sim/math", "sim/exec", "sim/shapes", "sim/manifold", "sim/broad_phase", "sim/ground", "sim/gravity",
      "sim/given"}},
    {"sim/search", {"sim/math", "sim/exec", "sim/broad_phase", "sim"}},
    {"sim/worlds", {"sim/exec", "sim/shapes", "sim/broad_phase", "sim/gravity", "sim", "sim/search"}},
    {"sim/scenes", {"sim/math", "sim/shapes", "sim/ground", "sim"}},
    {"sim/run", {"sim"}},
    {"sim/include/sweeplab", {}},
    {"sim/face", {"sim"}},
    {"sim/python", {"sort", "sort/base", "sort/cuda", "sort/core", "sim"}},  // the Python package
    {"sort/examples", {}},  // programs of their own, which use what is installed

    {"app/base/text", {}},
    {"app/base", {"app/base/text"}},
    {"app/io/outputs", {"app/base", "app/base/text"}},
    {"app/io/read", {"app/base", "app/base/text"}},
    {"app/io", {"app/base", "app/base/text", "app/io/outputs", "app/io/read"}},
    {"app/io/tables", {"app/base", "app/base/text", "app/io", "app/io/read"}},
    {"app/measure", {"app/base", "app/base/text", "app/io"}},
    {"app/measure/profile", {"app/base", "app/base/text", "app/io", "app/measure"}},
    {"app/cli",
     {"app/base", "app/base/text", "app/io", "app/io/read", "app/io/tables", "app/measure",
      "app/measure/profile"}},
    {"app/sparse", {"app/base", "app/base/text", "app/io", "app/measure"}},
    {"app/frames", {"app/base", "app/base/text", "app/io", "app/io/read", "app/io/tables", "app/measure"}},
    {"app/measure/frames", {"app/base", "app/base/text", "app/measure", "app/measure/profile"}},
    {"app/run", {"app/base", "app/base/text", "app/io", "app/cli", "app/measure"}},
    {"app/observe", {"app/base", "app/base/text"}},
    {"app/observe/readers", {"app/observe"}},
    {"app/gl/frame_data", {"app/base", "app/base/text", "app/observe"}},
    {"app/gl/meshes", {"app/observe"}},
    {"app/gl/base", {"app/base", "app/base/text", "app/observe", "app/gl/frame_data"}},
    {"app/gl/passes",
     {"app/base", "app/base/text", "app/gl/base", "app/observe", "app/gl/meshes", "app/gl/frame_data"}},
    {"app/gl",
     {"app/base", "app/base/text", "app/io", "app/gl/base", "app/observe", "app/gl/meshes",
      "app/gl/frame_data", "app/gl/passes"}},
    {"app/gl/window", {"app/gl"}},
    {"app/doctor", {"app/base", "app/base/text", "app/cli", "app/measure", "app/gl", "app/gl/base"}},
    {"app/teach/code", {}},
    {"app/teach", {"app/base", "app/base/text", "app/cli", "app/teach/code"}},
    {"app/lab", {"app/base", "app/base/text", "app/io", "app/io/outputs", "app/teach"}},
    {"app/teach/scan", {"app/base", "app/base/text", "app/teach"}},
    {"app/teach/bodies", {"app/base", "app/base/text", "app/teach"}},
    {"app/teach/figure", {"app/base", "app/base/text", "app/teach", "app/teach/bodies"}},
    {"app/teach/paint", {"app/teach/figure"}},
    {"app/teach/export",
     {"app/base", "app/base/text", "app/teach", "app/teach/code", "app/teach/figure", "app/teach/paint"}},
    {"app/teach/files",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/io/outputs", "app/gl", "app/measure",
      "app/teach", "app/teach/figure", "app/teach/paint", "app/teach/export"}},
    {"app/site",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/teach", "app/teach/code", "app/teach/figure",
      "app/teach/export"}},
    {"app/teach/checking", {"app/base", "app/base/text", "app/teach", "app/teach/figure"}},
    {"app/bench/common", {"app/base", "app/base/text", "app/io", "app/cli", "app/measure", "app/frames"}},
    {"app/bench/compare",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/measure", "app/bench/common"}},
    {"app/bench/pairs/rivals", {}},
    {"app/bench/pairs",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/measure", "app/frames", "app/bench/common",
      "app/bench/pairs/rivals"}},
    {"app/bench/race",
     {"app/base", "app/base/text", "app/io", "app/measure", "app/bench/common", "app/bench/pairs"}},
    {"app/bench/sort",
     {"app/base", "app/base/text", "app/io", "app/io/outputs", "app/cli", "app/measure",
      "app/measure/profile", "app/frames", "app/bench/common"}},
    {"app/bench/fit",
     {"app/base", "app/base/text", "app/cli", "app/measure", "app/frames", "app/bench/common",
      "app/bench/pairs", "app/bench/sort"}},
    {"app/bench/steps/rivals", {}},
    {"app/bench/steps",
     {"app/base", "app/base/text", "app/io", "app/io/tables", "app/cli", "app/measure", "app/measure/profile",
      "app/bench/common", "app/bench/pairs", "app/bench/steps/rivals"}},
    {"app/bench/paper_report",
     {"app/base", "app/base/text", "app/io", "app/io/outputs", "app/cli", "app/measure", "app/bench/common",
      "app/teach", "app/teach/export"}},
    {"app/bench/papers",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/measure", "app/measure/profile", "app/gl",
      "app/bench/common", "app/sparse", "app/bench/paper_report"}},
    {"app/view/inspect",
     {"app/base", "app/base/text", "app/gl", "app/observe", "app/observe/readers", "app/gl/frame_data"}},
    {"app/view/race",
     {"app/base", "app/base/text", "app/measure", "app/measure/profile", "app/observe/readers",
      "app/bench/race"}},
    {"app/view/session",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/run", "app/frames", "app/measure",
      "app/measure/profile", "app/measure/frames", "app/gl", "app/gl/base", "app/observe",
      "app/observe/readers", "app/gl/frame_data", "app/bench/race", "app/view/race", "app/view/inspect"}},
    {"app/view/actions",
     {"app/base", "app/base/text", "app/io", "app/run", "app/frames", "app/measure/frames", "app/gl",
      "app/view/race", "app/view/session"}},
    {"app/view/widgets",
     {"app/base", "app/base/text", "app/gl", "app/gl/base", "app/gl/frame_data", "app/view/session"}},
    {"app/view/panels",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/frames", "app/measure", "app/measure/profile",
      "app/gl", "app/observe/readers", "app/view/inspect", "app/view/session", "app/view/actions",
      "app/view/widgets"}},
    {"app/view/tool_panel",
     {"app/base", "app/base/text", "app/measure", "app/measure/profile", "app/measure/frames",
      "app/bench/race", "app/view/race", "app/view/session", "app/view/actions", "app/view/widgets",
      "app/view/panels"}},
    {"app/view/lesson",
     {"app/base", "app/base/text", "app/cli", "app/gl", "app/observe/readers", "app/teach",
      "app/teach/bodies", "app/teach/figure", "app/teach/paint", "app/teach/export", "app/view/session",
      "app/view/actions", "app/view/widgets", "app/view/panels"}},
    {"app/view/touch",
     {"app/base", "app/base/text", "app/measure", "app/gl", "app/view/session", "app/view/actions",
      "app/view/widgets", "app/view/panels"}},
    {"app/view/overlays",
     {"app/base", "app/base/text", "app/io", "app/io/read", "app/measure", "app/gl", "app/observe",
      "app/observe/readers", "app/view/race", "app/view/session", "app/view/actions", "app/view/widgets",
      "app/view/panels"}},
    {"app/view",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/run", "app/measure", "app/measure/frames",
      "app/gl", "app/view/race", "app/view/inspect", "app/view/session", "app/view/actions",
      "app/view/lesson", "app/view/widgets", "app/view/panels", "app/view/touch", "app/view/overlays"}},
    {"app/reference",
     {"app/base", "app/base/text", "app/io", "app/cli", "app/bench/pairs", "app/teach", "app/view/session",
      "app/view/actions"}},
    {"app/commands",
     {"app/base",
      "app/base/text",
      "app/io",
      "app/io/outputs",
      "app/cli",
      "app/measure",
      "app/measure/profile",
      "app/measure/frames",
      "app/gl",
      "app/teach",
      "app/teach/figure",
      "app/teach/export",
      "app/teach/files",
      "app/bench/common",
      "app/bench/compare",
      "app/bench/pairs",
      "app/bench/sort",
      "app/bench/steps",
      "app/bench/papers",
      "app/view/session",
      "app/view/actions",
      "app/view/lesson",
      "app/view",
      "app/reference",
      "app/run",
      "app/lab",
      "app/frames",
      "app/teach/checking",
      "app/doctor",
      "app/bench/fit",
      "app/io/tables",
      "app/sparse"}},
    {"app", {"app/base", "app/base/text", "app/io", "app/cli"}},
};
constexpr int kMostFilesInAFolder = 40;

TEST(Layers, rooms_name_only_rooms_above_them) {
    std::set<std::string> above;
    for (const Room& room : kRooms) {
        for (const std::string& other : room.may_include) {
            EXPECT_TRUE(above.count(other)) << room.folder << " may include " << other << ", not above it";
        }
        EXPECT_TRUE(above.insert(room.folder).second) << room.folder << " is there twice";
    }
}

TEST(Layers, includes_run_from_app_to_sim_to_sort_and_as_the_rooms_say) {
    const std::map<std::string, std::set<std::string>> kBelow = {
        {"sort", {}}, {"sim", {"sort"}}, {"app", {"sim", "sort"}}};
    std::map<std::string, const Room*> rooms;
    for (const Room& room : kRooms) rooms[room.folder] = &room;
    for (const auto& [top, below] : kBelow) {
        for (const fs::path& file : sources(top)) {
            const std::string folder = fs::relative(file.parent_path(), kRoot).string();
            const Room* room = rooms[folder];
            ASSERT_TRUE(room) << folder << " is no room in the table above";
            for (const std::string& name : includes(file)) {
                EXPECT_EQ(name.find(".."), name.npos)
                    << file << " includes " << name << "; start from the root";
                const std::string other_top = name.substr(0, name.find('/'));
                const std::string other = fs::path(name).parent_path().string();
                EXPECT_NE(other_top, "tests") << file << " includes " << name;
                if (!kBelow.count(other_top) || other.empty() || other == folder) continue;
                const bool allowed =
                    room->may_include.count(other) || (other_top != top && below.count(other_top));
                EXPECT_TRUE(allowed) << file << " includes " << name;
            }
        }
    }
}

TEST(Layers, no_folder_is_crowded) {
    std::map<fs::path, int> files;
    for (const std::string top : {"app", "sim", "sort"}) {
        for (const fs::path& file : sources(top)) files[fs::relative(file.parent_path(), kRoot)]++;
    }
    for (const auto& [folder, count] : files) EXPECT_LE(count, kMostFilesInAFolder) << folder;
}

TEST(Layers, slow_headers_and_window_libraries_stand_in_one_place) {
    for (const fs::path& file : sources("app")) {
        for (const std::string& name : includes(file)) {
            const std::string place = fs::relative(file, kRoot / "app").string();
            if (name.starts_with("CLI/")) {
                EXPECT_EQ(place, "cli/flags.cpp");
            }
            if (name.starts_with("GLFW/")) {
                EXPECT_TRUE(place.starts_with("gl/window/")) << place;
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

/// What other blocks read while a kernel runs is stored, read and fenced in one header, whose functions the emulation
/// makes late (tests/emu/late_stores.h); `asm volatile` is another matter.
TEST(Publishing, has_one_place) {
    const std::string kPlace = "sort/cuda/publish.cuh", kPtx = "sort/cuda/ptx.cuh";
    const std::set<std::string> kOfPtx = {"load_relaxed", "store_relaxed", "load_whole", "store_whole"};
    const std::set<std::string> kWords = {"atomic_ref", "__threadfence", "__threadfence_system"};
    for (const char* folder : {"sort", "sim", "app"}) {
        for (const fs::path& file : sources(folder)) {
            const std::string ending = file.extension().string();
            const bool kernels = ending == ".cu" || ending == ".cuh";
            const std::string path = fs::relative(file, kRoot).string();
            if (!kernels || path == kPlace) continue;
            const std::vector<std::string> tokens =
                source_tree::tokens_of(source_tree::code_only(source_tree::text_of(file)));
            for (size_t i = 0; i < tokens.size(); ++i) {
                const bool assembly = i > 0 && tokens[i - 1] == "asm";
                EXPECT_FALSE((tokens[i] == "volatile" && !assembly) || kWords.count(tokens[i]) ||
                             (path != kPtx && kOfPtx.count(tokens[i])))
                    << file << " has " << tokens[i]
                    << ": what other blocks read goes through sort/cuda/publish.cuh";
            }
        }
    }
}

/// A kernel that takes a Stamp is made ready while the one before it runs: until begin_launch() it may read nothing that
/// the other writes, and its stage has no time.
TEST(Launches, begin_every_kernel_that_may_be_early) {
    size_t kernels = 0;
    for (const char* folder : {"sort", "sim", "app"}) {
        for (const fs::path& file : sources(folder)) {
            const std::string code = source_tree::code_only(source_tree::text_of(file));
            for (size_t at = code.find("__global__"); at != code.npos; at = code.find("__global__", at + 1)) {
                const size_t open = code.find('{', at), declared = code.find(';', at);
                const std::string head = code.substr(at, open - at);
                if (declared < open || head.find("Stamp stamp)") == head.npos) continue;
                ++kernels;
                // Before it: what has no store, and no load but of what the launch before does not write.
                std::string rest = code.substr(open + 1, code.find("\n}", open) - open - 1);
                const size_t begins = rest.find("begin_launch(stamp);");
                ASSERT_NE(begins, rest.npos) << file << " has no begin_launch(stamp): " << head;
                for (const std::string& token : source_tree::tokens_of(rest.substr(0, begins)))
                    EXPECT_TRUE(token != "if" && token != "for" && token != "return") << file << ": " << head;
            }
        }
    }
    EXPECT_GT(kernels, 15u);
}

/// Links, long names, descriptors, limits and signals have one rule each where there is one writer, and one place that
/// starts other programs.
TEST(Writing, has_one_place) {
    const std::set<std::string> kWords = {
        "ofstream",    "fstream",        "fopen",         "freopen",   "mkstemp", "mkostemp",
        "tmpfile",     "rename",         "renameat",      "renameat2", "popen",   "fork",
        "execvp",      "posix_spawn",    "posix_spawnp",  "O_CREAT",   "creat",   "dump",
        "png_init_io", "stbi_write_png", "stbi_write_jpg"};
    const std::map<std::string, std::set<std::string>> kPlaces = {
        {"app/base/child.cpp", {"posix_spawnp"}},
        {"app/base/text/json_text.cpp", {"dump"}},
        {"app/io/outputs/output_folder.cpp", {"rename", "renameat2"}},
        {"app/io/outputs/output_file.cpp", {"mkostemp", "renameat", "O_CREAT"}}};
    for (const fs::path& file : sources("app")) {
        const std::string name = fs::relative(file, kRoot).string();
        const auto place = kPlaces.find(name);
        for (const std::string& token :
             source_tree::tokens_of(source_tree::code_only(source_tree::text_of(file)))) {
            const bool allowed = place != kPlaces.end() && place->second.count(token);
            EXPECT_TRUE(allowed || !kWords.count(token))
                << name << " has " << token
                << ": files are written through app/io/output_stream.h, JSON through "
                << "app/base/text/json_text.h, programs are started by app/base/child.h";
        }
    }
}

}  // namespace
