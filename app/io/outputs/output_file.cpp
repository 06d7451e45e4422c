#include "app/io/outputs/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/io/outputs/part_name.h"

namespace app {
namespace {

std::atomic<int> being_written = 0;

bool is_same_file(const struct stat& one, const struct stat& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// Opens a file without a name in the folder for such files; -1 and errno if there is none.
int open_nameless() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "sweeplab-XXXXXX").string();
    if (error) name = "/tmp/sweeplab-XXXXXX";
    const int file = mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) unlink(name.c_str());
    return file;
}

void close_if_open(int& file) {
    if (file >= 0) close(file);
    file = -1;
}

}  // namespace

int files_being_written() { return being_written; }

OutputFile::OutputFile(const std::string& path, const OutputPlace& place)
    : name_(output_name(path, place)),
      folder_path_(folder_of(place.path)),
      target_(last_word_of(place.path)) {
    folder_ = open(folder_path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder_ < 0) refuse(errno);
    try {
        check_target();
        remove_leftovers(folder_, folder_path_);
        open_part();
    } catch (...) {
        close_all();
        throw;
    }
    ++being_written;
}

OutputFile::~OutputFile() {
    close_all();
    if (!committed_) --being_written;
}

/// Opens what is there already: never write over a file that the user has protected, nor over one that standard output
/// or standard error goes to, which would lose what they say.
void OutputFile::check_target() {
    old_ = openat(folder_, target_.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (old_ < 0 && errno != ENOENT && errno != ETXTBSY) refuse(errno);
    struct stat there, standard;
    if (old_ < 0 || fstat(old_, &there) != 0) return;
    for (const int number : {STDOUT_FILENO, STDERR_FILENO}) {
        if (fstat(number, &standard) == 0 && is_same_file(there, standard))
            throw BadFile(name_ + (number == STDOUT_FILENO ? ": standard output" : ": standard error") +
                          " goes to the same file; another one is expected");
    }
}

void OutputFile::open_part() {
    const bool there = old_ >= 0;
    if (!there || !is_mount_point(folder_, target_)) {
        part_ = next_part_name();
        file_ = openat(folder_, part_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file_ < 0) part_.clear();
        if (file_ < 0 && !there) refuse(errno);
    }
    if (file_ >= 0) {
        lock_part(file_);
        remove_if_killed(folder_, part_);
        struct stat old;
        if (!there || (fstat(old_, &old) == 0 && takes_over_from(old))) {
            close_if_open(old_);
            return;
        }
        unlinkat(folder_, part_.c_str(), 0);  // the file that is there will be overwritten
        forget_part();
        return;
    }
    file_ = open_nameless();
    if (file_ < 0) refuse(errno);
}

/// Gives the part what the older file has; false where that is not in our power.
bool OutputFile::takes_over_from(const struct stat& old) const {
    struct stat now;
    if (fstat(file_, &now) != 0) return false;
    if ((now.st_uid != old.st_uid || now.st_gid != old.st_gid) && fchown(file_, old.st_uid, old.st_gid) != 0)
        return false;
    [[maybe_unused]] const int kept = fchmod(file_, old.st_mode & 0777);
    return true;
}

void OutputFile::forget_part() {
    keep_if_killed(folder_, part_);
    part_.clear();
}

void OutputFile::close_all() {
    if (!part_.empty()) {
        unlinkat(folder_, part_.c_str(), 0);
        forget_part();
    }
    close_if_open(file_);
    close_if_open(old_);
    close_if_open(folder_);
}

void OutputFile::commit() {
    if (part_.empty()) overwrite();
    int& last = part_.empty() ? old_ : file_;
    if (close(std::exchange(last, -1)) != 0) refuse(errno);
    if (!part_.empty()) {
        if (renameat(folder_, part_.c_str(), folder_, target_.c_str()) != 0) refuse(errno);
        forget_part();
    }
    --being_written;
    committed_ = true;
}

void OutputFile::overwrite() {
    struct stat old, now;
    if (fstat(old_, &old) != 0 || fstat(file_, &now) != 0) refuse(errno);
    if (now.st_size > old.st_size) {  // the room that is needed, or nothing is changed
        const int error = posix_fallocate(old_, old.st_size, now.st_size - old.st_size);
        if (error == ENOSPC || error == EFBIG || error == EDQUOT) {
            [[maybe_unused]] const int shortened = ftruncate(old_, old.st_size);
            refuse(error);
        }
    }
    std::vector<char> bytes(1 << 20);
    for (off_t at = 0; at < now.st_size;) {
        const ssize_t count = pread(file_, bytes.data(), bytes.size(), at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) refuse(count < 0 ? errno : EIO);
        for (ssize_t done = 0; done < count;) {
            const ssize_t put =
                pwrite(old_, bytes.data() + done, static_cast<size_t>(count - done), at + done);
            if (put < 0 && errno != EINTR) refuse(errno);
            if (put > 0) done += put;
        }
        at += count;
    }
    if (ftruncate(old_, now.st_size) != 0) refuse(errno);
}

}  // namespace app
