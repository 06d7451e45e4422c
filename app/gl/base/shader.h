// GLSL programs from files: embedded in the executable, or read from a folder while they are edited.
// `#include "frame/common.glsl"` is resolved here; errors name the file and the line.
#pragma once
#include <glad/gl.h>

#include <string>
#include <utility>
#include <vector>

namespace app {

/// Source of the shaders, a folder or "" for the executable, and the names that are #defined in all of them.
class ShaderFiles {
public:
    explicit ShaderFiles(std::string folder, std::vector<std::string> defines = {}, bool compute = false)
        : folder_(std::move(folder)), defines_(std::move(defines)), compute_(compute) {}

    /// Returns the text of shaders/<name>. Throws BadFile.
    std::string text(const std::string& name) const;
    const std::vector<std::string>& defines() const { return defines_; }
    ShaderFiles with_fragments() const { return ShaderFiles(folder_, defines_); }
    bool compute() const {
        return compute_;
    }  // how passes over all pixels are drawn (app/gl/base/pixel_program.h)

private:
    std::string folder_;
    std::vector<std::string> defines_;
    bool compute_;
};

/// A linked program of a vertex and a fragment shader, or of a compute shader, with names #defined beside those
/// of all. Throws BadFile with the compiler's messages.
class Program {
public:
    explicit Program(const ShaderFiles& files, const std::string& compute,
                     const std::vector<std::string>& defines = {});
    Program(const ShaderFiles& files, const std::string& vertex, const std::string& fragment,
            const std::vector<std::string>& defines = {});
    ~Program();
    Program(Program&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    operator GLuint() const { return name_; }

private:
    void link(const std::string& what);

    GLuint name_ = 0;
};

}  // namespace app
