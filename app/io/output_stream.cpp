// A small stream buffer over a file descriptor keeps errno, so that the message can say why a write failed.
#include "app/io/output_stream.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <streambuf>
#include <utility>

#include "app/base/errors.h"
#include "app/base/interrupt.h"

namespace app {

class FileBuffer : public std::streambuf {
public:
    explicit FileBuffer(int file) : file_(file), bytes_(1 << 16) { reset(); }
    ~FileBuffer() override { close_file(); }

    bool flush() {
        const bool written = put(pbase(), static_cast<size_t>(pptr() - pbase()));
        reset();
        return written;
    }
    bool close_file() {
        const int file = std::exchange(file_, -1);
        if (file < 0 || file == STDOUT_FILENO || ::close(file) == 0) return true;
        error_ = errno;
        return false;
    }
    int error() const { return error_; }
    int file() const { return file_; }

protected:
    int overflow(int c) override {
        if (!flush()) return traits_type::eof();
        if (c != traits_type::eof()) sputc(static_cast<char>(c));
        return traits_type::not_eof(c);
    }
    std::streamsize xsputn(const char* data, std::streamsize count) override {
        if (count < epptr() - pptr()) return std::streambuf::xsputn(data, count);
        return flush() && put(data, static_cast<size_t>(count)) ? count : 0;
    }
    int sync() override { return flush() ? 0 : -1; }

private:
    void reset() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
    bool put(const char* data, size_t count) {
        while (count > 0 && error_ == 0) {
            const ssize_t done = ::write(file_, data, std::min<size_t>(count, 1 << 24));
            if (done < 0 && errno == EINTR && !interrupted()) continue;
            if (done < 0) {
                error_ = errno;
                break;
            }
            data += done;
            count -= static_cast<size_t>(done);
        }
        return error_ == 0;
    }

    int file_, error_ = 0;
    std::vector<char> bytes_;
};

namespace {

constexpr const char* kStdoutName = "standard output";
std::atomic<int> open_parts = 0;  // files that are written now and have not appeared yet

[[noreturn]] void refuse(const std::string& path, int error) {
    if (error == EINTR) throw_if_interrupted();
    throw BadFile(path + ": cannot be written: " + std::strerror(error));
}

/// A reader such as `head` that has enough is no error: the command ends, unless it has files to complete.
void end_of_stdout(int error) {
    if (error != EPIPE) refuse(kStdoutName, error);
    if (open_parts == 0) throw OutputClosed("standard output was closed by its reader");
}

constexpr const char* kPart = ".part-";  // and the number of the process that writes it

/// Whether the process that wrote a part is gone, also one that this system does not number.
bool is_left_over(const std::string& part, pid_t process) {
    if (process <= 0 || ::kill(process, 0) == 0 || errno != ESRCH) return false;
    const int file = ::open(part.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    const bool unlocked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    ::close(file);
    return unlocked;
}

/// Parts of this file whose programs were killed. A folder is looked through once: a film has thousands of files.
void remove_leftovers(const std::string& target) {
    namespace fs = std::filesystem;
    static std::map<fs::path, std::vector<std::string>> parts_in;
    static std::mutex one_at_a_time;  // a video is written beside the window
    const std::lock_guard lock(one_at_a_time);
    const fs::path path(target), folder = path.has_parent_path() ? path.parent_path() : ".";
    std::error_code error;
    const auto [found, is_new] = parts_in.try_emplace(folder);
    for (fs::directory_iterator entry(folder, error), end; is_new && !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename();
        if (name.find(kPart) != name.npos) found->second.push_back(name);
    }
    const std::string begin = path.filename().string() + kPart;
    for (const std::string& name : found->second) {
        if (!name.starts_with(begin)) continue;
        pid_t process = 0;
        const char *digits = name.c_str() + begin.size(), *stop = name.c_str() + name.size();
        if (std::from_chars(digits, stop, process).ptr != stop) continue;
        if (is_left_over(folder / name, process)) fs::remove(folder / name, error);
    }
}

/// Throws where a plain buffer would only mark its stream as bad, which forgets the reason.
class StdoutBuffer : public FileBuffer {
public:
    StdoutBuffer() : FileBuffer(STDOUT_FILENO), terminal_(isatty(STDOUT_FILENO)) {}

protected:
    int overflow(int c) override {
        const int put = FileBuffer::overflow(c);
        if (error()) end_of_stdout(error());
        return error() ? traits_type::not_eof(c) : put;
    }
    std::streamsize xsputn(const char* data, std::streamsize count) override {
        FileBuffer::xsputn(data, count);
        const bool ends_line = terminal_ && std::memchr(data, '\n', static_cast<size_t>(count));
        if (ends_line) flush();
        if (error()) end_of_stdout(error());
        return count;
    }
    int sync() override {
        flush();
        if (error()) end_of_stdout(error());
        return 0;
    }

private:
    bool terminal_;
};

/// The one name of a file, there or not yet; "-" as it is; "" for what takes any number of outputs.
std::string place_of(const std::string& path) {
    if (path == "-") return path;
    std::error_code error;
    if (std::filesystem::is_character_file(path, error)) return "";  // /dev/null, a terminal
    const std::filesystem::path place =
        std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    return error ? path : place.string();
}

}  // namespace

OutputStream::OutputStream(const std::string& path) : path_(path), target_(path) {
    int file = STDOUT_FILENO;
    if (path.empty()) throw BadFile("the name of an output file is empty");
    if (path == "-") {
        path_ = kStdoutName;
        const int flags = fcntl(file, F_GETFL);
        if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) refuse(path_, EBADF);  // closed, or held open by us
    } else {
        struct stat there;
        const bool exists = ::stat(path.c_str(), &there) == 0;
        if (exists && S_ISDIR(there.st_mode)) refuse(path, EISDIR);
        if (exists && !S_ISREG(there.st_mode)) {
            file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        } else {
            // Write through a link, not over it, and never over a file that the user has protected.
            char real[PATH_MAX];
            if (exists && ::realpath(path.c_str(), real)) target_ = real;
            if (exists && ::access(path.c_str(), W_OK) != 0) refuse(path, errno);
            remove_leftovers(target_);
            part_ = target_ + kPart + std::to_string(::getpid());
            file = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
            if (file >= 0) ::flock(file, LOCK_EX | LOCK_NB);  // until it is closed, or we are killed
            if (file >= 0) {
                remove_if_killed(part_);
                ++open_parts;
            }
            // Keeps the mode of what it replaces where it may.
            if (file >= 0 && exists) [[maybe_unused]]
                const int kept = ::fchmod(file, there.st_mode & 0777);
        }
        if (file < 0) {
            const int error = errno;
            part_.clear();
            refuse(path, error);
        }
    }
    buffer_ = std::make_unique<FileBuffer>(file);
    stream_ = std::make_unique<std::ostream>(buffer_.get());
}

OutputStream::~OutputStream() {
    buffer_->close_file();
    if (part_.empty()) return;
    ::unlink(part_.c_str());
    forget_part();
}

void OutputStream::forget_part() {
    keep_if_killed(part_);
    part_.clear();
    --open_parts;
}

void OutputStream::commit() {
    const bool whole = buffer_->flush() && buffer_->error() == 0 && buffer_->close_file();
    if (!whole && buffer_->file() == STDOUT_FILENO) end_of_stdout(buffer_->error());
    if (!whole && buffer_->file() != STDOUT_FILENO) refuse(path_, buffer_->error());
    if (part_.empty()) return;
    if (::rename(part_.c_str(), target_.c_str()) != 0) refuse(path_, errno);
    forget_part();
}

std::unique_ptr<OutputStream> open_output(const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<OutputStream>(path);
}

CheckedStdout::CheckedStdout()
    : buffer_(std::make_unique<StdoutBuffer>()), usual_(std::cout.rdbuf(buffer_.get())) {
    std::cout.exceptions(std::ios::badbit);  // lets the exceptions of the buffer through
}

CheckedStdout::~CheckedStdout() {
    std::cout.exceptions(std::ios::goodbit);
    std::cout.flush();  // what was printed before an error; the error is the one to report
    std::cout.rdbuf(usual_);
}

void CheckedStdout::finish() { std::cout.flush(); }

bool takes_stdout(const std::vector<NamedOutput>& outputs) {
    std::vector<std::pair<std::string, const NamedOutput*>> seen;
    bool taken = false;
    for (const NamedOutput& output : outputs) {
        if (output.path.empty()) continue;
        const std::string place = place_of(output.path);
        if (place.empty()) continue;
        for (const auto& [other_place, other] : seen) {
            if (place != other_place) continue;
            const std::string both = other->flag + " and " + output.flag;
            if (place == "-") throw BadUsage(both + ": only one output can be '-', standard output");
            throw BadUsage(both + " are the same file, " + output.path + "; one file per output is expected");
        }
        seen.push_back({place, &output});
        taken = taken || place == "-";
    }
    return taken;
}

void refuse_overwriting(const std::vector<std::string>& inputs, const std::vector<NamedOutput>& outputs) {
    for (const std::string& input : inputs) {
        if (input.empty() || input == "-") continue;
        const std::string place = place_of(input);
        for (const NamedOutput& output : outputs) {
            if (place.empty() || output.path.empty() || place_of(output.path) != place) continue;
            throw BadUsage(output.flag + " " + output.path + " and the input " + input +
                           " are the same file; it would be overwritten, another name is expected");
        }
    }
}

}  // namespace app
