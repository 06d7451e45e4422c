// A plain file that appears whole or not at all: written under a name of its own in the same folder and renamed when
// complete. It keeps mode, owner and group of the file that it replaces. Other names of that file (hard links) keep
// the older contents.
//
// A file that cannot be replaced, but written, is overwritten once all is there: in a folder that is not ours to
// change, of another owner, or mounted by itself. What there is no room for is found before its first byte is lost.
#pragma once
#include <sys/stat.h>

#include <string>

#include "app/io/outputs/output_place.h"

namespace app {

class OutputFile {
public:
    /// `path` is how messages name it. Throws BadFile where it cannot be written.
    OutputFile(const std::string& path, const OutputPlace& place);
    ~OutputFile();  // without commit() nothing is left
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    int file() const { return file_; }  // to be written
    void commit();                      // throws BadFile

private:
    void check_target();
    void open_part();
    bool takes_over_from(const struct stat& old) const;
    void overwrite();
    void forget_part();
    void close_all();
    [[noreturn]] void refuse(int error) const { refuse_output(name_, error); }

    std::string name_, folder_path_, target_;  // how messages name it; its folder and its name in there
    std::string part_;                         // its name in the folder meanwhile; "": it has none
    int folder_ = -1, file_ = -1, old_ = -1;   // old_: the file that is there already
    bool committed_ = false;
};

/// Returns how many files are being written and have not appeared yet.
int files_being_written();

}  // namespace app
