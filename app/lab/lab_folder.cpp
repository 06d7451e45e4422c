#include "app/lab/lab_folder.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/io/input_file.h"
#include "app/io/output_stream.h"
#include "app/io/outputs/output_folder.h"
#include "app/io/toml_table.h"
#include "app/lab/lab_files.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFacts = "lab.toml";
constexpr uint64_t kMostBytes = 1 << 20;
constexpr int kMostDepth = 4;  // of folders in a folder that is graded

void write_text(const fs::path& file, const std::string& text) {
    OutputStream out(file.string());
    out.stream() << text;
    out.commit();
}

}  // namespace

void write_lab_folder(const std::string& path, const LabTask& lab, uint64_t seed) {
    const std::string kernel = lab_text(lab.name, "kernel.cu"), task = lab_text(lab.name, "README.md"),
                      header = lab_text("source", "lab.h");
    std::error_code error;
    fs::path place = fs::path(path).lexically_normal();
    if (!place.has_filename()) place = place.parent_path();  // of "folder/"
    const fs::path above = place.parent_path();
    if (!above.empty()) fs::create_directories(above, error);  // what fails is refused below
    OutputFolder folder(place.string());
    if (folder.exists()) folder.refuse("already exists; nothing was changed. Name a new folder");
    const fs::path part = folder.part();
    write_text(part / "kernel.cu", kernel);
    write_text(part / "README.md", task);
    write_text(part / "lab.h", header);
    write_text(part / "constants.h", constants_header(lab, lab_constants(lab, seed)));
    write_text(part / kFacts,
               std::string("[lab]\nname = \"") + lab.name + "\"\nseed = " + std::to_string(seed) + "\n");
    folder.commit();
}

LabFolder read_lab_folder(const std::string& path) {
    const fs::path place = path, facts = place / kFacts;
    std::error_code ignored;
    if (!fs::is_directory(place, ignored)) {
        throw BadFile(path + (fs::exists(place, ignored) ? ": is no folder; name the folder of the lab"
                                                         : ": no such folder; `sweeplab lab new` makes one"));
    }
    if (!fs::exists(facts, ignored))
        throw BadFile(path + ": has no lab.toml, so it is no folder of a lab; `sweeplab lab new` makes one");
    const toml::table file =
        parse_toml(InputFile(facts.string()).text(kMostBytes, FileKind::toml), facts.string());
    TomlTable table(file, "lab", facts.string());
    LabFolder folder{place, nullptr, 1};
    const std::string name = table.required_text("name");
    table.whole("seed", 0, INT64_MAX, folder.seed);
    table.finish();
    try {
        folder.lab = &find_lab(name);
    } catch (const BadUsage& error) {
        throw BadFile(facts.string() + ": " + error.what());
    }
    if (!fs::is_regular_file(folder.kernel(), ignored))
        throw BadFile(folder.kernel().string() + ": no such file");
    InputFile(folder.kernel().string()).text(kMostBytes, FileKind::other);
    return folder;
}

std::vector<fs::path> find_lab_folders(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) throw BadFile(path + ": no such folder");
    std::vector<fs::path> found;
    if (fs::exists(fs::path(path) / kFacts, error)) found.push_back(path);
    fs::recursive_directory_iterator all(path, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && all != end; all.increment(error)) {
        if (all.depth() >= kMostDepth) all.disable_recursion_pending();
        if (all->path().filename() == kFacts && all.depth() > 0) found.push_back(all->path().parent_path());
    }
    if (error) throw BadFile(path + ": cannot be read: " + error.message());
    if (found.empty()) throw BadFile(path + ": no folder of a lab (one with a lab.toml) is in it");
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace app
