// Resolves includes, compiles, links, and turns "1:23" of a driver's log into "common.glsl:23".
#include "app/gl/shader.h"

#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "app/embedded_files.h"
#include "app/errors.h"

namespace app {

std::string ShaderFiles::text(const std::string& name) const {
    if (folder_.empty()) {
        for (const EmbeddedFile& file : embedded_files())
            if (file.path == "shaders/" + name) return std::string(file.text);
        throw BadFile("shader " + name + ": not in this executable");
    }
    std::ifstream in(folder_ + "/" + name);
    std::stringstream text;
    if (!in || !(text << in.rdbuf())) throw BadFile(folder_ + "/" + name + ": cannot be read");
    return text.str();
}

/// The text of a file with its includes; `names` receives the files in the order of GLSL's source numbers.
static std::string expand(const ShaderFiles& files, const std::string& name,
                          std::vector<std::string>& names) {
    static const std::regex include("\\s*#include\\s+\"([^\"]+)\"\\s*");
    const size_t number = names.size();
    names.push_back(name);
    std::istringstream in(files.text(name));
    std::string out, line;
    for (int line_number = 1; std::getline(in, line); ++line_number) {
        std::smatch match;
        if (!std::regex_match(line, match, include)) {
            out += line + "\n";
            continue;
        }
        if (names.size() > 16) throw BadFile(name + ":" + std::to_string(line_number) + ": includes nest");
        out += "#line 1 " + std::to_string(names.size()) + "\n" + expand(files, match[1], names);
        out += "#line " + std::to_string(line_number + 1) + " " + std::to_string(number) + "\n";
    }
    return out;
}

/// Mesa writes "1:23(4): error", NVIDIA "1(23) : error"; both become "common.glsl:23: error".
static std::string readable(const std::string& log, const std::vector<std::string>& names) {
    static const std::regex place("^(\\d+)[:(](\\d+)\\)?(\\(\\d+\\))?\\s*:\\s*");
    std::istringstream in(log);
    std::string out, line;
    while (std::getline(in, line)) {
        std::smatch match;
        if (std::regex_search(line, match, place) && std::stoul(match[1]) < names.size())
            line = names[std::stoul(match[1])] + ":" + match[2].str() + ": " + match.suffix().str();
        if (!line.empty()) out += (out.empty() ? "" : "\n") + line;
    }
    return out;
}

static GLuint compile(const ShaderFiles& files, GLenum stage, const std::string& name) {
    std::vector<std::string> names;
    const std::string text = expand(files, name, names);
    const char* source = text.c_str();
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint done = 0, length = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) return shader;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(size_t(length) + 1, '\0');
    glGetShaderInfoLog(shader, GLsizei(log.size()), nullptr, log.data());
    glDeleteShader(shader);
    throw BadFile("shader " + name + " does not compile:\n" + readable(log.c_str(), names));
}

Program::Program(const ShaderFiles& files, const std::string& vertex, const std::string& fragment) {
    const GLuint first = compile(files, GL_VERTEX_SHADER, vertex);
    GLuint second = 0;
    try {
        second = compile(files, GL_FRAGMENT_SHADER, fragment);
    } catch (...) {
        glDeleteShader(first);
        throw;
    }
    name_ = glCreateProgram();
    glAttachShader(name_, first);
    glAttachShader(name_, second);
    glLinkProgram(name_);
    glDeleteShader(first);
    glDeleteShader(second);

    GLint done = 0;
    glGetProgramiv(name_, GL_LINK_STATUS, &done);
    if (done) return;
    char log[4096] = "";
    glGetProgramInfoLog(name_, sizeof log, nullptr, log);
    glDeleteProgram(name_);
    throw BadFile("shaders " + vertex + " and " + fragment + " do not link: " + log);
}

Program::~Program() { glDeleteProgram(name_); }

}  // namespace app
