// A pass over all pixels of a picture (shaders/frame/each_pixel.glsl): as fragments, or as a compute shader. An H200
// has few units for fragments, but all of its processors compute; software GL is faster with fragments.
#pragma once
#include <string>
#include <vector>

#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"

namespace app {

class PixelProgram {
public:
    /// `name`: of the fragment shader, which is compiled as a compute shader where files.compute().
    PixelProgram(const ShaderFiles& files, const std::string& name,
                 const std::vector<std::string>& defines = {},
                 const std::string& vertex = "frame/fullscreen.vert");

    operator GLuint() const { return program_; }

    /// Target of a pass: a texture of this format, and a framebuffer that has it as its colour.
    struct Picture {
        GLuint texture, framebuffer;
        GLenum format;
        int width, height;
        int left = 0, bottom = 0;  // in the framebuffer: of fragments alone
    };
    /// Binds the picture and the program; then each draw() writes all pixels that the shader does not skip.
    void begin(const Picture& picture);
    void draw() const;

private:
    bool compute_;
    Program program_;
    GlVertexArray no_vertices_;
    Picture picture_{};
};

}  // namespace app
