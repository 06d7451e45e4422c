// Where the path of an output leads: a file, there or not yet, behind all symbolic links; something that is open
// already; or a pipe or device.
#pragma once
#include <string>

namespace app {

struct OutputPlace {
    enum class Kind {
        file,        // a plain file, or a name that is free: it appears whole
        stream,      // a FIFO, a terminal, a device: opened and written as it is
        descriptor,  // a number of ours, as in /dev/stdout: its position, and whether it appends, are kept
    };
    Kind kind = Kind::file;
    std::string path;     // the end of the links; of a descriptor: as it was given
    int descriptor = -1;  // 1 for "-"
};

/// Throws BadFile: an empty name, a circle of links, a folder, a descriptor that is not open for writing, or a
/// file that another program has open.
OutputPlace find_output_place(const std::string& path);

/// Returns the path that a name leads to after all links; it need not exist. Throws BadFile.
std::string end_of_links(const std::string& path);

/// Throws BadFile with the reason, or Interrupted where a signal ended the call.
[[noreturn]] void refuse_output(const std::string& path, int error);

/// Returns "out.json", or "link (a link to /tmp/out.json)".
std::string output_name(const std::string& path, const OutputPlace& place);

/// Returns whether another file system, or one file of it, is mounted at a name in an open folder (AT_FDCWD:
/// the current one).
bool is_mount_point(int folder, const std::string& name);

/// Return the folder that holds the last word of a path, and that word.
std::string folder_of(const std::string& path);
std::string last_word_of(const std::string& path);

}  // namespace app
