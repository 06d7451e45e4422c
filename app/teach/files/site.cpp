#include "app/teach/files/site.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include "app/base/errors.h"
#include "app/io/output_stream.h"
#include "app/io/outputs/output_folder.h"
#include "sort/base/errors.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// Returns all files under a folder by their names in it, sorted.
std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error)) {
        if (entry.is_symlink() || !entry.is_directory())
            files.push_back(entry.path().lexically_relative(folder));
    }
    if (error) throw BadFile(folder.string() + ": cannot be read: " + error.message());
    std::sort(files.begin(), files.end());
    return files;
}

void copy_to_part(const fs::path& from, const fs::path& to) {
    std::ifstream in(from, std::ios::binary);
    if (!in) throw BadFile(from.string() + ": cannot be read");
    std::error_code ignored;
    fs::create_directories(to.parent_path(), ignored);
    OutputStream out(to);
    if (in.peek() != EOF) out.stream() << in.rdbuf();
    if (in.bad()) throw BadFile(from.string() + ": cannot be read");
    out.commit();
}

}  // namespace

fs::path find_site() {
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path(),
                   above = folder.parent_path();
    for (const fs::path& place :
         {folder / "site", above / "build-site" / "site", above / "share" / "sweeplab" / "site"})
        if (fs::exists(place / "sweeplab.wasm", ignored)) return place;
    throw sort::Unavailable(
        "the site is not beside this program: build it with Emscripten, `bash tests/site.sh`, as "
        "app/site/README.md says");
}

size_t write_site(const std::string& path) {
    const fs::path site = find_site();
    const std::vector<fs::path> files = files_in(site);
    OutputFolder folder(path);
    if (folder.exists()) {
        const std::vector<fs::path> there = files_in(folder.place());
        const bool is_site = std::binary_search(there.begin(), there.end(), fs::path("sweeplab.wasm"));
        for (const fs::path& file : there) {
            if (!is_site || !std::binary_search(files.begin(), files.end(), file))
                folder.refuse("a new or empty folder, or one with a site, is expected; " + file.string() +
                              " is in it");
        }
    }
    if (fs::equivalent(site, folder.exists() ? folder.place() : folder.place().parent_path()))
        folder.refuse("is where the site is built");
    for (const fs::path& file : files) copy_to_part(site / file, folder.part() / file);
    folder.commit();
    return files.size();
}

}  // namespace app
