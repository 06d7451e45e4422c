// Into what a reader empties, each write is no more than what poll() promises room for: then no write waits, and every
// wait ends with an interrupt, whichever thread the signal meets.
#include "app/io/outputs/file_buffer.h"

#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "app/base/interrupt.h"

namespace app {
namespace {

constexpr size_t kBytes = 1 << 16, kMostAtOnce = 1 << 24;
constexpr int kPoll_ms = 20;

bool has_a_reader(int file) {
    struct stat status;
    if (fstat(file, &status) != 0) return false;
    return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(file);
}

}  // namespace

FileBuffer::FileBuffer(int file) : file_(file), may_wait_(has_a_reader(file)), bytes_(kBytes) { reset(); }

bool FileBuffer::flush() {
    const bool written = put(pbase(), static_cast<size_t>(pptr() - pbase()));
    reset();
    return written;
}

int FileBuffer::overflow(int c) {
    if (!flush()) return traits_type::eof();
    if (c != traits_type::eof()) sputc(static_cast<char>(c));
    return traits_type::not_eof(c);
}

std::streamsize FileBuffer::xsputn(const char* data, std::streamsize count) {
    if (count < epptr() - pptr()) return std::streambuf::xsputn(data, count);
    return flush() && put(data, static_cast<size_t>(count)) ? count : 0;
}

bool FileBuffer::wait_until_writable() const {
    pollfd one{file_, POLLOUT, 0};
    while (poll(&one, 1, kPoll_ms) <= 0) {
        if (interrupted()) return false;
    }
    return true;
}

bool FileBuffer::put(const char* data, size_t count) {
    while (count > 0 && error_ == 0) {
        if (may_wait_ && !wait_until_writable()) {
            error_ = EINTR;
            break;
        }
        const ssize_t done = write(file_, data, std::min<size_t>(count, may_wait_ ? PIPE_BUF : kMostAtOnce));
        if (done < 0 && errno == EAGAIN) may_wait_ = true;  // others have set it to refuse rather than wait
        if (done < 0 && (errno == EAGAIN || (errno == EINTR && !interrupted()))) continue;
        if (done < 0) {
            error_ = errno;
            break;
        }
        data += done;
        count -= static_cast<size_t>(done);
    }
    return error_ == 0;
}

}  // namespace app
