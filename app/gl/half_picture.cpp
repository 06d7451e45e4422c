#include "app/gl/half_picture.h"

#include <algorithm>

#include "app/gl/base/gl_memory.h"

namespace app {

void HalfPicture::resize(int width, int height) {
    if (width == width_ && height == height_) return;
    colours_ = {};
    glTextureStorage2D(colours_, 1, GL_RGBA8, width, height);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, colours_, 0);
    width_ = width, height_ = height;
}

void HalfPicture::draw(SceneRenderer& renderer, sim::World& world, const Camera& camera,
                       const DrawSettings& settings, unsigned framebuffer, const SubPicture* part) {
    if (!used_) return renderer.draw(world, camera, settings, framebuffer, part);
    left_ = settings.x, bottom_ = settings.y;
    whole_width_ = settings.width, whole_height_ = settings.height;
    DrawSettings half = settings;
    half.x = half.y = 0;
    half.width = std::max(settings.width / 2, 1), half.height = std::max(settings.height / 2, 1);
    resize(half.width, half.height);
    renderer.draw(world, camera, half, framebuffer_, part);
    glBlitNamedFramebuffer(framebuffer_, framebuffer, 0, 0, width_, height_, left_, bottom_,
                           left_ + settings.width, bottom_ + settings.height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

std::pair<int, int> HalfPicture::place(int x, int y) const {
    if (!used_) return {x, y};
    const auto in = [](int at, int of, int whole) { return at < 0 ? -1 : at * of / whole; };
    return {in(x - left_, width_, whole_width_), in(y - bottom_, height_, whole_height_)};
}

void HalfPicture::list(MemoryList& to) const {
    if (width_ > 0) to.add("half picture", texture_bytes(colours_));
}

}  // namespace app
