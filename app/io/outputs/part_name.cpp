#include "app/io/outputs/part_name.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace app {
namespace {

constexpr std::string_view kBefore = ".sweeplab-", kAfter = ".part";

/// Returns the process in the name of a part; 0 for any other name.
pid_t writer_of(std::string_view name) {
    if (!name.starts_with(kBefore) || !name.ends_with(kAfter)) return 0;
    const char* const end = name.data() + name.size() - kAfter.size();
    pid_t process = 0;
    unsigned count = 0;
    const auto [dash, wrong] = std::from_chars(name.data() + kBefore.size(), end, process);
    if (wrong != std::errc{} || dash == end || *dash != '-') return 0;
    const auto [stop, also_wrong] = std::from_chars(dash + 1, end, count);
    return also_wrong == std::errc{} && stop == end ? process : 0;
}

bool is_left_over(int folder, const char* name, pid_t process) {
    if (process <= 0 || kill(process, 0) == 0 || errno != ESRCH) return false;
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    const bool unlocked = flock(file, LOCK_EX | LOCK_NB) == 0;
    close(file);
    return unlocked;
}

}  // namespace

std::string next_part_name() {
    static std::atomic<unsigned> count = 0;
    return std::string(kBefore) + std::to_string(getpid()) + "-" + std::to_string(++count) +
           std::string(kAfter);
}

void lock_part(int file) { flock(file, LOCK_EX | LOCK_NB); }

void remove_leftovers(int folder, const std::string& folder_path) {
    static std::set<std::pair<std::string, ino_t>> seen;  // the name may be given to another one
    static std::mutex one_at_a_time;                      // a video is written beside the window
    const std::lock_guard lock(one_at_a_time);
    struct stat status;
    if (fstat(folder, &status) != 0 || !seen.insert({folder_path, status.st_ino}).second) return;
    const int list = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* const entries = list < 0 ? nullptr : fdopendir(list);
    if (!entries) {
        if (list >= 0) close(list);
        return;
    }
    while (const dirent* entry = readdir(entries)) {
        if (!is_left_over(folder, entry->d_name, writer_of(entry->d_name))) continue;
        if (unlinkat(folder, entry->d_name, 0) == 0) continue;
        std::error_code ignored;
        std::filesystem::remove_all(std::filesystem::path(folder_path) / entry->d_name, ignored);
    }
    closedir(entries);
}

}  // namespace app
