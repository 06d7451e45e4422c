// Every output of the program. A file appears whole or not at all; what is no plain file is written as it is, and never
// replaced; symbolic links are followed, also those that lead to a name that is free.
#pragma once
#include <memory>
#include <ostream>
#include <string>

#include "app/io/outputs/named_outputs.h"

namespace app {

class FileBuffer;
class OutputFile;

class OutputStream {
public:
    /// Opens it now, so that a path that cannot be written is found before the work starts. "-", /dev/stdout and
    /// /dev/fd/1 are stdout; other descriptors go on where they are. Throws BadFile, and Interrupted where a FIFO
    /// had no reader until the user asked to stop.
    explicit OutputStream(const std::string& path);
    ~OutputStream();  // without commit() nothing is left
    OutputStream(const OutputStream&) = delete;
    OutputStream& operator=(const OutputStream&) = delete;

    std::ostream& stream() { return *stream_; }
    /// Returns a file's descriptor, for a program that writes it instead of stream(); -1 for all else.
    int file() const;
    /// Throws BadFile when any byte could not be written, Interrupted when a signal was why. "-":
    /// OutputClosed as CheckedStdout does.
    void commit();

private:
    std::string name_;                  // in messages
    std::unique_ptr<OutputFile> file_;  // null for what is no plain file
    int opened_ = -1;                   // a descriptor to be closed
    std::unique_ptr<FileBuffer> buffer_;
    std::unique_ptr<std::ostream> stream_;
};

/// Opens an output where one is requested; null for "".
std::unique_ptr<OutputStream> open_output(const std::string& path);

/// Makes std::cout report, while it lives, what it cannot write: it throws BadFile with the reason, and
/// OutputClosed where the reader of a pipe has gone, unless an OutputStream still writes a file (then the
/// text is dropped and the file completed).
class CheckedStdout {
public:
    CheckedStdout();
    ~CheckedStdout();  // prints what there is, with no exception
    CheckedStdout(const CheckedStdout&) = delete;
    CheckedStdout& operator=(const CheckedStdout&) = delete;

    void finish();  // throws what the last bytes meet

private:
    std::unique_ptr<FileBuffer> buffer_;
    std::streambuf* usual_;
};

}  // namespace app
