// Whether a file in a folder, or below it, was changed.
#pragma once
#include <string>

namespace app {

class FolderWatch {
public:
    /// Watches the folder from now on. "" watches nothing.
    explicit FolderWatch(std::string folder);

    /// Since the last call that said so. Looks at most a few times a second; `now_s` is the wall clock.
    bool changed(double now_s);

private:
    std::string folder_;
    size_t state_ = 0;  // of names, sizes and times of all files
    double looked_s_ = -1;
};

}  // namespace app
