// A stream over one of the things that a path can lead to (app/io/outputs).
#include "app/io/output_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <utility>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/io/outputs/file_buffer.h"
#include "app/io/outputs/output_file.h"
#include "app/io/outputs/output_place.h"

namespace app {
namespace {

constexpr const char* kStdoutName = "standard output";
constexpr int kReaderPoll_ms = 20;

/// A reader such as `head` that has enough is no error: the command ends, unless it has files to complete.
void end_of_stdout(int error) {
    if (error != EPIPE) refuse_output(kStdoutName, error);
    if (files_being_written() == 0) throw OutputClosed("standard output was closed by its reader");
}

/// A FIFO is waited for until somebody reads it.
int open_stream(const std::string& name, const std::string& path) {
    for (;;) {
        const int file = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (file >= 0) {
            fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
            return file;
        }
        std::error_code ignored;
        const bool no_reader = errno == ENXIO && std::filesystem::is_fifo(path, ignored);
        if (!no_reader) refuse_output(name, errno);
        throw_if_interrupted();
        poll(nullptr, 0, kReaderPoll_ms);
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

}  // namespace

OutputStream::OutputStream(const std::string& path) : name_(path) {
    const OutputPlace place = find_output_place(path);
    name_ = output_name(path, place);
    int file = place.descriptor;
    if (place.kind == OutputPlace::Kind::file) {
        file_ = std::make_unique<OutputFile>(path, place);
        file = file_->file();
    } else if (place.kind == OutputPlace::Kind::stream) {
        file = opened_ = open_stream(name_, place.path);
    } else if (file != STDOUT_FILENO) {
        file = opened_ = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (file < 0) refuse_output(name_, errno);
    }
    buffer_ = std::make_unique<FileBuffer>(file);
    stream_ = std::make_unique<std::ostream>(buffer_.get());
}

OutputStream::~OutputStream() {
    if (opened_ >= 0) close(opened_);
}

int OutputStream::file() const { return file_ ? file_->file() : -1; }

void OutputStream::commit() {
    const bool whole = buffer_->flush() && buffer_->error() == 0;
    if (!whole && buffer_->file() == STDOUT_FILENO) end_of_stdout(buffer_->error());
    if (!whole && buffer_->file() != STDOUT_FILENO) refuse_output(name_, buffer_->error());
    if (file_) file_->commit();
    if (opened_ >= 0 && close(std::exchange(opened_, -1)) != 0) refuse_output(name_, errno);
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

}  // namespace app
