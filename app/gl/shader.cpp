// Resolves includes, compiles, links, and turns "0:23" of a driver's log into "common.glsl:5".
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

/// A shader with its includes in place, and where each of its lines came from: drivers cannot be trusted with
/// #line (Mesa forgets the source's number).
struct Source {
    std::string text;
    std::vector<std::string> places;  // "common.glsl:23" for the text's lines in turn
};

static void append(const ShaderFiles& files, const std::string& name, int depth, Source& source) {
    static const std::regex include("\\s*#include\\s+\"([^\"]+)\"\\s*");
    std::istringstream in(files.text(name));
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const std::string place = name + ":" + std::to_string(number);
        std::smatch match;
        if (!std::regex_match(line, match, include)) {
            source.text += line + "\n";
            source.places.push_back(place);
            continue;
        }
        if (depth > 8) throw BadFile(place + ": includes itself");
        append(files, match[1], depth + 1, source);
    }
}

/// Mesa writes "0:23(4): error", NVIDIA "0(23) : error"; both become "common.glsl:5: error".
static std::string readable(const std::string& log, const Source& source) {
    static const std::regex place("^\\d+[:(](\\d+)\\)?(\\(\\d+\\))?\\s*:\\s*");
    std::istringstream in(log);
    std::string out, line;
    while (std::getline(in, line)) {
        std::smatch match;
        if (std::regex_search(line, match, place)) {
            const size_t number = std::stoul(match[1]);
            if (number >= 1 && number <= source.places.size())
                line = source.places[number - 1] + ": " + match.suffix().str();
        }
        if (!line.empty()) out += (out.empty() ? "" : "\n") + line;
    }
    return out;
}

static GLuint compile(const ShaderFiles& files, GLenum stage, const std::string& name) {
    Source source;
    append(files, name, 0, source);
    const char* text = source.text.c_str();
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint done = 0, length = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) return shader;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(size_t(length) + 1, '\0');
    glGetShaderInfoLog(shader, GLsizei(log.size()), nullptr, log.data());
    glDeleteShader(shader);
    throw BadFile("shader " + name + " does not compile:\n" + readable(log.c_str(), source));
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
