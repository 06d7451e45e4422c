// NVIDIA's driver libraries, opened by name, so that a build without CUDA can look at them, too.
#pragma once
#include <string>

namespace app {

/// A shared library that stays open: drivers do not survive being unloaded.
class DriverLibrary {
public:
    explicit DriverLibrary(const char* name);

    bool is_open() const { return handle_ != nullptr; }
    const std::string& error() const { return error_; }  // why it is not open

    /// Calls a function of the library that returns an int, 0 for success; kNoFunction where it has none.
    template <class... Arguments>
    int call(const char* name, Arguments... arguments) const {
        const auto function = reinterpret_cast<int (*)(Arguments...)>(find(name));
        return function ? function(arguments...) : kNoFunction;
    }
    static constexpr int kNoFunction = -1;

private:
    void* find(const char* name) const;

    void* handle_ = nullptr;
    std::string error_;
};

}  // namespace app
