// The links are followed here, one by one: the kernel would follow those below /proc to the file that is open, and an
// output would then take the place of what others write.
#include "app/io/outputs/output_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "app/base/errors.h"
#include "app/base/interrupt.h"

namespace app {
namespace {

constexpr int kMostLinks = 40;  // as many as Linux follows

std::optional<int> number_of(const std::string& word) {
    int number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (word.empty() || error != std::errc{} || stop != word.data() + word.size()) return {};
    return number;
}

/// Returns the process whose list of open files a folder is: 0 for this one, another one's number, or none.
std::optional<int> owner_of_list(const std::string& folder) {
    char real[PATH_MAX];
    if (!realpath(folder.c_str(), real)) return {};
    const std::string path = real, proc = "/proc/", fd = "/fd";
    if (!path.starts_with(proc) || !path.ends_with(fd)) return {};
    const std::optional<int> process =
        number_of(path.substr(proc.size(), path.find('/', proc.size()) - proc.size()));
    return process == getpid() ? 0 : process;
}

int checked_descriptor(const std::string& path, int number) {
    const int state = fcntl(number, F_GETFD), flags = fcntl(number, F_GETFL);
    const bool ours = state >= 0 && (state & FD_CLOEXEC);  // opened by this program
    if (state < 0 || ours || (flags & O_ACCMODE) == O_RDONLY || (flags & O_PATH)) refuse_output(path, EBADF);
    return number;
}

std::string target_of(const std::string& path, const std::string& link) {
    char text[PATH_MAX];
    const ssize_t size = readlink(link.c_str(), text, sizeof text);
    if (size < 0) refuse_output(path, errno);
    return std::filesystem::path(link).parent_path() / std::string(text, static_cast<size_t>(size));
}

OutputPlace descriptor(const std::string& path, int number) {
    return {OutputPlace::Kind::descriptor, path, checked_descriptor(path, number)};
}

}  // namespace

void refuse_output(const std::string& path, int error) {
    if (error == EINTR) throw_if_interrupted();
    throw BadFile(path + ": cannot be written: " + std::strerror(error));
}

std::string folder_of(const std::string& path) {
    const size_t slash = path.rfind('/');
    return slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string last_word_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string output_name(const std::string& path, const OutputPlace& place) {
    return place.path == path ? path : path + " (a link to " + place.path + ")";
}

bool is_mount_point(int folder, const std::string& name) {
    struct statx about;
    return statx(folder, name.c_str(), AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_TYPE, &about) == 0 &&
           (about.stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

std::string end_of_links(const std::string& path) {
    std::string at = path;
    for (int links = 0; links <= kMostLinks; ++links) {
        while (at.size() > 1 && at.ends_with('/')) at.pop_back();  // of a folder
        struct stat there;
        const bool exists = lstat(at.c_str(), &there) == 0;
        if (!exists && errno != ENOENT) refuse_output(path, errno);
        if (!exists || !S_ISLNK(there.st_mode)) return at;
        at = target_of(path, at);
    }
    refuse_output(path, ELOOP);
}

OutputPlace find_output_place(const std::string& path) {
    if (path.empty()) throw BadFile("the name of an output file is empty");
    if (path == "-") return descriptor("standard output", STDOUT_FILENO);
    std::string at = path;
    for (int links = 0; links <= kMostLinks; ++links) {
        const std::optional<int> number = number_of(last_word_of(at));
        const std::optional<int> owner = number ? owner_of_list(folder_of(at)) : std::nullopt;
        if (owner == 0) return descriptor(path, *number);
        struct stat there;
        if (lstat(at.c_str(), &there) != 0) {
            const int error = errno;
            if (error != ENOENT) refuse_output(path, error);
            if (last_word_of(at).empty()) refuse_output(path, EISDIR);
            return {OutputPlace::Kind::file, at};
        }
        if (owner) {
            if (stat(at.c_str(), &there) != 0) refuse_output(path, errno);
            if (S_ISREG(there.st_mode))
                throw BadFile(path + ": another program has this file open; its own name is expected");
        }
        if (S_ISDIR(there.st_mode)) refuse_output(path, EISDIR);
        if (S_ISREG(there.st_mode)) return {OutputPlace::Kind::file, at};
        if (!S_ISLNK(there.st_mode)) return {OutputPlace::Kind::stream, at};
        at = target_of(path, at);
    }
    refuse_output(path, ELOOP);
}

}  // namespace app
