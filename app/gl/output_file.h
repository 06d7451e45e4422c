// An output that appears whole or not at all: written under a name beside the target, renamed in the end.
#pragma once
#include <string>

namespace app {

/// Throws BadFile when no file can be made at `path`: no such folder, a folder itself, no permission.
void check_writable(const std::string& path);

class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    ~OutputFile();  // removes what was not kept
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    const std::string& temporary() const { return temporary_; }
    void keep();  // throws BadFile

private:
    std::string path_, temporary_;
    bool kept_ = false;
};

}  // namespace app
