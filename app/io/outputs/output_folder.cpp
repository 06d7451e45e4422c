#include "app/io/outputs/output_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/base/errors.h"
#include "app/io/outputs/output_place.h"
#include "app/io/outputs/part_name.h"

namespace app {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(const std::string& path) : path_(path) {
    if (path.empty()) throw BadFile("-o: the name of a folder expected");
    std::error_code error;
    const fs::path end = end_of_links(path);
    exists_ = fs::exists(end, error);
    place_ = exists_ ? fs::canonical(end, error) : fs::canonical(folder_of(end), error) / end.filename();
    if (error) refuse("cannot be written: " + error.message());
    if (exists_ && !fs::is_directory(place_, error)) refuse("is a file; a folder is expected");
    const fs::path here = fs::current_path(error);
    if (std::mismatch(place_.begin(), place_.end(), here.begin(), here.end()).first == place_.end())
        refuse("is the current folder, or holds it, and would be replaced; a folder in it is expected");
    if (is_mount_point(AT_FDCWD, place_)) refuse("is a mount point; a folder in it is expected");
    make_part();
    fs::remove(part_, error);
    close(lock_);
    lock_ = -1;
}

OutputFolder::~OutputFolder() {
    std::error_code error;
    if (lock_ < 0) return;
    fs::remove_all(part_, error);
    close(lock_);
}

void OutputFolder::refuse(const std::string& why) const { throw BadFile(path_ + ": " + why); }

void OutputFolder::make_part() {
    const std::string parent = place_.parent_path();
    const int folder = open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        remove_leftovers(folder, parent);
        close(folder);
    }
    std::error_code error;
    part_ = place_.parent_path() / next_part_name();
    if (!fs::create_directory(part_, error)) {
        refuse("cannot be written: " + (error ? error.message() : "its temporary folder already exists"));
    }
    lock_ = open(part_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ >= 0) lock_part(lock_);
}

const fs::path& OutputFolder::part() {
    if (lock_ < 0) make_part();
    return part_;
}

void OutputFolder::commit() {
    part();
    std::error_code error, ignored;
    if (!exists_) {
        fs::rename(part_, place_, error);
    } else if (renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) == 0) {
        fs::remove_all(part_, ignored);
    } else {  // the file system cannot exchange two folders
        const fs::path old = part_.string() + ".old";
        fs::rename(place_, old, error);
        if (!error) fs::rename(part_, place_, error);
        if (error && fs::exists(old, ignored)) fs::rename(old, place_, ignored);
        if (!error) fs::remove_all(old, ignored);
    }
    if (error) refuse("cannot be written: " + error.message());
    close(lock_);
    lock_ = -1;
}

}  // namespace app
