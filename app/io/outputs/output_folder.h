// A folder that appears whole or not at all: made beside its place, behind all links, and renamed when complete.
#pragma once
#include <filesystem>
#include <string>

namespace app {

class OutputFolder {
public:
    /// Finds out now whether it can be made, or the one that is there replaced. Nothing stays behind of that. Throws
    /// BadFile.
    explicit OutputFolder(const std::string& path);
    ~OutputFolder();  // without commit() nothing is left
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    const std::filesystem::path& place() const { return place_; }  // where it will stand
    bool exists() const { return exists_; }

    /// Returns the folder in which the new files are made meanwhile. Throws BadFile.
    const std::filesystem::path& part();
    /// Puts the new folder in the place of the older one. Throws BadFile.
    void commit();

    [[noreturn]] void refuse(const std::string& why) const;

private:
    void make_part();

    std::string path_;
    std::filesystem::path place_, part_;
    bool exists_ = false;
    int lock_ = -1;  // of the part
};

}  // namespace app
