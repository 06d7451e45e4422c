// What a command line says of outputs, checked before any of them is opened.
#pragma once
#include <string>
#include <vector>

namespace app {

struct NamedOutput {
    std::string flag, path;  // "" for an output that was not requested
};

/// Returns whether a path is "-" or another name of standard output.
bool is_stdout(const std::string& path);

/// BadUsage when two of the outputs are the same file, however it is written, or both standard output. Returns
/// whether one is that. To be called before any of them is opened.
bool takes_stdout(const std::vector<NamedOutput>& outputs);

/// BadUsage when an output is a file that the command reads: its only copy would be gone.
void refuse_overwriting(const std::vector<std::string>& inputs, const std::vector<NamedOutput>& outputs);

}  // namespace app
