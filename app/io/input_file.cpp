// Plain read(2): works alike for files, pipes and devices.
#include "app/io/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/numbers.h"
#include "app/io/read/text.h"
#include "sort/base/host_memory.h"

namespace app {

/// A text and what is made of it, for most files.
static constexpr uint64_t kTimesOfText = 3;

/// Waits a moment for bytes of a pipe. A signal that comes before a read that waits would end nothing.
static bool is_readable(int file) {
    pollfd readable{file, POLLIN, 0};
    constexpr int kMoment_ms = 20;
    return ::poll(&readable, 1, kMoment_ms) != 0;
}

InputFile::InputFile(const std::string& path)
    : path_(path == "-" ? "standard input" : path),
      file_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status;
    int error = file_ < 0 ? errno : 0;
    if (error == 0 && ::fstat(file_, &status) != 0) error = errno;
    if (error == 0 && S_ISDIR(status.st_mode)) error = EISDIR;
    if (error != 0) {
        if (file_ > STDIN_FILENO) ::close(file_);
        if (error == EINTR) throw_if_interrupted();  // a FIFO that nobody writes
        throw BadFile(path_ + ": cannot be read: " + std::strerror(error));
    }
    if (S_ISREG(status.st_mode)) size_ = static_cast<uint64_t>(status.st_size);
}

InputFile::~InputFile() {
    if (file_ != STDIN_FILENO) ::close(file_);
}

std::string_view InputFile::start() {
    if (start_.empty()) {
        std::string bytes(kBytesOfKind, '\0');
        bytes.resize(read(bytes.data(), bytes.size()));
        start_ = std::move(bytes);
    }
    return start_;
}

size_t InputFile::read(void* to, size_t count) {
    size_t done = start_.copy(static_cast<char*>(to), count);
    start_.erase(0, done);
    while (done < count) {
        const size_t piece = std::min<size_t>(count - done, 1 << 24);
        while (!size_ && !is_readable(file_)) throw_if_interrupted();
        const ssize_t got = ::read(file_, static_cast<char*>(to) + done, piece);
        throw_if_interrupted();
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw BadFile(path_ + ": cannot be read: " + std::strerror(errno));
        if (got == 0) break;
        done += static_cast<size_t>(got);
    }
    return done;
}

void InputFile::skip(uint64_t count) {
    const uint64_t held = std::min<uint64_t>(count, start_.size());
    start_.erase(0, held);
    count -= held;
    const off_t now = size_ ? ::lseek(file_, 0, SEEK_CUR) : -1;
    if (now >= 0) {
        const uint64_t at = uint64_t(now), left = *size_ > at ? *size_ - at : 0;
        if (::lseek(file_, off_t(std::min(count, left)), SEEK_CUR) >= 0) return;
    }
    std::vector<char> passed(size_t(std::min<uint64_t>(count, 1 << 20)));
    while (count > 0) {
        const size_t got = read(passed.data(), size_t(std::min<uint64_t>(count, passed.size())));
        if (got == 0) return;
        count -= got;
    }
}

template <class Bytes>
uint64_t InputFile::append_to(Bytes& to, uint64_t count) {
    // A file of known size is read at once; from a pipe the buffer doubles behind the bytes.
    uint64_t done = 0;
    uint64_t piece = size_.value_or(0) ? *size_ + 1 : 1 << 20;  // one more: the end is seen
    while (done < count) {
        piece = std::min(piece, count - done);
        const size_t before = to.size();
        sort::require_host_memory(path_ + " needs", before + piece);
        to.resize(before + piece);
        const size_t got = read(to.data() + before, piece);
        done += got;
        to.resize(before + got);
        if (got < piece) break;
        piece *= 2;
    }
    return done;
}

uint64_t InputFile::append(std::vector<std::byte>& to, uint64_t count) { return append_to(to, count); }

std::string InputFile::text(uint64_t limit_bytes, FileKind expected) {
    std::string bytes;
    const bool too_long = size_.value_or(0) > limit_bytes || append_to(bytes, limit_bytes + 1) > limit_bytes;
    if (too_long) {
        throw BadFile(path_ + ": longer than " + human_bytes(static_cast<double>(limit_bytes)) +
                      ", the limit for such a file");
    }
    sort::require_host_memory(path_ + " needs", kTimesOfText * bytes.size());
    return plain_text(std::move(bytes), path_, expected);
}

}  // namespace app
