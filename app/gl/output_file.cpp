// Temporary names hold the process id, so that two runs into one folder do not meet.
#include "app/gl/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/errors.h"

namespace app {

static std::string temporary_name(const std::string& path) {
    return path + ".part" + std::to_string(getpid());
}

void check_writable(const std::string& path) {
    const auto refuse = [&](const std::string& why) -> void {
        throw BadFile(path + ": cannot be written: " + why);
    };
    struct stat status;
    if (stat(path.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) refuse("it is a directory");
        if (access(path.c_str(), W_OK) != 0) refuse(std::strerror(errno));
    }
    // Only making a file tells for certain.
    const std::string probe = temporary_name(path);
    const int file = open(probe.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) refuse(std::strerror(errno));
    close(file);
    unlink(probe.c_str());
}

OutputFile::OutputFile(const std::string& path) : path_(path), temporary_(temporary_name(path)) {}

OutputFile::~OutputFile() {
    if (!kept_) unlink(temporary_.c_str());
}

void OutputFile::keep() {
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
        throw BadFile(path_ + ": cannot be written: " + std::strerror(errno));
    kept_ = true;
}

}  // namespace app
