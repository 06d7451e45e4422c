// GLSL programs from files: embedded in the executable, or read from a folder while they are edited.
// `#include "frame/common.glsl"` is resolved here; errors name the file and the line.
#pragma once
#include <glad/gl.h>

#include <string>

namespace app {

/// Where the shaders come from; "" is the executable.
class ShaderFiles {
public:
    explicit ShaderFiles(std::string folder) : folder_(std::move(folder)) {}

    /// The text of shaders/<name>. Throws BadFile.
    std::string text(const std::string& name) const;

private:
    std::string folder_;
};

/// A linked program of a vertex and a fragment shader, or of a compute shader. Throws BadFile with the
/// compiler's messages.
class Program {
public:
    Program(const ShaderFiles& files, const std::string& compute);
    Program(const ShaderFiles& files, const std::string& vertex, const std::string& fragment);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    operator GLuint() const { return name_; }

private:
    void link(const std::string& what);

    GLuint name_ = 0;
};

}  // namespace app
