#include "app/view/widgets/thumbnails.h"

#include <stb/stb_image.h>

#include <memory>

#include "app/base/embedded_files.h"
#include "app/gl/base/smooth_texture.h"

namespace app {

static void load(const EmbeddedFile& file, GLuint texture) {
    int width = 0, height = 0, channels = 0;
    const auto* bytes = reinterpret_cast<const stbi_uc*>(file.text.data());
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(bytes, int(file.text.size()), &width, &height, &channels, 4), stbi_image_free);
    if (!pixels) return;
    store_smooth(texture, GL_RGBA8, width, height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTextureSubImage2D(texture, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.get());
}

GLuint Thumbnails::of(const std::string& scene) {
    const auto known = textures_.find(scene);
    if (known != textures_.end()) return known->second;
    for (const EmbeddedFile& file : embedded_pictures()) {
        if (file.path != "assets/thumbnails/" + scene + ".jpg") continue;
        GlTexture& texture = textures_[scene];
        load(file, texture);
        return texture;
    }
    return 0;
}

}  // namespace app
