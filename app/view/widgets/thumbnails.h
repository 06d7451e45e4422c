// Small pictures of the built-in scenes, which travel inside the executable (assets/thumbnails).
#pragma once
#include <map>
#include <string>

#include "app/gl/frame_data/gl_object.h"

namespace app {

class Thumbnails {
public:
    static constexpr float kAspect = 16 / 9.0f;

    /// The texture of a scene's picture, made when it is first asked for; 0: it has none, as a file's scene. The GL
    /// context must be current.
    GLuint of(const std::string& scene);

private:
    std::map<std::string, GlTexture> textures_;
};

}  // namespace app
