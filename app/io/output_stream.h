// An output that appears whole or not at all: written beside its target and renamed when complete.
#pragma once
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace app {

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
    void commit();  // throws BadFile when any byte could not be written, Interrupted when a signal was why

private:
    class Buffer;
    std::string path_, target_, part_;
    std::unique_ptr<Buffer> buffer_;
    std::unique_ptr<std::ostream> stream_;
};

/// Flushes std::cout and stdout; throws BadFile when anything written to them was lost.
void check_stdout();

struct NamedOutput {
    std::string flag, path;  // "" for an output that was not asked for
};

/// BadUsage when two of the outputs are the same file, however it is written, or both "-". Returns whether
/// one is "-". To be asked before any of them is opened.
bool takes_stdout(const std::vector<NamedOutput>& outputs);

/// BadUsage when an output is a file that the command reads: its only copy would be gone.
void refuse_overwriting(const std::vector<std::string>& inputs, const std::vector<NamedOutput>& outputs);

}  // namespace app
