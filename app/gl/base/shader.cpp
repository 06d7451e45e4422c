// Resolves includes, compiles, links, and turns "0:23" of a driver's log into "common.glsl:5".
#include "app/gl/base/shader.h"

#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "app/base/embedded_files.h"
#include "app/base/errors.h"

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

/// Returns the name of an #include line.
static std::optional<std::string> included(const std::string& line) {
    std::istringstream words(line);
    std::string word, name;
    if (!(words >> word >> name) || word != "#include" || name.size() < 3) return {};
    if (name.front() != '"' || name.back() != '"') return {};
    return name.substr(1, name.size() - 2);
}

static void append(const ShaderFiles& files, const std::string& name, int depth, Source& source) {
    std::istringstream in(files.text(name));
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const std::string place = name + ":" + std::to_string(number);
        const auto inner = included(line);
        if (!inner) {
            source.text += line + "\n";
            source.places.push_back(place);
            continue;
        }
        if (depth > 8) throw BadFile(place + ": includes itself");
        append(files, *inner, depth + 1, source);
    }
}

/// Mesa writes "0:23(4): error", NVIDIA "0(23) : error"; both become "common.glsl:5: error".
static std::string readable(const std::string& log, const Source& source) {
    std::istringstream in(log);
    std::string out, line;
    while (std::getline(in, line)) {
        size_t file = 0, number = 0;
        int length = 0;
        if (std::sscanf(line.c_str(), "%zu%*1[:(]%zu%n", &file, &number, &length) == 2 && number >= 1 &&
            number <= source.places.size()) {
            // Behind the number stands ")", or the column as "(4)", then " : ".
            const size_t text = line.find_first_not_of(" :)(0123456789", size_t(length));
            if (text != line.npos) line = source.places[number - 1] + ": " + line.substr(text);
        }
        if (!line.empty()) out += (out.empty() ? "" : "\n") + line;
    }
    return out;
}

/// Below the first line, which must be #version. Names that are not asked for are left out: shaders that are the same
/// at two qualities then have the same text, which drivers keep compiled.
static void define(const std::vector<std::string>& names, Source& source) {
    const size_t second = source.text.find('\n') + 1;
    const std::string rest = source.text.substr(second);
    for (const std::string& name : names) {
        if (rest.find(name) == rest.npos) continue;
        source.text.insert(second, "#define " + name + "\n");
        source.places.insert(source.places.begin() + (second > 0), "#define");
    }
}

static GLuint compile(const ShaderFiles& files, GLenum stage, const std::string& name,
                      const std::vector<std::string>& defines) {
    Source source;
    append(files, name, 0, source);
    define(files.defines(), source);
    define(defines, source);
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

Program::Program(const ShaderFiles& files, const std::string& vertex, const std::string& fragment,
                 const std::vector<std::string>& defines) {
    const GLuint first = compile(files, GL_VERTEX_SHADER, vertex, defines);
    GLuint second = 0;
    try {
        second = compile(files, GL_FRAGMENT_SHADER, fragment, defines);
    } catch (...) {
        glDeleteShader(first);
        throw;
    }
    name_ = glCreateProgram();
    glAttachShader(name_, first);
    glAttachShader(name_, second);
    glDeleteShader(first);
    glDeleteShader(second);
    link("shaders " + vertex + " and " + fragment);
}

Program::Program(const ShaderFiles& files, const std::string& compute,
                 const std::vector<std::string>& defines) {
    const GLuint only = compile(files, GL_COMPUTE_SHADER, compute, defines);
    name_ = glCreateProgram();
    glAttachShader(name_, only);
    glDeleteShader(only);
    link("shader " + compute);
}

void Program::link(const std::string& what) {
    glLinkProgram(name_);
    GLint done = 0;
    glGetProgramiv(name_, GL_LINK_STATUS, &done);
    if (done) return;
    char log[4096] = "";
    glGetProgramInfoLog(name_, sizeof log, nullptr, log);
    glDeleteProgram(name_);
    throw BadFile(what + ": does not link: " + log);
}

Program::~Program() { glDeleteProgram(name_); }

}  // namespace app
