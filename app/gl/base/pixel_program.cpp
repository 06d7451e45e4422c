#include "app/gl/base/pixel_program.h"

namespace app {

static constexpr int kGroup = 8;  // shaders/frame/each_pixel.glsl

static Program program_of(const ShaderFiles& files, const std::string& name, std::vector<std::string> defines,
                          const std::string& vertex) {
    if (!files.compute()) return Program(files, vertex, name, defines);
    defines.push_back("COMPUTE");
    return Program(files, name, defines);
}

PixelProgram::PixelProgram(const ShaderFiles& files, const std::string& name,
                           const std::vector<std::string>& defines, const std::string& vertex)
    : compute_(files.compute()), program_(program_of(files, name, defines, vertex)) {}

void PixelProgram::begin(const Picture& picture) {
    picture_ = picture;
    glUseProgram(program_);
    if (compute_) {
        glBindImageTexture(0, picture.texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, picture.format);
        return;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer);
    glViewport(picture.left, picture.bottom, picture.width, picture.height);
    glBindVertexArray(no_vertices_);
}

void PixelProgram::draw() const {
    if (!compute_) return glDrawArrays(GL_TRIANGLES, 0, 3);
    const auto groups = [](int pixels) { return GLuint((pixels + kGroup - 1) / kGroup); };
    glDispatchCompute(groups(picture_.width), groups(picture_.height), 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
}

}  // namespace app
