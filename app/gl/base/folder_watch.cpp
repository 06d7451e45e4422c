#include "app/gl/base/folder_watch.h"

#include <filesystem>
#include <functional>

namespace app {

namespace fs = std::filesystem;

static constexpr double kEvery_s = 0.3;

/// Returns a hash of the files of a folder, in no order, since folders have none. A file that vanishes
/// meanwhile counts as none.
static size_t state_of(const std::string& folder) {
    size_t sum = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;
        const auto time = fs::last_write_time(it->path(), gone);
        const uintmax_t bytes = it->is_regular_file(gone) ? fs::file_size(it->path(), gone) : 0;
        const std::string text = it->path().string() + ' ' + std::to_string(time.time_since_epoch().count()) +
                                 ' ' + std::to_string(bytes);
        sum += std::hash<std::string>()(text);
    }
    return sum;
}

FolderWatch::FolderWatch(std::string folder) : folder_(std::move(folder)) {
    if (!folder_.empty()) state_ = state_of(folder_);
}

bool FolderWatch::changed(double now_s) {
    if (folder_.empty() || (looked_s_ >= 0 && now_s - looked_s_ < kEvery_s)) return false;
    looked_s_ = now_s;
    const size_t state = state_of(folder_);
    if (state == state_) return false;
    state_ = state;
    return true;
}

}  // namespace app
