// An output that appears whole or not at all: written beside its target and renamed when complete.
#pragma once
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace app {

class FileBuffer;

class OutputStream {
public:
    /// Opens it now, so that a path that cannot be written is found before the work starts. "-" is stdout.
    /// Pipes and devices are written directly. Throws BadFile.
    explicit OutputStream(const std::string& path);
    ~OutputStream();  // without commit() nothing is left
    OutputStream(const OutputStream&) = delete;
    OutputStream& operator=(const OutputStream&) = delete;

    std::ostream& stream() { return *stream_; }
    /// The file beside the target, for a program that writes it instead of stream(); "" when there is none.
    const std::string& part() const { return part_; }
    /// Throws BadFile when any byte could not be written, Interrupted when a signal was why. "-":
    /// OutputClosed as CheckedStdout does.
    void commit();

private:
    void forget_part();

    std::string path_, target_, part_;
    std::unique_ptr<FileBuffer> buffer_;
    std::unique_ptr<std::ostream> stream_;
};

/// Opens an output where one is requested; null for "".
std::unique_ptr<OutputStream> open_output(const std::string& path);

/// While it lives, std::cout reports what it cannot write: it throws BadFile with the reason, and
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

struct NamedOutput {
    std::string flag, path;  // "" for an output that was not requested
};

/// BadUsage when two of the outputs are the same file, however it is written, or both "-". Returns whether
/// one is "-". To be called before any of them is opened.
bool takes_stdout(const std::vector<NamedOutput>& outputs);

/// BadUsage when an output is a file that the command reads: its only copy would be gone.
void refuse_overwriting(const std::vector<std::string>& inputs, const std::vector<NamedOutput>& outputs);

}  // namespace app
